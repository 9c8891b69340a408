/** Code and branches. */
import * as Code from "@screeps-effect/api/Code"
import * as User from "@screeps-effect/api/User"
import * as Millis from "@screeps-effect/schema/Millis"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { RouteContext } from "../dialect.ts"
import { badRequest, refusal, signInRefused } from "../pages.ts"
import { type Gate, route, type Route } from "../router.ts"
import type { User as Player } from "../../world/state/accounts.ts"
import { activate, addBranch, findBranch, keptModules, replaceCode } from "../../world/state/code.ts"
import { signInOf, holderOf } from "../basic.ts"
import { anything, fault, maybeText, ok, refuse } from "./words.ts"

/** Modules of any value. */
const Modules = Schema.Record(Schema.String, Schema.Unknown)

/** What a server reads of an upload: values of any type. */
const Upload = Schema.Struct({ branch: anything, modules: anything, _hash: anything })

/** Code as it was uploaded, which may be more than clients may upload. */
const BranchCode = Schema.Struct({ ok: Schema.Literal(1), branch: Schema.String, modules: Schema.Unknown })

const BranchList = Schema.Struct({
  ok: Schema.Literal(1),
  list: Schema.Array(Schema.Record(Schema.String, Schema.Unknown))
})

const Activation = Schema.Struct({ branch: maybeText, activeName: Code.ActiveName })

const Clone = Schema.Struct({
  branch: anything,
  newName: maybeText,
  defaultModules: Schema.optional(Schema.NullOr(Modules))
})

const Named = Schema.Struct({ branch: maybeText })

const maxBranches = 30

/** Finds a branch by name; without a name, the active one. */
const selectedBranch = (user: Player, branch: unknown) => {
  if (!branch) return findBranch(user, "$activeWorld")
  return typeof branch === "string" ? findBranch(user, branch) : undefined
}

const clone = (
  { shard }: RouteContext,
  user: Player,
  { branch: source, defaultModules, newName = "" }: typeof Clone.Type,
  now: number
) => {
  const from = source || undefined
  if (from !== undefined && (typeof from !== "string" || from.length > 30))
    return refuse("invalid branch name")
  const isNew = !user.branches.has(newName)
  if (isNew && user.branches.size >= maxBranches && !/^tutorial-\d$/.test(newName))
    return refuse("too many branches")
  const copied = from === undefined ? undefined : user.branches.get(from)
  const branch = addBranch(user, shard.ids, newName, copied?.kept ?? keptModules(defaultModules ?? {}))
  branch.timestamp = new Date(now).toISOString()
  const event = { branch: newName, modules: branch.kept, timestamp: branch.timestamp }
  shard.events.publish({ type: "code", user: user._id, ...event })
  return { ...ok, timestamp: Millis.make(now) }
}

/** Admits uploads: on a private server with the auth mod, Basic credentials take precedence over a token. */
const uploading = ({ dialect, signedIn, shard }: RouteContext): Gate<Player> => ({
  admit: (incoming) => {
    const { request } = incoming
    if (!dialect.mods.has("screepsmod-auth") || !request.headers.get("authorization"))
      return signedIn.admit(incoming)
    const basic = signInOf(request)
    if (basic === "malformed") return Effect.fail(badRequest())
    const user = basic === undefined ? undefined : holderOf(shard, basic)
    return user === undefined ? Effect.fail(signInRefused()) : Effect.succeed(user)
  },
  seal: signedIn.seal
})

/** @internal */
export const code = (context: RouteContext): ReadonlyArray<Route> => {
  const { dialect, signedIn, shard } = context
  return [
    route({ ...User.branches, output: BranchList }, signedIn, (_, user) => {
      if (!user.branches.has("default")) addBranch(user, shard.ids, "default", { main: "" })
      return {
        ...ok,
        list: [...user.branches.values()].map(({ _id, activeSim, activeWorld, branch, kept, timestamp }) => ({
          _id,
          branch,
          activeWorld,
          activeSim,
          ...(dialect.kind === "private" ? { modules: kept } : {}),
          ...(dialect.kind === "private" && timestamp !== undefined ? { timestamp } : {})
        }))
      }
    }),
    route({ ...Code.get, input: Named, output: BranchCode }, signedIn, ({ branch }, user) => {
      const found = selectedBranch(user, branch)
      return found === undefined ? refuse("no code") : { ...ok, branch: found.branch, modules: found.kept }
    }),
    route(
      { ...Code.set, input: Upload },
      uploading(context),
      ({ _hash, branch, modules }, user, { now }) => {
        if (modules === undefined) return refuse(fault)
        if (JSON.stringify(modules).length > 5 * 1024 * 1024) return refuse("code length exceeds 5 MB limit")
        user.isActive = true
        const found = selectedBranch(user, branch)
        if (found === undefined) return refuse("branch does not exist")
        replaceCode(found, keptModules(modules))
        found.timestamp = now
        const event = { branch: found.branch, modules: found.kept, timestamp: now }
        const hash = _hash === undefined ? {} : { hash: _hash }
        shard.events.publish({ type: "code", user: user._id, ...event, ...hash })
        return { ...ok, timestamp: Millis.make(now) }
      },
      () => refusal(fault)
    ),
    route({ ...Code.setActiveBranch, input: Activation }, signedIn, ({ activeName, branch }, user) => {
      const found = branch === undefined ? undefined : user.branches.get(branch)
      if (found === undefined) return refuse("no branch")
      activate(user, found, activeName)
      shard.events.publish({ type: "activeBranch", user: user._id, branch: found.branch, activeName })
      return ok
    }),
    route(
      { ...Code.cloneBranch, input: Clone },
      signedIn,
      (wanted, user, { now }) => clone(context, user, wanted, now),
      () => refusal(fault)
    ),
    route({ ...Code.deleteBranch, input: Named }, signedIn, ({ branch }, user, { now }) => {
      const found = branch === undefined ? undefined : user.branches.get(branch)
      // Deleting an active branch does nothing, without an error.
      if (found !== undefined && !found.activeWorld && !found.activeSim) user.branches.delete(found.branch)
      return { ...ok, timestamp: Millis.make(now) }
    })
  ]
}
