// A package registry in memory on a loopback port, for one scope: it serves what is published to it.
import { once } from "node:events"
import { createServer } from "node:http"
import { json } from "node:stream/consumers"

/** Starts the registry; `published` lists the received packages in order. */
export const startRegistry = async (token) => {
  const packages = new Map()
  const published = []
  const server = createServer(async (request, response) => {
    const answer = (status, body) => {
      const bytes = Buffer.isBuffer(body)
      response.writeHead(status, { "content-type": bytes ? "application/octet-stream" : "application/json" })
      response.end(bytes ? body : JSON.stringify(body))
    }
    const [name, file] = decodeURIComponent(new URL(request.url, url).pathname).slice(1).split("/-/")
    const known = packages.get(name)
    if (request.method === "GET") {
      const found = file === undefined ? known?.document : known?.files.get(file)
      return found === undefined ? answer(404, { error: "not found" }) : answer(200, found)
    }
    if (request.method !== "PUT") return answer(405, { error: "method not allowed" })
    if (request.headers.authorization !== `Bearer ${token}`) return answer(401, { error: "who are you?" })
    const sent = await json(request)
    const { document, files } = known ?? {
      document: { name, "dist-tags": {}, versions: {}, time: {} },
      files: new Map()
    }
    for (const [version, manifest] of Object.entries(sent.versions)) {
      if (document.versions[version] !== undefined) return answer(403, { error: `${version} exists already` })
      // Addresses are the registry's own, whatever the publisher sent.
      const tarball = `${name.split("/").at(-1)}-${version}.tgz`
      document.versions[version] = {
        ...manifest,
        dist: { ...manifest.dist, tarball: `${url}${name}/-/${tarball}` }
      }
      const [{ data }] = Object.values(sent._attachments)
      files.set(tarball, Buffer.from(data, "base64"))
      published.push({
        name,
        version,
        access: sent.access,
        tags: Object.keys(sent["dist-tags"]),
        size: files.get(tarball).length
      })
    }
    Object.assign(document["dist-tags"], sent["dist-tags"])
    packages.set(name, { document, files })
    return answer(201, { ok: true })
  })
  await once(server.listen(0, "127.0.0.1"), "listening")
  const url = `http://127.0.0.1:${server.address().port}/`
  return {
    url,
    published,
    close: () => {
      server.close()
      server.closeAllConnections()
    }
  }
}
