/** Code to a branch and back. */
import * as Code from "@screeps-effect/api/Code"
import type { ScreepsClient } from "@screeps-effect/api/ScreepsClient"
import { InvalidInput, ScreepsError } from "@screeps-effect/api/ScreepsError"
import { branches } from "@screeps-effect/api/User"
import type { BranchName } from "@screeps-effect/schema/Branch"
import type { ActiveBranchEvent } from "@screeps-effect/schema/ActiveBranchEvent"
import type { CodeEvent } from "@screeps-effect/schema/CodeEvent"
import * as CodeModules from "@screeps-effect/schema/CodeModules"
import * as Decoder from "@screeps-effect/schema/Decoder"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Channels from "../../Channels.ts"
import type { ScreepsSocket } from "../../ScreepsSocket.ts"
import type { SocketError } from "../../SocketError.ts"
import * as Confirm from "./confirm.ts"
import { type CodeDiff, diff, isSame } from "./Diff.ts"

/** The code of a branch, by the branch's real name. */
export interface BranchCode {
  readonly branch: string
  readonly modules: CodeModules.CodeModules
}

/**
 * Reads the code of a branch.
 *
 * **Errors** those of `Code.get`: `Rejected` ("no code": there is no such branch), `Unauthorized`.
 *
 * **Source** `GET /api/user/code`. Official quota: 60 per hour.
 */
export const pull = (branch: BranchName): Effect.Effect<BranchCode, ScreepsError, ScreepsClient> =>
  Effect.map(Code.get({ branch }), ({ branch, modules }) => ({ branch, modules }))

/** Where code goes, and what happens besides. */
export interface PushOptions {
  /** The branch; created when it is missing. `$activeWorld` and `$activeSim` stand for the active ones. */
  readonly branch: BranchName
  /** Makes the branch the one that runs in the world, or in the simulation, after its code is there. */
  readonly activate?: Code.ActiveName | undefined
  /** How long the socket may take to confirm what was done; by default that is not checked. */
  readonly confirm?: Duration.Input | undefined
  /** Returns what would be done, and does nothing. */
  readonly dryRun?: boolean | undefined
  /** Says that no code at all (no modules, or only blank ones) may replace the code of a branch. */
  readonly empty?: "overwrite" | undefined
  /** What the branch, and no other, is known to hold, such as the result of `pull`: it is not read again. */
  readonly remote?: BranchCode | undefined
}

/** What a push did, or would do. */
export interface Pushed {
  /** The branch's real name. */
  readonly branch: string
  /** What differed from the branch before. */
  readonly changes: CodeDiff
  /** Whether the branch was made for it. */
  readonly created: boolean
  /**
   * `unchanged`: nothing differed and nothing was sent; `uploaded`: the server took it; `confirmed`: the socket confirmed
   * it, too; `unconfirmed`: uploaded, but the socket did not confirm it in time; `planned`: a dry run.
   */
  readonly code: "unchanged" | "uploaded" | "confirmed" | "unconfirmed" | "planned"
  /** The same for activating; `undefined` without `activate`. */
  readonly activation: "unchanged" | "activated" | "confirmed" | "unconfirmed" | "planned" | undefined
}

const accepts = Decoder.guard(Code.set.input)

const isBlank = (modules: CodeModules.CodeModules) =>
  Object.values(modules).every((module) => !CodeModules.isBinary(module) && module.trim() === "")

const wouldEmpty = new InvalidInput({
  field: "modules",
  detail: 'there is no code in them and the branch has some: say empty: "overwrite" to lose it'
})

const ofAnother = (known: string, target: BranchName) =>
  new InvalidInput({
    field: "remote",
    detail: `it is the code of ${JSON.stringify(known)}, and what is pushed goes to ${JSON.stringify(target)}`
  })

/** Names of the active branches, whatever these are called. */
const isAlias = (branch: BranchName) => branch.startsWith("$")

/** The code of a branch; `undefined` when it is missing and can be created. */
const find = (branch: BranchName): Effect.Effect<BranchCode | undefined, ScreepsError, ScreepsClient> =>
  Effect.catchReason(
    pull(branch),
    "ScreepsError",
    "Rejected",
    ({ detail: text }, error): Effect.Effect<undefined, ScreepsError> =>
      text === "no code" && !isAlias(branch) ? Effect.undefined : Effect.fail(error)
  )

const isActive = (branch: string, where: Code.ActiveName) =>
  Effect.map(branches(), ({ list }) => list.some((one) => one.branch === branch && one[where] === true))

const upload = <E, R>(
  branch: string,
  modules: CodeModules.CodeModules,
  confirm: Confirm.Confirm<E, R>
): Effect.Effect<"uploaded" | "confirmed" | "unconfirmed", E | ScreepsError, R | ScreepsClient> =>
  confirm
    .send<CodeEvent, ScreepsError, ScreepsClient>(
      Channels.code(),
      (event) => event.branch === branch && isSame(diff(modules, event.modules)),
      Code.set({ branch, modules })
    )
    .pipe(
      Effect.map((isConfirmed) =>
        isConfirmed === undefined ? "uploaded" : isConfirmed ? "confirmed" : "unconfirmed"
      )
    )

const activate = <E, R>(
  branch: string,
  where: Code.ActiveName,
  confirm: Confirm.Confirm<E, R>
): Effect.Effect<"activated" | "confirmed" | "unconfirmed", E | ScreepsError, R | ScreepsClient> =>
  confirm
    .send<ActiveBranchEvent, ScreepsError, ScreepsClient>(
      Channels.activeBranch(),
      (event) => event.branch === branch && event.activeName === where,
      Code.setActiveBranch({ branch, activeName: where })
    )
    .pipe(
      Effect.map((isConfirmed) =>
        isConfirmed === undefined ? "activated" : isConfirmed ? "confirmed" : "unconfirmed"
      )
    )

/** A push with any way of confirming. @internal */
export const pushWith = <E, R>(
  modules: CodeModules.CodeModules,
  { activate: where, branch: target, dryRun = false, empty, remote: known }: PushOptions,
  confirm: Confirm.Confirm<E, R>
): Effect.Effect<Pushed, E | ScreepsError, R | ScreepsClient> =>
  Effect.gen(function* () {
    const wanted = { branch: target, modules }
    // What does not fit is refused by the operation, in its own words, before anything is sent.
    if (!accepts(wanted)) yield* Code.set(wanted)
    if (known !== undefined && !isAlias(target) && known.branch !== target) {
      return yield* new ScreepsError({ operation: Code.set.name, reason: ofAnother(known.branch, target) })
    }
    const remote = known ?? (yield* find(target))
    const branch = remote?.branch ?? target
    const changes = diff(modules, remote?.modules ?? {})
    if (remote !== undefined && empty === undefined && isBlank(modules) && !isBlank(remote.modules)) {
      return yield* new ScreepsError({ operation: Code.set.name, reason: wouldEmpty })
    }
    const created = remote === undefined
    const differs = created || !isSame(changes)
    const runs = where === undefined ? undefined : !created && (yield* isActive(branch, where))
    if (dryRun) {
      const activation = runs === undefined ? undefined : runs ? "unchanged" : "planned"
      return { branch, changes, created, code: differs ? "planned" : "unchanged", activation }
    }
    // Made empty and then filled: that the code given with a new branch is taken is known of private servers only.
    if (created) yield* Code.createBranch({ newName: branch, modules: { main: "" } })
    const code = differs ? yield* upload(branch, modules, confirm) : "unchanged"
    if (where === undefined || runs === undefined)
      return { branch, changes, created, code, activation: undefined }
    const activation = runs ? "unchanged" : yield* activate(branch, where, confirm)
    return { branch, changes, created, code, activation }
  })

/**
 * Uploads modules to a branch when they differ from what it holds.
 *
 * **Details**
 *
 * The branch's code is read and compared first, module by module, and nothing is uploaded when nothing differs. Modules
 * of the branch that are not among those pushed are deleted by an upload: the server keeps a branch as a whole. A
 * branch that is missing is made. With `confirm` the socket is listened to before anything is sent, and the outcome says
 * whether it confirmed just this code in this branch by the deadline, and the activation.
 *
 * **Gotchas**
 *
 * That a server took the code does not say that it runs without faults: see the console. A connection that is lost
 * between upload and confirmation leaves it `unconfirmed`.
 *
 * **Errors** `InvalidInput` (modules that a server would drop or refuse, no code over existing code, or the `remote` of
 * another branch; nothing is sent) and those of `Code.get`, `Code.createBranch`, `Code.set`, `Code.setActiveBranch`; with `confirm` also
 * `SocketError` when the socket cannot listen by the deadline: what was to be confirmed is not sent.
 *
 * **Source** `GET /api/user/code`, `POST /api/user/code`; official quotas: 60 per hour and 240 per day. The socket's
 * events recorded from a server 4.3.0.
 */
export function push(
  modules: CodeModules.CodeModules,
  options: PushOptions & { readonly confirm?: undefined }
): Effect.Effect<Pushed, ScreepsError, ScreepsClient>
export function push(
  modules: CodeModules.CodeModules,
  options: PushOptions
): Effect.Effect<Pushed, ScreepsError | SocketError, ScreepsClient | ScreepsSocket>
export function push(
  modules: CodeModules.CodeModules,
  options: PushOptions
): Effect.Effect<Pushed, ScreepsError | SocketError, ScreepsClient | ScreepsSocket> {
  return options.confirm === undefined
    ? pushWith(modules, options, Confirm.not)
    : pushWith(modules, options, Confirm.within(options.confirm))
}
