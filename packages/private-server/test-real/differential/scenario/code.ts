import * as Effect from "effect/Effect"
import type { Scene } from "../stage.ts"

const wasm = { binary: "AGFzbQEAAAA=" }

/** Branches, while a socket listens. */
export const code: Scene = ({ dial, get, id, post }) =>
  Effect.gen(function* () {
    const say = yield* dial("cat's code", "cat")
    yield* say(`subscribe user:${id("cat")}/code`)
    yield* say(`subscribe user:${id("cat")}/set-active-branch`)
    yield* get("cat", "/api/user/branches")
    yield* get("cat", "/api/user/code")
    const modules = { main: "module.exports.loop = () => {}", "lib.util": "exports.ä = '✓'", native: wasm }
    yield* post("cat", "/api/user/code", { branch: "default", modules })
    yield* get("cat", "/api/user/code", { branch: "default" })
    yield* post("cat", "/api/user/code", { modules: { other: "1", $lost: "2" }, _hash: 7 })
    yield* get("cat", "/api/user/code", { branch: "$activeWorld" })
    yield* get("cat", "/api/user/code", { branch: "nope" })
    yield* post("cat", "/api/user/code", { branch: "nope", modules: { main: "" } })
    yield* post("cat", "/api/user/code", { branch: "", modules: { main: "empty", $lost: "2" } })
    yield* post("cat", "/api/user/code", { branch: null, modules: { main: null, gone: null, list: [1] } })
    yield* post("cat", "/api/user/code", { branch: 5, modules: { main: "" } })
    yield* post("cat", "/api/user/code", { branch: "$other", modules: { main: "" } })
    yield* post("cat", "/api/user/code", {})
    yield* get("cat", "/api/user/code", { branch: "" })
    yield* get("cat", "/api/user/code", { branch: "$other" })
    yield* post("cat", "/api/user/clone-branch", { branch: "default", newName: "dev" })
    yield* post("cat", "/api/user/clone-branch", { branch: null, newName: "fresh" })
    yield* get("cat", "/api/user/code", { branch: "fresh" })
    yield* post("cat", "/api/user/delete-branch", { branch: "fresh" })
    yield* post("cat", "/api/user/code", { branch: "default", modules: null })
    yield* get("cat", "/api/user/code", { branch: "default" })
    yield* post("cat", "/api/user/clone-branch", { newName: "own", defaultModules: { main: "3" } })
    yield* post("cat", "/api/user/clone-branch", { branch: "x".repeat(31), newName: "short" })
    yield* post("cat", "/api/user/set-active-branch", { branch: "dev", activeName: "activeWorld" })
    yield* post("cat", "/api/user/set-active-branch", { branch: "dev", activeName: "activeSim" })
    yield* post("cat", "/api/user/set-active-branch", { branch: "nope", activeName: "activeSim" })
    yield* post("cat", "/api/user/set-active-branch", { branch: "dev", activeName: "activeElsewhere" })
    yield* get("cat", "/api/user/branches")
    yield* post("cat", "/api/user/delete-branch", { branch: "own" })
    yield* post("cat", "/api/user/delete-branch", { branch: "dev" })
    yield* get("cat", "/api/user/branches")
    yield* get("cat", "/api/user/code", { branch: "own" })
  }).pipe(Effect.scoped)
