/**
 * Bundles the command: one folder of modules with all that it needs, since loading hundreds of them is most of what a
 * short command does. Commands stay modules of their own, loaded when they are asked for.
 */
import { cpSync, readFileSync, rmSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { defineConfig } from "rolldown"
import license from "rollup-plugin-license"

const at = (path) => fileURLToPath(new URL(path, import.meta.url))

/** What the game's own server is installed from stands where its modules look for it: two folders above them. */
const server = {
  name: "server",
  writeBundle() {
    const { files } = JSON.parse(readFileSync(at("../private-server/package.json"), "utf8"))
    const folder = at("server")
    rmSync(folder, { recursive: true, force: true })
    const wanted = files.filter((file) => file.startsWith("server/"))
    for (const file of wanted) {
      const path = file.replace("/*.cjs", "")
      cpSync(at(`../private-server/${path}`), at(path), { recursive: true })
    }
  }
}

export default defineConfig({
  input: at("src/bin.ts"),
  platform: "node",
  // The WebSocket of `dev` is faster with these two, where somebody has them.
  external: ["bufferutil", "utf-8-validate"],
  plugins: [
    license({
      thirdParty: {
        output: {
          file: at("dist/THIRD-PARTY.txt"),
          template: (all) =>
            all
              .filter(({ name }) => !name.startsWith("@screeps-effect/"))
              .map((one) => one.text())
              .join("\n\n---\n\n")
        }
      }
    }),
    server
  ],
  output: { dir: at("dist"), cleanDir: true, chunkFileNames: "modules/[name]-[hash].js", minify: false }
})
