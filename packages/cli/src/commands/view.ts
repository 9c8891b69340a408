/** `screeps view` */
// cspell:ignore rundll
import { randomBytes } from "node:crypto"
import { createServer } from "node:http"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import * as Credentials from "@screeps-effect/api/Credentials"
import * as Retry from "@screeps-effect/api/Retry"
import { Server } from "@screeps-effect/api/Server"
import * as User from "@screeps-effect/api/User"
import * as RoomPage from "@screeps-effect/pictures/RoomPage"
import type { RoomName } from "@screeps-effect/schema/RoomName"
import * as RoomFeed from "@screeps-effect/socket/RoomFeed"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import * as HttpServer from "effect/http/HttpServer"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schedule from "effect/Schedule"
import * as ChildProcess from "effect/process/ChildProcess"
import { ChildProcessSpawner } from "effect/process/ChildProcessSpawner"
import * as client from "../config/client.ts"
import { roomArgument, toggle } from "../input/flags.ts"
import * as Output from "../output/output.ts"
import { format, oneLine } from "../output/text.ts"
import { define } from "../runner/define.ts"
import { Refused } from "../runner/failure.ts"
import * as Serve from "./view/serve.ts"
import * as Updates from "./view/updates.ts"

const openers: Partial<Record<NodeJS.Platform, readonly [string, ...ReadonlyArray<string>]>> = {
  darwin: ["open"],
  win32: ["rundll32", "url.dll,FileProtocolHandler"]
}

/** Opens an address in the user's browser. */
const open = Effect.fnUntraced(function* (url: string) {
  const [command, ...args] = openers[process.platform] ?? ["xdg-open"]
  const spawner = yield* ChildProcessSpawner
  const options = { stdin: "ignore", stdout: "ignore", stderr: "ignore" } as const
  const status = yield* Effect.option(spawner.exitCode(ChildProcess.make(command, [...args, url], options)))
  if (Option.getOrUndefined(status) !== 0) yield* Output.warning(`no browser was opened: ${command} failed`)
})

const random = Effect.sync(() => randomBytes(24).toString("base64url"))

/** The account; `undefined` for guests, and for tokens that may not read it. */
const account = Effect.gen(function* () {
  const { current } = yield* Credentials.Credentials
  if (current._tag === "Guest") return undefined
  return yield* Effect.catchIf(
    User.whoAmI(),
    ({ reason }) => reason._tag === "Forbidden",
    () => Effect.undefined
  )
})

/** The time after which a server that did not respond is asked again. */
const againEvery = "10 seconds"

const serve = Effect.fnUntraced(function* (rooms: ReadonlyArray<RoomName>, isOpened: boolean) {
  const { shard, url: game } = yield* Server
  const terrainOf = Updates.makeTerrains(shard)
  let me: User.WhoAmI | undefined
  const start = Effect.gen(function* () {
    me = yield* account
    yield* Effect.forEach(rooms, terrainOf, { discard: true })
  })
  yield* Effect.catchIf(start, Retry.isTransient, ({ message }) =>
    Effect.gen(function* () {
      yield* Output.warning(`${message}; trying again until the server responds`)
      const again = Effect.retry(start, {
        schedule: Schedule.spaced(againEvery),
        while: Retry.isTransient
      })
      yield* Effect.forkScoped(Effect.catch(again, ({ message }) => Output.warning(message)))
    })
  )
  const server = yield* HttpServer.HttpServer
  const host = HttpServer.formatAddress(server.address).replace("http://", "")
  const [token, ticket] = [yield* random, yield* random]
  const place = [new URL(game).host, ...(shard === undefined ? [] : [shard])].join(" ")
  const page = () => {
    const about = me?.username === undefined || me.username === null ? place : `${me.username} at ${place}`
    return RoomPage.live({ rooms, user: me?._id, events: "events", about })
  }
  const updates = Updates.make({ user: () => me?._id, shard }, terrainOf)
  yield* server.serve(Serve.app({ host, token, ticket, page, updates }))
  const output = yield* Output.Output
  const url = `http://${host}/${token}/`
  yield* Output.value({ url }, (_, paint) => format`${paint("bold", oneLine(url))}`)
  yield* output.note(format`Press Ctrl-C to stop.`)
  if (isOpened) yield* Effect.forkScoped(open(`http://${host}/${ticket}`))
  return yield* Effect.never
})

/** A free port; a page that is open does not delay the end. */
const port = Layer.catch(
  NodeHttpServer.layer(createServer, { host: "127.0.0.1", port: 0, gracefulShutdownTimeout: 100 }),
  ({ message }) =>
    Layer.effect(HttpServer.HttpServer, new Refused({ message: `no port is free: ${message}` }))
)

const services = RoomFeed.layer().pipe(Layer.provideMerge(client.bothLasting), Layer.merge(port))

export default define(
  Command.make(
    "view",
    {
      rooms: roomArgument("Names of the rooms, such as W7N3 W8N3").pipe(Argument.between(1, Serve.mostRooms)),
      open: toggle("open", "Open the page in the browser")
    },
    ({ open, rooms }) => serve([...new Set(rooms)], open).pipe(Effect.scoped, Effect.provide(services))
  ).pipe(
    Command.withDescription("Show rooms live in a page of this machine's browser"),
    Command.withExamples([
      { command: "screeps view W7N3", description: "Print the address of a page that shows the room" },
      {
        command: "screeps view W7N3 W8N3 --open",
        description: "Two rooms side by side, in the browser; a creep is followed from one to the other"
      }
    ])
  )
)
