/** Other people's clients, run as programs of their own against a server, and what a proxy before the server saw. */
import { spawn } from "node:child_process"
import { createRequire } from "node:module"
import { writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import * as Code from "@screeps-effect/api/Code"
import * as Messages from "@screeps-effect/api/Messages"
import { Server } from "@screeps-effect/api/Server"
import * as User from "@screeps-effect/api/User"
import { temporaryFolder } from "@screeps-effect/fixtures/process"
import type { UserId } from "@screeps-effect/schema/UserId"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Semaphore from "effect/Semaphore"
import { activate, settle } from "../places.ts"
import { account } from "../test.ts"
import { type Exchange, proxy } from "./proxy.ts"
import { masked } from "./shape.ts"

const require = createRequire(import.meta.url)

/** What a program is given: its tasks, each with the address of a server. */
interface Given {
  readonly tasks: ReadonlyArray<{ readonly task: string; readonly url: string }>
  readonly username: string
  readonly password: string
  readonly userId: string
  /** A room of the account, and a free square in it. */
  readonly room: string
  readonly x: number
  readonly y: number
  /** The name of another account. */
  readonly other: string
}

/** A program of a client. */
interface Client {
  readonly name: string
  readonly tasks: ReadonlyArray<string>
  readonly command: (given: Given) => ReadonlyArray<string>
  /** The files of its folder. */
  readonly files?: (given: Given) => Readonly<Record<string, string>>
}

const version = (name: string) => {
  const { version }: { readonly version: string } = require(`${name}/package.json`)
  return `${name} ${version}`
}

const withJson = (name: string) => (given: Given) => [
  join(import.meta.dirname, "programs", `${name}.mjs`),
  JSON.stringify(given)
]

const sources = () => ({ "main.js": "module.exports.loop = () => {}\n" })

/** The command of `screeps-api`, which does one thing. */
const command = (task: string, args: ReadonlyArray<string>): Client => ({
  name: `${version("screeps-api")} (command)`,
  tasks: [task],
  command: () => [join(dirname(require.resolve("screeps-api/package.json")), "bin/screeps-api.js"), ...args],
  files: ({ password, tasks: [server], username }) => {
    const { hostname, port } = new URL(server?.url ?? "")
    return {
      ...sources(),
      "value.json": '{"from":"a file"}',
      ".screeps.yaml": [
        "servers:",
        "  main:",
        `    host: ${hostname}`,
        `    port: ${port}`,
        "    secure: false",
        `    username: ${username}`,
        `    password: ${password}`,
        ""
      ].join("\n")
    }
  }
})

/** All clients, in groups that share an account and run one after another. */
export const clients: ReadonlyArray<ReadonlyArray<Client>> = [
  [
    {
      name: `${version("screeps-api")} (library)`,
      tasks: ["sign in", "world", "account", "code", "memory", "building", "market", "messages"],
      command: withJson("screepsApi")
    }
  ],
  [
    {
      name: `${version("screeps-api")} (socket)`,
      tasks: ["channels", "a path of Memory", "compressed frames"],
      command: withJson("screepsApiSocket")
    }
  ],
  [
    command("upload", ["upload", "main.js"]),
    command("download", ["download"]),
    command("memory --set", ["memory", "foreign", "--set", "value.json"]),
    command("segment --set", ["segment", "1", "--set", "value.json"]),
    command("segment all", ["segment", "all"])
  ],
  [
    {
      name: version("sockjs-client"),
      tasks: ["channels", "a wrong token", "a transport without WebSocket"],
      command: withJson("sockJs")
    }
  ],
  // A program each: the plugin does not wait for the end of an upload.
  ["an existing branch", "a new branch", "a wrong password"].map((task) => ({
    name: version("rollup-plugin-screeps"),
    tasks: [task],
    command: withJson("rollupPlugin"),
    files: sources
  })),
  [
    {
      name: version("grunt-screeps"),
      tasks: ["an existing branch", "a new branch", "a wrong password"],
      command: withJson("grunt"),
      files: sources
    }
  ]
]

/** What a client sent in one task, and what came back; what it printed is the response to itself. */
export interface Recording extends Exchange {
  readonly client: string
  readonly task: string
}

const root = join(import.meta.dirname, "../../..")

/** The most of a program's output that is read, and the longest that a program runs: it may wait for a message in vain. */
const maxOutput = 100_000
const maxTime = 60_000

/**
 * Runs a program of others until it ends, without the environment of this one. It reads files of the repository and of its
 * folder only, writes to its folder only, and starts no other program.
 */
const run = (folder: string, command: ReadonlyArray<string>) =>
  Effect.callback<ReadonlyArray<string>>((resume) => {
    const flags = ["--permission", "--allow-addons", "--allow-worker", "--no-warnings"]
    // Since Node 25 programs with permissions need one for the network, too.
    if (process.allowedNodeEnvironmentFlags.has("--allow-net")) flags.push("--allow-net")
    const files = [`--allow-fs-read=${root}`, `--allow-fs-read=${folder}`, `--allow-fs-write=${folder}`]
    const child = spawn(process.execPath, [...flags, ...files, ...command], {
      cwd: folder,
      env: {},
      stdio: ["ignore", "pipe", "pipe"],
      timeout: maxTime,
      killSignal: "SIGKILL"
    })
    let output = ""
    const read = (more: Buffer) => {
      if (output.length < maxOutput) output += more.toString()
    }
    child.stdout.on("data", read)
    child.stderr.on("data", read)
    child.once("close", (code, signal) => {
      // Without traces and the words of Node, which differ between versions.
      const lines = output
        .split("\n")
        .filter((line) => /^[^\s}]/.test(line) && !/^(?:node:|Node\.js )/.test(line))
        .map((line) => line.replace(/^(\w*Error \[\w+\]): .*/, "$1"))
      const end = code === 0 ? [] : [`ended with ${code ?? signal}`]
      resume(Effect.succeed([...lines, ...end].map((line) => masked(line.trimEnd()).slice(0, 200))))
    })
    return Effect.sync(() => void child.kill("SIGKILL"))
  })

/** Registers an account with a room, a script, a module that runs, and a message of another account. */
const settled = <E, R>(greet: (to: UserId) => Effect.Effect<unknown, E, R>) =>
  Effect.gen(function* () {
    const { as, email: _, password, username } = yield* account
    return yield* as(
      Effect.gen(function* () {
        yield* Code.set({ branch: "default", modules: { main: "" } })
        const { room, spots } = yield* settle
        yield* activate()
        const { _id } = yield* User.whoAmI()
        yield* greet(_id)
        const { x = 0, y = 0 } = spots[0] ?? {}
        return { username, password: Redacted.value(password), userId: _id, room, x, y }
      })
    )
  })

/** Runs the tasks of one client, and returns what a proxy before each task's server saw. */
const record = (server: string, { command, files, name, tasks }: Client, own: Omit<Given, "tasks">) =>
  Effect.gen(function* () {
    const proxies = yield* Effect.forEach(tasks, (task) =>
      Effect.map(proxy(server), ({ exchanges, url }) => ({ task, url, exchanges }))
    )
    const given = { ...own, tasks: proxies.map(({ task, url }) => ({ task, url })) }
    const folder = yield* temporaryFolder("foreign")
    for (const [file, text] of Object.entries(files?.(given) ?? {})) writeFileSync(join(folder, file), text)
    const printed = yield* run(folder, command(given))
    const hide = (text: string) =>
      text
        .replaceAll(own.username, "<account>")
        .replaceAll(own.other, "<other>")
        .replaceAll(own.password, "<password>")
    const seen = proxies.flatMap(({ exchanges, task }): ReadonlyArray<Recording> =>
      exchanges().map(({ request, response }) => ({
        client: name,
        task,
        request: hide(request),
        response: response.map(hide)
      }))
    )
    const output: Recording = {
      client: name,
      task: tasks.join(", "),
      request: "output",
      response: printed.map(hide)
    }
    return [...seen, output]
  }).pipe(Effect.scoped)

/** Runs all clients against the server; returns what was seen, in the order of the clients and their requests. */
export const recordings = Effect.gen(function* () {
  const { url } = yield* Server
  const other = yield* account
  const greet = (to: UserId) => other.as(Messages.send({ respondent: to, text: "welcome" }))
  const one = yield* Semaphore.make(1)
  const groups = yield* Effect.forEach(
    clients,
    (group) =>
      Effect.gen(function* () {
        // One after another: each account takes a room that is free.
        const own = yield* one.withPermit(settled(greet))
        return yield* Effect.forEach(group, (client) =>
          record(url, client, { ...own, other: other.username })
        )
      }),
    { concurrency: 2 }
  )
  return groups.flat(2)
})
