/** Compares code with that of a branch, uploads it, and downloads it. */
import * as Code from "@screeps-effect/api/Code"
import { ScreepsClient } from "@screeps-effect/api/ScreepsClient"
import { InvalidInput, ScreepsError } from "@screeps-effect/api/ScreepsError"
import { branches } from "@screeps-effect/api/User"
import type { ActiveBranchEvent } from "@screeps-effect/schema/ActiveBranchEvent"
import type { BranchName } from "@screeps-effect/schema/Branch"
import * as CodeModules from "@screeps-effect/schema/CodeModules"
import * as Decoder from "@screeps-effect/schema/Decoder"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { Channel } from "../../Channel.ts"
import * as Channels from "../../Channels.ts"
import type { ScreepsSocket } from "../../ScreepsSocket.ts"
import type { SocketError } from "../../SocketError.ts"
import * as Listening from "../Listening.ts"
import { isSameBytes } from "./codeFile.ts"

/** The differences between local modules and those of a branch: every module name once, in order. */
export interface CodeDiff {
  /** Names of modules that are only local. */
  readonly added: ReadonlyArray<string>
  /** Names of modules with different contents. */
  readonly changed: ReadonlyArray<string>
  /** Names of modules that are only in the branch: an upload deletes them. */
  readonly removed: ReadonlyArray<string>
  /** Names of modules with equal contents. */
  readonly same: ReadonlyArray<string>
}

const isSameBinary = (a: CodeModules.BinaryModule, b: CodeModules.BinaryModule): boolean => {
  if (a.binary === b.binary) return true
  const [mine, theirs] = [CodeModules.toBytes(a), CodeModules.toBytes(b)]
  return Result.isSuccess(mine) && Result.isSuccess(theirs) && isSameBytes(mine.success, theirs.success)
}

const isSameModule = (a: CodeModules.CodeModule, b: CodeModules.CodeModule): boolean =>
  CodeModules.isBinary(a) && CodeModules.isBinary(b) ? isSameBinary(a, b) : a === b

/** Whether a module is the empty `main` that servers add to branches without a `main`. */
const isAddedByServer = (name: string, module: CodeModules.CodeModule) => name === "main" && module === ""

type Kind = keyof CodeDiff

/**
 * Returns the differences between local modules and those of a branch, module by module.
 *
 * **Details**
 *
 * Texts are compared character by character, WebAssembly binaries by their bytes. The empty `main` that servers add to
 * branches without a `main` counts as equal if there is no local `main`.
 */
export const diff = (local: CodeModules.CodeModules, remote: CodeModules.CodeModules): CodeDiff => {
  const here = new Map(Object.entries(local))
  const there = new Map(Object.entries(remote))
  const names: { readonly [kind in Kind]: Array<string> } = { added: [], changed: [], removed: [], same: [] }
  const kindOf = (name: string): Kind => {
    const mine = here.get(name)
    const theirs = there.get(name)
    if (theirs === undefined) return "added"
    if (mine === undefined) return isAddedByServer(name, theirs) ? "same" : "removed"
    return isSameModule(mine, theirs) ? "same" : "changed"
  }
  for (const name of [...new Set([...here.keys(), ...there.keys()])].toSorted())
    names[kindOf(name)].push(name)
  return names
}

/** Checks whether nothing differs. */
export const isSame = ({ added, changed, removed }: CodeDiff): boolean =>
  added.length + changed.length + removed.length === 0

/** A branch, and where its name comes from. */
export interface ChosenBranch {
  readonly branch: BranchName
  /** `option`: it was passed; `server`: the server's `branch`, such as in its entry of the credentials file; `default`: the active branch. */
  readonly chosenBy: "option" | "server" | "default"
}

/**
 * Returns the given branch, else the default one of the server, else the active one.
 *
 * **Errors** `InvalidInput`: the server's `branch` cannot be used, for example `auto` outside of a Git repository.
 */
export const chooseBranch = (given?: BranchName): Effect.Effect<ChosenBranch, ScreepsError, ScreepsClient> =>
  Effect.gen(function* () {
    if (given !== undefined) return { branch: given, chosenBy: "option" }
    const { server } = yield* ScreepsClient
    if (server.branch === undefined) return { branch: "$activeWorld", chosenBy: "default" }
    if (Result.isSuccess(server.branch)) return { branch: server.branch.success, chosenBy: "server" }
    const detail = `${server.branch.failure.message}; or pass a branch`
    return yield* new ScreepsError({
      operation: Code.get.name,
      reason: new InvalidInput({ field: "branch", detail })
    })
  })

/** The code of a branch. */
export interface BranchCode {
  /** The branch's real name; the requested name if the server does not send one. */
  readonly branch: string
  readonly modules: CodeModules.CodeModules
}

/**
 * Downloads the code of a branch, by default of the one that `chooseBranch` returns.
 *
 * **Errors** those of `Code.get`: `Rejected` ("no code": there is no such branch; on xxscreeps `EndpointNotFound`),
 * `Unauthorized`.
 *
 * **Source** `GET /api/user/code`. Official quota: 60 per hour.
 */
export const pull = (branch?: BranchName): Effect.Effect<BranchCode, ScreepsError, ScreepsClient> =>
  Effect.flatMap(chooseBranch(branch), download)

const download = ({ branch }: { readonly branch: BranchName }) =>
  Effect.map(Code.get({ branch }), ({ branch: name = branch, modules }) => ({ branch: name, modules }))

/** Options for pushing code. */
export interface PushOptions {
  /**
   * The branch; created when it is missing. `$activeWorld` and `$activeSim` stand for the active branches. Default: that
   * of the server, else the active branch (see `chooseBranch`).
   */
  readonly branch?: BranchName | undefined
  /** Activates the branch in the world or in the simulation after the upload. */
  readonly activate?: Code.ActiveName | undefined
  /**
   * How long to wait until the socket reports the upload and the activation, before they are read back; by default they are
   * not confirmed.
   */
  readonly confirm?: Duration.Input | undefined
  /** Whether to return only what would be done; nothing is uploaded. */
  readonly dryRun?: boolean | undefined
  /** `upload` allows an upload without the module `main`, or without code where the branch has some: nothing runs then. */
  readonly withoutMain?: "upload" | undefined
  /** The present code of this branch, such as the result of `pull`: the branch is not downloaded again. */
  readonly remote?: BranchCode | undefined
}

/** What a push did, or would do. */
export interface Pushed {
  /** The branch's real name. */
  readonly branch: string
  /** Why it is this branch. */
  readonly chosenBy: ChosenBranch["chosenBy"]
  /**
   * Where the branch is active, so that its code runs, including where it was activated; of `$activeWorld` and `$activeSim`
   * without `activate` only that place. `undefined` if the server does not say (xxscreeps).
   */
  readonly activeIn: ReadonlyArray<Code.ActiveName> | undefined
  /** The differences from the branch's code before the push. */
  readonly changes: CodeDiff
  /** Whether the branch was created. */
  readonly created: boolean
  /**
   * `unchanged`: nothing differed and nothing was sent; `uploaded`: the server accepted it; `confirmed`: the socket
   * reported exactly this code, or it was read back; `unconfirmed`: uploaded, but neither happened in time; `planned`: a
   * dry run.
   */
  readonly code: "unchanged" | "uploaded" | "confirmed" | "unconfirmed" | "planned"
  /** The same for the activation; `undefined` without `activate`. */
  readonly activation: "unchanged" | "activated" | "confirmed" | "unconfirmed" | "planned" | undefined
}

const accepts = Decoder.guard(Code.set.input)

const isBlank = (modules: CodeModules.CodeModules) =>
  Object.values(modules).every((module) => !CodeModules.isBinary(module) && module.trim() === "")

const wouldEmpty = new InvalidInput({
  field: "modules",
  detail: 'they contain no code, and the branch does: pass withoutMain: "upload" to delete its code'
})

const withoutMainOf = (modules: CodeModules.CodeModules) => {
  const names = Object.keys(modules).map((name) => JSON.stringify(name))
  const found =
    names.length === 0 ? "there are no modules" : `there is no main, only ${names.slice(0, 10).join(", ")}`
  const more = names.length > 10 ? ` and ${names.length - 10} more` : ""
  const detail = `${found}${more}: the game runs main; pass withoutMain: "upload" to run no code`
  return new InvalidInput({ field: "modules", detail })
}

const ofAnother = (known: string, target: BranchName) =>
  new InvalidInput({
    field: "remote",
    detail: `expected the code of the branch ${JSON.stringify(target)}, got that of ${JSON.stringify(known)}`
  })

/** Whether a name stands for the active branch, whatever its real name is. */
const isAlias = (branch: BranchName) => branch.startsWith("$")

/** Whether the download of a branch's code failed since there is no such branch; xxscreeps responds with 404. */
const isMissing = ({ reason }: ScreepsError): boolean =>
  reason._tag === "EndpointNotFound" || (reason._tag === "Rejected" && reason.detail === "no code")

/** Downloads the code of a branch; `undefined` when it is missing and can be created. */
const find = (branch: BranchName): Effect.Effect<BranchCode | undefined, ScreepsError, ScreepsClient> =>
  Effect.catchIf(
    download({ branch }),
    (error) => !isAlias(branch) && isMissing(error),
    () => Effect.undefined
  )

const places = ["activeWorld", "activeSim"] as const

/**
 * Returns where a branch is active, of an alias only the place that it names, without a request; `undefined` if the server
 * marks no branch.
 */
const findActive = (branch: string, target: BranchName) => {
  const named = places.filter((where) => target === `$${where}`)
  if (named.length > 0) return Effect.succeed(named)
  return Effect.map(branches(), ({ list }) => {
    const activeIn = (where: Code.ActiveName) => list.filter((one) => one[where] === true)
    if (!places.some((where) => activeIn(where).length > 0)) return undefined
    return places.filter((where) => activeIn(where).some((one) => one.branch === branch))
  })
}

/** A request and its effect. */
interface Step<A> {
  /** The channel that reports the effect. */
  readonly channel: Channel<A>
  readonly matches: (payload: A) => boolean
  readonly request: Effect.Effect<unknown, ScreepsError, ScreepsClient>
  /** Reads the effect over HTTP. */
  readonly readBack: Effect.Effect<boolean, ScreepsError, ScreepsClient>
}

type Sent = Effect.Effect<
  "sent" | "confirmed" | "unconfirmed",
  ScreepsError | SocketError,
  ScreepsClient | ScreepsSocket
>

/**
 * Sends a request. With a deadline, confirms it: listens from before sending until the deadline, and otherwise reads back,
 * once. Nothing is sent when the channel is not subscribed to by the deadline. A report that was certainly or possibly
 * missed is not waited for.
 */
const send = <A>(
  { channel, matches, readBack, request }: Step<A>,
  deadline: Duration.Input | undefined
): Sent => {
  if (deadline === undefined) return Effect.as(request, "sent")
  return Effect.gen(function* () {
    let isReported = false
    const { ended, isEstablished } = yield* Listening.start(
      channel,
      (signal) => {
        if (signal._tag === "Payload" && matches(signal.payload)) isReported = true
        return !isReported && signal._tag !== "Gap"
      },
      { within: deadline }
    )
    yield* request
    if (isEstablished) yield* Effect.timeoutOption(Effect.ignore(ended), deadline)
    const isConfirmed = isReported || (yield* Effect.orElseSucceed(readBack, () => false))
    return isConfirmed ? "confirmed" : "unconfirmed"
  }).pipe(Effect.scoped)
}

const upload = (branch: BranchName, modules: CodeModules.CodeModules, deadline?: Duration.Input): Sent => {
  const isThis = (code: { readonly branch: string; readonly modules: CodeModules.CodeModules }) =>
    code.branch === branch && isSame(diff(modules, code.modules))
  const step = {
    channel: Channels.code(),
    matches: isThis,
    request: Code.set({ branch, modules }),
    readBack: Effect.map(download({ branch }), isThis)
  }
  return send(step, deadline)
}

const activate = (branch: string, where: Code.ActiveName, deadline?: Duration.Input): Sent => {
  const step: Step<ActiveBranchEvent> = {
    channel: Channels.activeBranch(),
    matches: (event) => event.branch === branch && event.activeName === where,
    request: Code.setActiveBranch({ branch, activeName: where }),
    readBack: Effect.map(findActive(branch, branch), (found) => found?.includes(where) === true)
  }
  return send(step, deadline)
}

/** Checks modules that were given; the server would turn a missing `main` into an empty one. */
const checkInput = Effect.fnUntraced(function* (
  branch: BranchName,
  given: CodeModules.CodeModules,
  withoutMain: "upload" | undefined
) {
  const hasMain = Object.hasOwn(given, "main")
  const modules = hasMain || withoutMain === undefined ? given : { ...given, main: "" }
  const wanted = { branch, modules }
  // The operation fails on invalid input with its own error, before anything is sent.
  if (!accepts(wanted)) yield* Code.set(wanted)
  if (Object.hasOwn(modules, "main")) return modules
  return yield* new ScreepsError({ operation: Code.set.name, reason: withoutMainOf(modules) })
})

/**
 * Uploads modules to a branch when they differ from its code.
 *
 * **Details**
 *
 * The branch's code is downloaded and compared first, module by module, and nothing is uploaded when nothing differs.
 * An upload deletes the branch's other modules: the server replaces a branch as a whole. A missing branch is created.
 * With `confirm`, nothing is sent before the server has the socket's subscription, and the result says whether the socket
 * reported exactly this code in this branch by the deadline, and the activation. What it did not report, for example
 * because the connection was lost meanwhile, is read back once.
 *
 * **Gotchas**
 *
 * An accepted upload does not mean that the code runs without errors: see the console.
 *
 * **Errors** `InvalidInput` (modules that a server would drop or reject, without `main`, no code over existing code, or
 * the `remote` of another branch; nothing is uploaded) and those of `Code.get`, `Code.createBranch`, `Code.set`, `Code.setActiveBranch`;
 * with `confirm` also `SocketError` when the socket cannot subscribe by the deadline: the unconfirmed step is not sent.
 *
 * **Source** `GET /api/user/code`, `POST /api/user/code`; official quotas: 60 per hour and 240 per day. The socket's
 * events recorded from a server 4.3.0.
 */
export function push(
  modules: CodeModules.CodeModules,
  options?: PushOptions & { readonly confirm?: undefined }
): Effect.Effect<Pushed, ScreepsError, ScreepsClient>
export function push(
  modules: CodeModules.CodeModules,
  options?: PushOptions
): Effect.Effect<Pushed, ScreepsError | SocketError, ScreepsClient | ScreepsSocket>
export function push(
  given: CodeModules.CodeModules,
  { activate: where, branch: wanted, confirm, dryRun = false, remote: known, withoutMain }: PushOptions = {}
): Effect.Effect<Pushed, ScreepsError | SocketError, ScreepsClient | ScreepsSocket> {
  return Effect.gen(function* () {
    const { branch: target, chosenBy } = yield* chooseBranch(wanted)
    const modules = yield* checkInput(target, given, withoutMain)
    if (known !== undefined && !isAlias(target) && known.branch !== target) {
      return yield* new ScreepsError({ operation: Code.set.name, reason: ofAnother(known.branch, target) })
    }
    const remote = known ?? (yield* find(target))
    const branch = remote?.branch ?? target
    const changes = diff(modules, remote?.modules ?? {})
    if (remote !== undefined && withoutMain === undefined && isBlank(modules) && !isBlank(remote.modules)) {
      return yield* new ScreepsError({ operation: Code.set.name, reason: wouldEmpty })
    }
    const created = remote === undefined
    const differs = created || !isSame(changes)
    const before = created ? [] : yield* findActive(branch, where === undefined ? target : branch)
    const runs = where !== undefined && before?.includes(where) === true
    const activeIn = where === undefined || runs ? before : [...(before ?? []), where]
    const pushed = { branch, chosenBy, activeIn, changes, created }
    if (dryRun) {
      const activation = where === undefined ? undefined : runs ? "unchanged" : "planned"
      return { ...pushed, code: differs ? "planned" : "unchanged", activation }
    }
    // Created empty and then filled: only private servers are known to accept code together with a new branch.
    if (created) yield* Code.createBranch({ newName: branch, modules: { main: "" } })
    const uploaded = differs ? yield* upload(branch, modules, confirm) : "unchanged"
    const code = uploaded === "sent" ? "uploaded" : uploaded
    if (where === undefined) return { ...pushed, code, activation: undefined }
    const activated = runs ? "unchanged" : yield* activate(branch, where, confirm)
    return { ...pushed, code, activation: activated === "sent" ? "activated" : activated }
  })
}
