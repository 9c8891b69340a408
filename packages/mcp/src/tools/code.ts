/** Tools for code: reading it, deploying it with a way back, and activating branches. */
import * as Code from "@screeps-effect/api/Code"
import * as Game from "@screeps-effect/api/Game"
import { ScreepsClient } from "@screeps-effect/api/ScreepsClient"
import * as User from "@screeps-effect/api/User"
import * as CodeModules from "@screeps-effect/schema/CodeModules"
import * as CodeSync from "@screeps-effect/socket/workflows/CodeSync"
import * as Channels from "@screeps-effect/socket/Channels"
import * as Listening from "@screeps-effect/socket/workflows/Listening"
import * as ConsoleEvent from "@screeps-effect/schema/ConsoleEvent"
import * as ConsoleText from "@screeps-effect/schema/ConsoleText"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { checkIrreversible } from "../Access.ts"
import { now } from "../AuditLog.ts"
import { Deployments } from "../Deployments.ts"
import { ToolFailure } from "../ToolFailure.ts"
import { cursor, listed } from "./answers.ts"
import { define, documented, handle } from "./define.ts"
import { syntaxErrors } from "./syntax.ts"

const branchName = Schema.NonEmptyString.check(Schema.isMaxLength(30)).annotate({
  description: "Name of the branch; default: the one that runs in the world"
})
const branch = Schema.optionalKey(branchName)
const moduleName = Schema.NonEmptyString.check(Schema.isMaxLength(200))
const active = "$activeWorld"

const listCode = define("list_code", {
  operations: [User.branches, Code.get],
  description: "Lists the branches and which of them run, and the modules of one branch with their sizes.",
  parameters: { branch, cursor }
})

const readCode = define("read_code", {
  operations: [Code.get],
  description: "Returns the source of one module.",
  parameters: { branch, module: moduleName, cursor }
})

const deployCode = define("deploy_code", {
  operations: [Code.set, Code.get],
  // What is replaced is recorded first.
  changes: "reversible",
  description:
    "Uploads modules to a branch after checking their syntax; other modules of the branch stay. What was there is recorded: rollback_code brings it back. With watch_seconds, the console is watched afterwards, and errors of the script roll the branch back.",
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
  idempotent: true
})

const rollbackCode = define("rollback_code", {
  operations: [Code.set, Code.get],
  changes: "reversible",
  description:
    "Brings back what the last deploy_code of a branch replaced, byte for byte, unless somebody else changed the branch since.",
  parameters: { branch },
  idempotent: false
})

const activateBranch = define("activate_branch", {
  operations: [Code.setActiveBranch],
  parameters: {
    branch: documented(branchName, Code.setActiveBranch, "branch")
  }
})

/** The tools. @internal */
export const tools = [listCode, readCode, deployCode, rollbackCode, activateBranch] as const

const failed = (message: string) => new ToolFailure({ kind: "failed", message })

const sizeOf = (module: CodeModules.CodeModule): string =>
  CodeModules.isBinary(module)
    ? `WebAssembly, ${module.binary.length} characters`
    : `${module.length} characters`

/** Names a branch for the record of deployments. */
const placeOf = (branch: string) =>
  Effect.gen(function* () {
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
      watched.errors.push(
        ...ConsoleEvent.lines(signal.payload).map(({ text }) => ConsoleText.printable(text))
      )
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

/** Brings back what the latest deployment to a branch replaced, unless somebody else changed the branch since. */
const restore = (branch: string) =>
  Effect.gen(function* () {
    const deployments = yield* Deployments
    const remote = yield* CodeSync.pull(branch)
    const place = yield* placeOf(remote.branch)
    const recorded = yield* deployments.list(place)
    // A deployment whose upload failed changed nothing.
    const happened = recorded.findIndex(({ before }) => !isSame(before, remote.modules))
    const latest = recorded[happened]
    if (latest === undefined) {
      return yield* failed(`No deployment to ${JSON.stringify(remote.branch)} is recorded.`)
    }
    if (!isSame(latest.after, remote.modules)) {
      return yield* failed(
        `${JSON.stringify(remote.branch)} was changed since its last deployment: its code was left as it is.`
      )
    }
    yield* upload(remote.branch, { main: "", ...latest.before }, remote)
    yield* deployments.save(place, recorded.slice(happened + 1))
    return { branch: remote.branch, time: latest.time }
  })

/** Fails if the code of a branch does not run in the world: nothing about it would be seen on the console. */
const checkActive = (branch: string) =>
  Effect.gen(function* () {
    const { list } = yield* User.branches()
    if (list.some((one) => one.branch === branch && one.activeWorld === true)) return
    return yield* failed(
      `Nothing was uploaded: the code of ${JSON.stringify(branch)} does not run, so there is nothing to watch.`
    )
  })

const summary = ({ added, changed, removed }: CodeSync.CodeDiff): string =>
  [
    ...(added.length === 0 ? [] : [`added ${added.map((name) => JSON.stringify(name)).join(", ")}`]),
    ...(changed.length === 0 ? [] : [`changed ${changed.map((name) => JSON.stringify(name)).join(", ")}`]),
    ...(removed.length === 0 ? [] : [`deleted ${removed.map((name) => JSON.stringify(name)).join(", ")}`])
  ].join("; ")

/** Splits a source into lines that can be paged; long lines of bundles are split, too. */
const linesOf = (source: string): ReadonlyArray<string> => source.match(/[^\n]{1,500}|\n(?=\n)/gu) ?? []

/** What the tools do. @internal */
export const handlers = {
  list_code: handle(listCode, ({ branch = active, cursor }) =>
    Effect.gen(function* () {
      const { list } = yield* User.branches()
      const branches = list.map(({ activeSim, activeWorld, branch: name }) => {
        const where = [
          ...(activeWorld === true ? ["world"] : []),
          ...(activeSim === true ? ["simulation"] : [])
        ]
        return `${JSON.stringify(name)}${where.length === 0 ? "" : ` (runs in the ${where.join(" and the ")})`}`
      })
      const code = yield* CodeSync.pull(branch)
      const modules = Object.entries(code.modules).map(
        ([name, one]) => `${JSON.stringify(name)}: ${sizeOf(one)}`
      )
      return yield* listed(
        `Branches: ${branches.join(", ")}\nModules of ${JSON.stringify(code.branch)}:`,
        modules,
        cursor
      )
    })
  ),
  read_code: handle(readCode, ({ branch = active, cursor, module: name }) =>
    Effect.gen(function* () {
      const code = yield* CodeSync.pull(branch)
      const source = Object.hasOwn(code.modules, name) ? code.modules[name] : undefined
      if (source === undefined) {
        const known = Object.keys(code.modules)
          .slice(0, 50)
          .map((one) => JSON.stringify(one))
        return yield* failed(`${JSON.stringify(code.branch)} has no such module; it has ${known.join(", ")}.`)
      }
      if (CodeModules.isBinary(source)) return `A WebAssembly module: ${sizeOf(source)}.`
      return yield* listed("", linesOf(source), cursor)
    })
  ),
  deploy_code: handle(deployCode, ({ branch = active, modules, watch_seconds: seconds }) =>
    Effect.gen(function* () {
      const given = Object.entries(modules).flatMap(([name, source]) =>
        source === null ? [] : [[name, source] as const]
      )
      const wrong = syntaxErrors(Object.fromEntries(given))
      if (wrong.length > 0) return yield* failed(`Nothing was uploaded. Syntax errors: ${wrong.join("; ")}`)
      const remote = yield* CodeSync.pull(branch)
      const kept = Object.entries(remote.modules).filter(([name]) => !Object.hasOwn(modules, name))
      const next = Object.fromEntries([...kept, ...given])
      const changes = CodeSync.diff(next, remote.modules)
      if (CodeSync.isSame(changes))
        return `${JSON.stringify(remote.branch)} has this code already: nothing was uploaded.`
      const place = yield* placeOf(remote.branch)
      if (seconds !== undefined) yield* checkActive(remote.branch)
      const listening = seconds === undefined ? undefined : yield* listenForErrors
      const deployments = yield* Deployments
      const deployment = { time: yield* now, before: remote.modules, after: next }
      yield* deployments.save(place, [deployment, ...(yield* deployments.list(place))])
      yield* upload(remote.branch, next, remote)
      const done = `Uploaded to ${JSON.stringify(remote.branch)}: ${summary(changes)}.`
      if (listening === undefined || seconds === undefined)
        return `${done} rollback_code brings back what was there.`
      const { watched } = listening
      yield* nextTicks
      watched.counts = true
      const ended = yield* Effect.exit(listening.ended).pipe(Effect.timeoutOption(Duration.seconds(seconds)))
      const isLost = watched.missed || (Option.isSome(ended) && Exit.isFailure(ended.value))
      if (watched.errors.length === 0) {
        return isLost
          ? `${done} The connection was lost while the console was watched: errors may have been missed. Use read_console.`
          : `${done} No errors within ${seconds} seconds.`
      }
      yield* restore(remote.branch)
      return yield* failed(
        `${done} Then the script failed, and the code was rolled back:\n${watched.errors.join("\n")}`
      )
    }).pipe(Effect.scoped)
  ),
  rollback_code: handle(rollbackCode, ({ branch = active }) =>
    Effect.map(
      restore(branch),
      (back) => `${JSON.stringify(back.branch)} has the code again that was replaced at ${back.time}.`
    )
  ),
  activate_branch: handle(activateBranch, ({ branch }) =>
    Effect.gen(function* () {
      yield* checkIrreversible(
        "activate_branch",
        `Run the branch ${JSON.stringify(branch)} in the world from now on?`
      )
      yield* Code.setActiveBranch({ branch, activeName: "activeWorld" })
      return `${JSON.stringify(branch)} runs in the world from the next tick on.`
    })
  )
}
