/**
 * Bundles the command with all its dependencies into one folder, since loading hundreds of modules takes most of the time
 * of a short command. Each command stays a separate module, loaded when it is needed.
 */
import { cpSync, readFileSync, rmSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { defineConfig } from "rolldown"
import license from "rollup-plugin-license"

const at = (path) => fileURLToPath(new URL(path, import.meta.url))

/** Copies the files for installing the game's own server to where its modules look for them: two folders above. */
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

/** Copies the engine of players' scripts to where its loader looks for it: beside itself. */
const engine = {
  name: "engine",
  writeBundle() {
    const file = fileURLToPath(import.meta.resolve("@jitl/quickjs-ng-wasmfile-release-sync/wasm"))
    cpSync(file, at("dist/modules/emscripten-module.wasm"))
  }
}

/** The modules that the program loads before it knows which command runs. */
const first = new Set()
const isFirst = (id, context) => {
  const visit = (one) => {
    if (first.has(one)) return
    first.add(one)
    for (const imported of context.getModuleInfo(one)?.importedIds ?? []) visit(imported)
  }
  visit(at("src/main.ts"))
  return first.has(id)
}

export default defineConfig({
  input: { bin: at("src/bin.ts"), sandbox: at("src/commands/dev/sandbox.ts") },
  platform: "node",
  // Optional: the WebSocket of `dev` is faster with these two.
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
    server,
    engine
  ],
  output: {
    dir: at("dist"),
    cleanDir: true,
    // The module that starts the thread looks for it in its own folder.
    entryFileNames: ({ name }) => (name === "sandbox" ? "modules/sandbox.js" : "[name].js"),
    chunkFileNames: "modules/[name]-[hash].js",
    minify: false,
    comments: false,
    // Node needs a third of a millisecond for each file: a command loads few.
    codeSplitting: {
      groups: [
        {
          debugName: "first",
          name: (id, context) => (isFirst(id, context) ? "first" : null),
          priority: 2
        },
        { name: "shared", minShareCount: 12, priority: 1 }
      ]
    }
  }
})
