/** Code and branches; the first branch is `main`. */
import * as Code from "@screeps-effect/api/Code"
import * as Account from "@screeps-effect/api/User"
import type { User } from "../../../packages/testing/src/world/state/accounts.ts"
import { activate, addBranch } from "../../../packages/testing/src/world/state/code.ts"
import type { Shard } from "../../../packages/testing/src/world/state/shard.ts"
import type { Route } from "../../../packages/testing/src/server/router.ts"
import { broken, type Endpoint, notFound, ok } from "./endpoint.ts"
import { type Field, optional, record, text } from "./fields.ts"

/** The name of an account's first branch. */
const firstBranch = "main"

/** Gives an account's first branch, which worlds name `default`, the name that it has here. */
export const nameFirstBranch = ({ branches }: User) => {
  const first = branches.get("default")
  if (first === undefined || branches.has(firstBranch)) return
  const others = [...branches.values()].filter((branch) => branch !== first)
  branches.clear()
  for (const branch of [{ ...first, branch: firstBranch }, ...others]) branches.set(branch.branch, branch)
}

const maxBranches = 30
const maxName = 30
const maxSize = 5 * 1024 * 1024

type Module = string | { readonly binary: string }

/** A module: other values become text, also `null`. */
const module: Field<Module> = (value) => {
  const asText = text(value)
  if (asText !== undefined) return asText
  const binary: unknown =
    typeof value === "object" && value !== null ? Reflect.get(value, "binary") : undefined
  return typeof binary === "string" ? { binary } : undefined
}

const modules = record(module)
type Modules = Readonly<Record<string, Module>>

const withMain = (sent: Modules): Modules =>
  ["main", "main.js", "main.mjs", "main.wasm"].some((name) => name in sent) ? sent : { ...sent, main: "" }

const sizeOf = (sent: Modules): number =>
  Object.values(sent).reduce((size, one) => size + (typeof one === "string" ? one : one.binary).length, 0)

const activeBranch = ({ branches }: User): string =>
  [...branches.values()].find(({ activeWorld }) => activeWorld)?.branch ?? firstBranch

/** Returns the name of a branch; `undefined` for one that is too long. */
const nameOf = (user: User, sent: string): string | undefined => {
  if (sent === "" || sent === "$activeWorld") return activeBranch(user)
  return sent.length > maxName ? undefined : sent
}

const save = (shard: Shard, user: User, branch: string, kept: Modules, now: number) => {
  addBranch(user, shard.ids, branch, kept).timestamp = now
  shard.events.publish({ type: "code", user: user._id, branch, modules: kept, timestamp: now })
}

const clone = (
  shard: Shard,
  user: User,
  wanted: {
    readonly branch: string | null
    readonly newName: string
    readonly defaultModules: Modules | null
  },
  now: number
): Response => {
  const { branch, defaultModules, newName } = wanted
  const source = branch === null ? null : nameOf(user, branch)
  if (source === undefined || newName.length > maxName) return broken()
  if (user.branches.size >= maxBranches || user.branches.has(newName)) return broken()
  const copied = source === null ? undefined : user.branches.get(source)
  if (source !== null && copied === undefined) return notFound()
  addBranch(user, shard.ids, newName, copied?.kept ?? withMain(defaultModules ?? {})).timestamp = now
  return ok({ timestamp: now })
}

const guestCode = { branch: firstBranch, modules: { main: "" } }

export const code = (endpoint: Endpoint, shard: Shard): ReadonlyArray<Route> => [
  endpoint(Account.branches, { withCode: optional(text) }, ({ withCode }, { player }) =>
    player(
      ({ branches }) =>
        ok({
          list: [...branches.values()].map(({ branch, kept }) => ({
            // Never `true` for a stored branch.
            activeWorld: false,
            branch,
            ...((withCode ?? "") === "" ? {} : { modules: kept })
          }))
        }),
      () => ok({ list: [{ activeWorld: true, ...guestCode }] })
    )
  ),
  endpoint(Code.get, { branch: text }, ({ branch: sent }, { player }) =>
    player(
      (user) => {
        const branch = nameOf(user, sent)
        if (branch === undefined) return broken()
        const found = user.branches.get(branch)
        if (found !== undefined) return ok({ branch, modules: found.kept })
        return branch === firstBranch ? ok(guestCode) : notFound()
      },
      () => ok(guestCode)
    )
  ),
  endpoint(Code.set, { branch: text, modules }, ({ branch: sent, modules }, { now, player }) =>
    player((user) => {
      const branch = nameOf(user, sent)
      const kept = withMain(modules)
      if (branch === undefined || sizeOf(kept) > maxSize) return broken()
      save(shard, user, branch, kept, now)
      return ok()
    })
  ),
  endpoint(Code.setActiveBranch, { branch: text }, ({ branch: sent }, { player }) =>
    player((user) => {
      const branch = nameOf(user, sent)
      if (branch === undefined) return broken()
      const found = user.branches.get(branch)
      if (found === undefined) return notFound()
      activate(user, found, "activeWorld")
      shard.events.publish({ type: "activeBranch", user: user._id, branch, activeName: "activeWorld" })
      return ok()
    })
  ),
  endpoint(
    Code.cloneBranch,
    { branch: optional(text), newName: text, defaultModules: optional(modules) },
    (wanted, { now, player }) => player((user) => clone(shard, user, wanted, now))
  ),
  // The active branch is deleted, too.
  endpoint(Code.deleteBranch, { branch: text }, ({ branch: sent }, { player }) =>
    player((user) => {
      const branch = nameOf(user, sent)
      if (branch === undefined) return broken()
      user.branches.delete(branch)
      return ok()
    })
  )
]
