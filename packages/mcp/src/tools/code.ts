/** Tools for code: reading it, deploying it with a way back, and activating branches. */
import * as Code from "@screeps-effect/api/Code"
import * as Game from "@screeps-effect/api/Game"
import { ScreepsClient } from "@screeps-effect/api/ScreepsClient"
import * as User from "@screeps-effect/api/User"
import * as CodeModules from "@screeps-effect/schema/CodeModules"
import * as CodeSync from "@screeps-effect/socket/workflows/CodeSync"
import * as Channels from "@screeps-effect/socket/Channels"
import { ScreepsSocket } from "@screeps-effect/socket/ScreepsSocket"
import * as Listening from "@screeps-effect/socket/workflows/Listening"
import * as ConsoleEvent from "@screeps-effect/schema/ConsoleEvent"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { parse } from "acorn"
import { checkConsent, checkWrite } from "../Access.ts"
import { now } from "../AuditLog.ts"
import { Deployments } from "../Deployments.ts"
import { failed } from "../ToolFailure.ts"
import { cursor, listed, listedText } from "./answers.ts"
import { define, documented } from "./define.ts"
import { answer, type AnswerText, join, marked, names } from "./text.ts"

const branchName = Schema.NonEmptyString.check(Schema.isMaxLength(30)).annotate({
  description:
    "Name of the branch; default: that of the server in the player's credentials file, else the one that runs in the world"
})
const branch = Schema.optionalKey(branchName)
const moduleName = Schema.NonEmptyString.check(Schema.isMaxLength(200))

const sizeOf = (module: CodeModules.CodeModule): string =>
  CodeModules.isBinary(module)
    ? `WebAssembly, ${module.binary.length} characters`
    : `${module.length} characters`

/** Names a branch for the record of deployments. */
const placeOf = Effect.fnUntraced(function* (branch: string) {
  const { server } = yield* ScreepsClient
  const { _id } = yield* User.whoAmI()
  return { server: server.url, user: _id, branch }
})

/** The most errors that are collected. */
const mostErrors = 5

/** Listens to the console from before an upload on; errors are collected once they count. */
const listenForErrors = Effect.gen(function* () {
  const watched = { errors: new Array<string>(), counts: false, missed: false }
  const { ended } = yield* Listening.start(Channels.console(), (signal) => {
    if (signal._tag === "Gap") watched.missed = true
    if (signal._tag === "Payload" && "error" in signal.payload && watched.counts) {
      watched.errors.push(...ConsoleEvent.lines(signal.payload).map(({ text }) => text))
    }
    return watched.errors.length < mostErrors
  })
  return { watched, ended }
})

/** Waits for the second tick after an upload: until then, errors may be those of the former code. */
const nextTicks = Effect.gen(function* () {
  const { time } = yield* Game.time()
  yield* Effect.delay(Game.time(), "500 millis").pipe(
    Effect.repeat({ until: (later) => later.time >= time + 2 }),
    Effect.timeoutOption("30 seconds")
  )
})

/** Uploads modules; an empty `main` is intended, a missing one is rejected. */
const upload = (branch: string, modules: CodeModules.CodeModules, remote: CodeSync.BranchCode) =>
  CodeSync.push(modules, {
    branch,
    remote,
    withoutMain: Object.hasOwn(modules, "main") ? "upload" : undefined
  })

const isSame = (one: CodeModules.CodeModules, other: CodeModules.CodeModules) =>
  CodeSync.isSame(CodeSync.diff(one, other))

/** Downloads the code of a branch, by default of the one that `chooseBranch` returns. */
const pull = Effect.fnUntraced(function* (branch: string | undefined) {
  const chosen = yield* CodeSync.chooseBranch(branch)
  return yield* Effect.catchIf(
    CodeSync.pull(branch),
    ({ reason }) =>
      reason._tag === "EndpointNotFound" || (reason._tag === "Rejected" && reason.detail === "no code"),
    () =>
      Effect.fail(
        failed(answer`There is no branch ${chosen.branch}: call_operation code.cloneBranch makes one.`)
      )
  )
})

/** Finds the deployment that a rollback undoes: the latest that changed something, if nobody changed the branch since. */
const findLatest = Effect.fnUntraced(function* (branch: string | undefined) {
  const deployments = yield* Deployments
  const remote = yield* pull(branch)
  const place = yield* placeOf(remote.branch)
  const recorded = yield* deployments.list(place)
  // A deployment whose upload failed changed nothing.
  const happened = recorded.findIndex(({ before }) => !isSame(before, remote.modules))
  const latest = recorded[happened]
  if (latest === undefined) {
    return yield* failed(answer`No deployment to ${remote.branch} is recorded.`)
  }
  if (!isSame(latest.after, remote.modules)) {
    return yield* failed(
      answer`${remote.branch} was changed since its last deployment: its code was left as it is.`
    )
  }
  return { remote, place, latest }
})

/** Brings back what a deployment replaced. */
const restore = Effect.fnUntraced(function* ({
  latest,
  place,
  remote
}: Effect.Success<ReturnType<typeof findLatest>>) {
  const deployments = yield* Deployments
  yield* upload(remote.branch, { main: "", ...latest.before }, remote)
  yield* deployments.update(place, (recorded) =>
    recorded.slice(
      recorded.findIndex((one) => one.time === latest.time && isSame(one.before, latest.before)) + 1
    )
  )
})

/** Asks before the code that runs is changed; a branch whose state is unknown may run. */
const checkRunning = (tool: string, branch: string, title: (branch: string) => string, input: object) =>
  Effect.gen(function* () {
    yield* checkWrite
    const { list } = yield* Effect.orElseSucceed(User.branches(), () => ({ list: [] }))
    const known = list.find((one) => one.branch === branch)
    const runs = known === undefined || known.activeWorld === true || known.activeSim === true
    if (runs) yield* checkConsent(tool, title(JSON.stringify(branch)), input)
  })
/** Fails if the code of a branch does not run in the world: nothing about it would be seen on the console. */
const checkActive = Effect.fnUntraced(function* (branch: string) {
  const { list } = yield* User.branches()
  if (list.some((one) => one.branch === branch && one.activeWorld === true)) return
  return yield* failed(
    answer`Nothing was uploaded: the code of ${branch} does not run in the world, so there is nothing to watch.`
  )
})

const summary = ({ added, changed, removed }: CodeSync.CodeDiff): AnswerText =>
  join(
    [
      ...(added.length === 0 ? [] : [answer`added ${names(added)}`]),
      ...(changed.length === 0 ? [] : [answer`changed ${names(changed)}`]),
      ...(removed.length === 0 ? [] : [answer`deleted ${names(removed)}`])
    ],
    "; "
  )

/** Splits a source into lines that can be paged; long lines of bundles are split, too. */
const linesOf = (source: string): ReadonlyArray<string> => source.match(/[^\n]{1,500}|\n(?=\n)/gu) ?? []

interface Deploy {
  readonly modules: Readonly<Record<string, string | null>>
  readonly seconds: number | undefined
}

/** Returns where the syntax of a module is wrong; `undefined` when it is right. */
const errorIn = (source: string): string | undefined => {
  try {
    // The game runs a module as the body of a function, which may return.
    parse(source, { ecmaVersion: "latest", sourceType: "script", allowReturnOutsideFunction: true })
    return undefined
  } catch (error) {
    // Acorn throws a SyntaxError with the place in its message, and runs out of stack for code that is nested too deeply.
    return error instanceof Error ? error.message.slice(0, 200) : "the code could not be parsed"
  }
}

/** Lists the modules whose syntax is wrong, with the reason. */
const syntaxErrors = (modules: CodeModules.CodeModules): ReadonlyArray<string> =>
  Object.entries(modules).flatMap(([name, module]) => {
    const error = CodeModules.isBinary(module) ? undefined : errorIn(module)
    return error === undefined ? [] : [`${JSON.stringify(name)}: ${error}`]
  })

/** What a question about a deployment shows: every source that is new, and every name. */
const inputOf = (
  { added, changed, removed }: CodeSync.CodeDiff,
  { modules, seconds }: Deploy
): Readonly<Record<string, unknown>> => ({
  ...Object.fromEntries([
    ...added.map((name) => [`new module ${JSON.stringify(name)}`, modules[name]] as const),
    ...changed.map((name) => [`changed module ${JSON.stringify(name)}`, modules[name]] as const)
  ]),
  "deleted modules": removed.length === 0 ? undefined : removed,
  watch_seconds: seconds
})

/** Uploads modules, after a question if they would run, and returns what was done. */
const deploy = Effect.fnUntraced(function* (branch: string | undefined, input: Deploy) {
  const given = Object.entries(input.modules).flatMap(([name, source]) =>
    source === null ? [] : [[name, source] as const]
  )
  const wrong = syntaxErrors(Object.fromEntries(given))
  if (wrong.length > 0) {
    return yield* failed(answer`Nothing was uploaded. Syntax errors: ${wrong.join("; ")}`)
  }
  const { chosenBy } = yield* CodeSync.chooseBranch(branch)
  const remote = yield* pull(branch)
  const kept = Object.entries(remote.modules).filter(([name]) => !Object.hasOwn(input.modules, name))
  const next = Object.fromEntries([...kept, ...given])
  const changes = CodeSync.diff(next, remote.modules)
  if (CodeSync.isSame(changes))
    return { done: answer`${remote.branch} has this code already: nothing was uploaded.` }
  const place = yield* placeOf(remote.branch)
  if (input.seconds !== undefined) yield* checkActive(remote.branch)
  yield* checkRunning(
    "deploy_code",
    remote.branch,
    (name) => `Upload this code to the branch ${name}, which runs? It can do whatever a console command can.`,
    inputOf(changes, input)
  )
  const listening = input.seconds === undefined ? undefined : yield* listenForErrors
  const deployments = yield* Deployments
  const deployment = { time: yield* now, before: remote.modules, after: next }
  yield* deployments.update(place, (earlier) => [deployment, ...earlier])
  const { activeIn } = yield* upload(remote.branch, next, remote)
  const why = chosenBy === "server" ? answer` (the branch in the credentials file)` : answer``
  const idle =
    activeIn === undefined || activeIn.includes("activeWorld")
      ? answer``
      : answer` It does not run in the world: activate_branch runs it.`
  const done = answer`Uploaded to ${remote.branch}${why}: ${summary(changes)}.${idle}`
  return { done, listening, remote }
})

/** Watches the console after an upload, and rolls it back if the script fails. */
const watch = Effect.fnUntraced(function* (
  done: AnswerText,
  branch: string,
  { ended: ending, watched }: Effect.Success<typeof listenForErrors>,
  seconds: number
) {
  yield* nextTicks
  // Errors of the former code have arrived after this.
  yield* (yield* ScreepsSocket).roundTrip
  watched.counts = true
  const ended = yield* Effect.exit(ending).pipe(Effect.timeoutOption(Duration.seconds(seconds)))
  const isLost = watched.missed || (Option.isSome(ended) && Exit.isFailure(ended.value))
  if (watched.errors.length === 0) {
    return isLost
      ? answer`${done} The connection was lost while the console was watched: errors may have been missed. Use read_console.`
      : answer`${done} No errors within ${seconds} seconds.`
  }
  // The player agreed to this with the deployment.
  yield* Effect.flatMap(findLatest(branch), restore)
  return yield* failed(
    answer`${done} Then the script failed, and the code was rolled back: ${marked(watched.errors.join("\n"))}`
  )
})

const listCode = define("list_code", {
  operations: [User.branches, Code.get],
  description: "Lists the branches and which of them run, and the modules of one branch with their sizes.",
  parameters: { branch, cursor },
  *run({ branch, cursor }) {
    const { list } = yield* User.branches()
    const branches = list.map(({ activeSim, activeWorld, branch: name }) => {
      const where = [
        ...(activeWorld === true ? [answer`world`] : []),
        ...(activeSim === true ? [answer`simulation`] : [])
      ]
      return where.length === 0 ? answer`${name}` : answer`${name} (runs in the ${join(where, " and the ")})`
    })
    const code = yield* pull(branch)
    const modules = Object.entries(code.modules).map(
      ([name, one]) => `${JSON.stringify(name)}: ${sizeOf(one)}`
    )
    return yield* listed(
      answer`Branches: ${join(branches, ", ")}\nModules of ${code.branch}:`,
      modules,
      cursor
    )
  }
})

const readCode = define("read_code", {
  operations: [Code.get],
  description: "Returns the source of one module.",
  parameters: { branch, module: moduleName, cursor },
  *run({ branch, cursor, module: name }) {
    const code = yield* pull(branch)
    const source = Object.hasOwn(code.modules, name) ? code.modules[name] : undefined
    if (source === undefined) {
      return yield* failed(
        answer`${code.branch} has no such module; it has ${names(Object.keys(code.modules))}.`
      )
    }
    if (CodeModules.isBinary(source))
      return answer`A WebAssembly module of ${source.binary.length} characters in Base64.`
    return yield* listedText(undefined, source, linesOf, cursor)
  }
})

const deployCode = define("deploy_code", {
  operations: [Code.set, Code.get],
  description:
    "Uploads modules to a branch after checking their syntax; other modules of the branch stay. What was there is recorded: rollback_code brings it back. If the branch runs, the player confirms the upload; sources that are too long for a question can be deployed to a branch that does not run (call_operation code.cloneBranch makes one), which activate_branch then runs. With watch_seconds, the console is watched afterwards, and errors of the script roll the branch back.",
  parameters: {
    branch,
    modules: Schema.Record(moduleName, Schema.NullOr(Schema.String)).annotate({
      description: "Source of each module by name, such as main; null deletes a module"
    }),
    watch_seconds: Schema.optionalKey(
      Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 60 })).annotate({
        description: "How long to watch the console for errors"
      })
    )
  },
  idempotent: true,
  turn: "code",
  *run({ branch, modules, watch_seconds: seconds }) {
    const { done, listening, remote } = yield* deploy(branch, { modules, seconds })
    if (remote === undefined) return done
    if (listening === undefined || seconds === undefined)
      return answer`${done} rollback_code brings back what was there.`
    return yield* watch(done, remote.branch, listening, seconds)
  }
})

const rollbackCode = define("rollback_code", {
  operations: [Code.set, Code.get],
  description:
    "Brings back what the last deploy_code of a branch replaced, byte for byte, unless somebody else changed the branch since. If the branch runs, the player confirms it.",
  parameters: { branch },
  idempotent: false,
  turn: "code",
  *run({ branch }) {
    const found = yield* findLatest(branch)
    const { latest, remote } = found
    yield* checkRunning(
      "rollback_code",
      remote.branch,
      (name) => `Bring back the code that ${name}, a branch that runs, had before the last deployment?`,
      { "replaced at": latest.time }
    )
    yield* restore(found)
    return answer`${remote.branch} has the code again that was replaced at ${latest.time}.`
  }
})

const activateBranch = define("activate_branch", {
  operations: [Code.setActiveBranch],
  parameters: {
    branch: documented(branchName, Code.setActiveBranch, "branch")
  },
  turn: "code",
  *run({ branch }) {
    yield* checkConsent(
      "activate_branch",
      "Run the code of this branch in the world from now on? Tools may have changed it.",
      { branch }
    )
    yield* Code.setActiveBranch({ branch, activeName: "activeWorld" })
    return answer`${branch} runs in the world from the next tick on.`
  }
})

/** The tools. @internal */
export const tools = [listCode, readCode, deployCode, rollbackCode, activateBranch] as const
