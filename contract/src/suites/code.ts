import * as Code from "@screeps-effect/api/Code"
import * as User from "@screeps-effect/api/User"
import * as Effect from "effect/Effect"
import { has, raw, rejects, same, sameItems, testAsNewUser, type Test } from "../test.ts"

/** An empty WebAssembly module. */
const wasm = { binary: "AGFzbQEAAAA=" }

/** Lists the names of the user's branches, with marks for the active ones. */
const branches = Effect.map(User.branches(), ({ list }) =>
  list.map(
    ({ activeSim, activeWorld, branch }) =>
      `${branch}${activeWorld ? " world" : ""}${activeSim ? " sim" : ""}`
  )
)

const modulesOf = (branch: string) => Effect.map(Code.get({ branch }), ({ modules }) => modules)

/** Branches and their modules. */
export const code: ReadonlyArray<Test> = [
  testAsNewUser("creates a branch named default that is active in the world", function* () {
    const { list } = yield* User.branches()
    const [branch] = list
    yield* same(list.length, 1, "the number of branches")
    yield* same([branch?.branch, branch?.activeWorld], ["default", true], "the branch")
  }),
  testAsNewUser("stores modules of text and binary modules and returns them unchanged", function* () {
    yield* User.branches()
    const modules = {
      main: "module.exports.loop = () => {}",
      "lib.util": "exports.ä = '✓'",
      native: wasm
    }
    yield* Code.set({ branch: "$activeWorld", modules })
    yield* same((yield* Code.get({ branch: "$activeWorld" })).modules, modules, "the modules")
    yield* Code.set({ branch: "$activeWorld", modules: { main: "", other: "1" } })
    yield* same(
      (yield* Code.get({ branch: "$activeWorld" })).modules,
      { main: "", other: "1" },
      "the modules that replaced them"
    )
  }),
  testAsNewUser("stores code without a branch in the active one", function* () {
    yield* User.branches()
    yield* Code.set({ modules: { main: "1" } })
    yield* has(yield* Code.get(), { branch: "default", modules: { main: "1" } }, "the code")
  }),
  testAsNewUser("drops modules whose names begin with $", function* () {
    yield* User.branches()
    yield* raw({ method: "POST", path: "/api/user/code", body: { modules: { main: "1", $lost: "2" } } })
    yield* same((yield* Code.get()).modules, { main: "1" }, "the modules")
  }),
  testAsNewUser("rejects code for a branch that does not exist and does not create it", function* () {
    yield* rejects(Code.get({ branch: "nope" }), "no code")
    yield* rejects(Code.set({ branch: "nope", modules: { main: "" } }), "branch does not exist")
  }),
  testAsNewUser(
    "rejects more than 5 MB of code",
    rejects(
      raw({
        method: "POST",
        path: Code.set.path,
        body: { modules: { main: "x".repeat(5 * 1024 * 1024) } }
      }),
      "code length exceeds 5 MB limit"
    )
  ),
  testAsNewUser("activates another branch in the world or in the simulation", function* () {
    yield* sameItems(yield* branches, ["default world sim"], "the branches")
    yield* Code.createBranch({ newName: "dev", modules: { main: "2" } })
    yield* Code.setActiveBranch({ branch: "dev", activeName: "activeWorld" })
    yield* sameItems(yield* branches, ["default sim", "dev world"], "the branches, dev in the world")
    yield* same(yield* modulesOf("$activeWorld"), { main: "2" }, "the code of the world")
    yield* Code.setActiveBranch({ branch: "dev", activeName: "activeSim" })
    yield* sameItems(yield* branches, ["default", "dev world sim"], "the branches, dev in both")
    yield* rejects(Code.setActiveBranch({ branch: "none", activeName: "activeSim" }), "no branch")
  }),
  testAsNewUser("copies a branch, and copies an unknown branch as an empty one", function* () {
    yield* Code.set({ modules: { main: "1" } })
    yield* Code.clone({ branch: "$activeWorld", newName: "copy" })
    yield* same(yield* modulesOf("copy"), { main: "1" }, "the copy")
    yield* Code.cloneBranch({ branch: "none", newName: "empty", existing: "overwrite" })
    yield* same(yield* modulesOf("empty"), { main: "" }, "the copy of nothing")
    yield* sameItems(yield* branches, ["copy", "default world sim", "empty"], "the branches")
    const body = { branch: "x".repeat(31), newName: "short" }
    const long = raw({ method: "POST", path: Code.cloneBranch.path, body })
    yield* rejects(long, "invalid branch name")
  }),
  testAsNewUser("rejects a new branch after thirty", function* () {
    for (let count = 1; count < 30; count++)
      yield* Code.createBranch({ newName: `b${count}`, modules: {}, existing: "overwrite" })
    yield* rejects(Code.createBranch({ newName: "one more", modules: {} }), "too many branches")
  }),
  testAsNewUser("deletes branches and ignores the deletion of an active one", function* () {
    yield* Code.createBranch({ newName: "old", modules: { main: "1" } })
    yield* Code.deleteBranch({ branch: "old" })
    yield* Code.deleteBranch({ branch: "default" })
    yield* sameItems(yield* branches, ["default world sim"], "the branches")
  })
]
