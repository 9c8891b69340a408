import * as Code from "@screeps-effect/api/Code"
import * as User from "@screeps-effect/api/User"
import * as Effect from "effect/Effect"
import { asNewcomer, type Case, isNotSent, raw, refuses, same, serverCase } from "../case.ts"

/** An empty WebAssembly module. */
const wasm = { binary: "AGFzbQEAAAA=" }

/** Names of the user's branches, active ones marked. */
const branches = Effect.map(User.branches(), ({ list }) =>
  list
    .map(
      ({ activeSim, activeWorld, branch }) =>
        `${branch}${activeWorld ? " world" : ""}${activeSim ? " sim" : ""}`
    )
    .toSorted()
)

export const code: ReadonlyArray<Case> = [
  serverCase(
    "stores the modules of a branch, text and binary, and replaces all of them at once",
    { accepts: [Code.set, Code.get], refuses: [Code.set, Code.get] },
    asNewcomer(
      Effect.gen(function* () {
        const modules = { main: "module.exports.loop = () => {}", "lib/util": "'ä✓'", native: wasm }
        yield* Code.set({ branch: "default", modules })
        const { branch, modules: kept } = yield* Code.get()
        same({ branch, modules: kept }, { branch: "default", modules })
        // The server adds an empty main.
        yield* raw({ method: "POST", path: Code.set.path, body: { modules: { other: "1" } } })
        same((yield* Code.get({ branch: "$activeSim" })).modules, { main: "", other: "1" })
        yield* refuses(Code.get({ branch: "none" }), "no code")
        yield* refuses(Code.set({ branch: "none", modules: { main: "" } }), "branch does not exist")
        const tooMuch = { modules: { main: "x".repeat(5 * 1024 * 1024) } }
        yield* isNotSent(Code.set(tooMuch), "modules")
        const sent = raw({ method: "POST", path: Code.set.path, body: tooMuch })
        yield* refuses(sent, "code length exceeds 5 MB limit")
      })
    )
  ),
  serverCase(
    "activates another branch in the world or in the simulation",
    { accepts: [Code.setActiveBranch, User.branches], refuses: [Code.setActiveBranch] },
    asNewcomer(
      Effect.gen(function* () {
        same(yield* branches, ["default world sim"])
        yield* Code.createBranch({ newName: "dev", modules: { main: "2" } })
        yield* Code.setActiveBranch({ branch: "dev", activeName: "activeWorld" })
        same(yield* branches, ["default sim", "dev world"])
        same((yield* Code.get({ branch: "$activeWorld" })).modules, { main: "2" })
        yield* Code.setActiveBranch({ branch: "dev", activeName: "activeSim" })
        same(yield* branches, ["default", "dev world sim"])
        yield* refuses(Code.setActiveBranch({ branch: "none", activeName: "activeSim" }), "no branch")
        const body = { branch: "dev", activeName: "activeElsewhere" }
        yield* refuses(raw({ method: "POST", path: Code.setActiveBranch.path, body }), "invalid params")
      })
    )
  ),
  serverCase(
    "copies branches; copying without a source or onto another branch is not sent",
    { accepts: [Code.cloneBranch], refuses: [Code.cloneBranch] },
    asNewcomer(
      Effect.gen(function* () {
        const read = (branch: string) => Effect.map(Code.get({ branch }), ({ modules }) => modules)
        yield* Code.set({ modules: { main: "1" } })
        yield* Code.clone({ branch: "$activeWorld", newName: "copy" })
        same(yield* read("copy"), { main: "1" })
        yield* Code.createBranch({ newName: "own", modules: { main: "2" } })
        yield* isNotSent(Code.clone({ branch: "own", newName: "copy" }), "newName")
        yield* isNotSent(Code.clone({ branch: "none", newName: "new" }), "branch")
        yield* isNotSent(Code.createBranch({ newName: "own", modules: {} }), "newName")
        same(yield* branches, ["copy", "default world sim", "own"])
        same(yield* read("copy"), { main: "1" })
        yield* Code.clone({ branch: "own", newName: "copy", existing: "overwrite" })
        same(yield* read("copy"), { main: "2" })
        yield* Code.cloneBranch({ branch: "none", newName: "empty", existing: "overwrite" })
        same(yield* read("empty"), { main: "" })

        const longName = { branch: "x".repeat(31), newName: "short" }
        yield* refuses(
          raw({ method: "POST", path: Code.cloneBranch.path, body: longName }),
          "invalid branch name"
        )
        for (let count = 4; count < 30; count++)
          yield* Code.createBranch({ newName: `b${count}`, modules: {}, existing: "overwrite" })
        yield* refuses(Code.createBranch({ newName: "thirty-first", modules: {} }), "too many branches")
      })
    )
  ),
  serverCase(
    "deletes branches; deleting active ones is not sent",
    { accepts: [Code.deleteBranch] },
    asNewcomer(
      Effect.gen(function* () {
        yield* Code.createBranch({ newName: "old", modules: { main: "1" } })
        yield* Code.createBranch({ newName: "dev", modules: { main: "2" } })
        yield* Code.removeBranch({ branch: "old" })
        same(yield* branches, ["default world sim", "dev"])
        yield* Code.removeBranch({ branch: "old" })
        yield* Code.setActiveBranch({ branch: "dev", activeName: "activeSim" })
        yield* isNotSent(Code.removeBranch({ branch: "dev" }), "branch")
        yield* isNotSent(Code.removeBranch({ branch: "$activeWorld" }), "branch")
        yield* Code.deleteBranch({ branch: "dev" })
        same(yield* branches, ["default world", "dev sim"])
      })
    )
  )
]
