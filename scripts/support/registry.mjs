// A package registry (verdaccio) on a loopback port: it keeps what is published to it, and takes everything else from the
// registry that npm is configured with.
import { once } from "node:events"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { need } from "./report.mjs"
import { verdaccio } from "./tools.mjs"
import { temporary } from "./workspace.mjs"

/** Starts an empty registry; its `token` allows to publish. */
export const startRegistry = async () => {
  const { runServer } = await import(pathToFileURL(verdaccio).href)
  const dir = temporary("registry")
  const upstream = (await need("npm", ["config", "get", "registry"], { cwd: dir })).trim()
  const server = await runServer({
    configPath: join(dir, "config.yaml"),
    self_path: dir,
    storage: join(dir, "storage"),
    auth: { htpasswd: { file: join(dir, "htpasswd"), max_users: 1 } },
    uplinks: { upstream: { url: upstream, timeout: "60s", maxage: "1h" } },
    packages: {
      "@screeps-effect/*": { access: "$all", publish: "$authenticated" },
      "**": { access: "$all", proxy: "upstream" }
    },
    max_body_size: "50mb",
    web: { enable: false },
    log: { type: "stdout", format: "pretty", level: "fatal" }
  })
  await once(server.listen(0, "127.0.0.1"), "listening")
  const url = `http://127.0.0.1:${server.address().port}/`
  const signedUp = await fetch(`${url}-/user/org.couchdb.user:rehearsal`, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ name: "rehearsal", password: "rehearsal" })
  })
  const { token } = await signedUp.json()
  return {
    url,
    upstream,
    token,
    /** What the registry has of a package; `undefined` if it is not published. */
    document: async (name) => {
      const response = await fetch(`${url}${name.replace("/", "%2f")}`)
      return response.ok ? response.json() : undefined
    },
    close: () => {
      server.close()
      server.closeAllConnections()
    }
  }
}
