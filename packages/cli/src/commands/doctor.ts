/** `screeps doctor` */
import * as Catalogue from "@screeps-effect/api/Catalogue"
import { Credentials } from "@screeps-effect/api/Credentials"
import * as Retry from "@screeps-effect/api/Retry"
import { Server } from "@screeps-effect/api/Server"
import * as RoomName from "@screeps-effect/schema/RoomName"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as client from "../config/client.ts"
import { optional, toggle } from "../input/flags.ts"
import * as Output from "../output/output.ts"
import { format, oneLine, plain, toJson } from "../output/text.ts"
import { define } from "../runner/define.ts"
import { Usage } from "../runner/failure.ts"
import { Version } from "../runner/define.ts"
import { load } from "./call/load.ts"
import { check, entryOf } from "./doctor/check.ts"
import * as Inputs from "./doctor/inputs.ts"
import * as Report from "./doctor/report.ts"

/** After so many operations in a row without any response, no others are called. */
const mostUnreachable = 3

/** On official servers, whose quota of 120 requests a minute other programs of the account share. */
const pause = Duration.seconds(1)

const contents = plain("It has no address, name, id or token.")

/** Calls every operation that only reads, one after another. */
const examine = Effect.fnUntraced(function* (known: Inputs.Known) {
  const { kind } = yield* Server
  const lines: Array<Report.Line> = []
  let unreachable = 0
  for (const entry of Catalogue.entries()) {
    if (entry.method !== "GET") continue
    if (kind === "official") yield* Effect.sleep(pause)
    const operation = yield* load(entry)
    const name = entry.id
    const checked =
      unreachable < mostUnreachable
        ? yield* check(name, operation, known)
        : { entry: entryOf(name, operation, "skipped", { reason: "Unreachable" }) }
    const { reason } = checked.entry
    if (checked.entry.outcome !== "skipped")
      unreachable = reason === "Unreachable" || reason === "TimedOut" ? unreachable + 1 : 0
    lines.push({ ...checked, origin: operation })
  }
  return lines
})

const doctor = (room: RoomName.RoomName | undefined, file: string | undefined) =>
  Effect.gen(function* () {
    const output = yield* Output.Output
    if (file !== undefined) yield* Report.checkFile(file)
    const server = yield* Server
    const { current: method } = yield* Credentials
    const { known, token } = yield* Inputs.gather(room)
    if (!known.has("room"))
      yield* output.note(format`No room is known: pass --room to include its operations.`)
    const pace = server.kind === "official" ? ", one a second" : ""
    yield* output.note(format`Calling every operation that only reads, one after another${oneLine(pace)}.`)
    const lines = yield* examine(known)
    const report = Report.make({
      version: yield* Version,
      server: server.kind,
      date: DateTime.formatIsoDateUtc(yield* DateTime.now),
      ...(token === undefined ? {} : { token }),
      signedIn: method._tag !== "Guest",
      operations: lines.map(({ entry }) => entry)
    })
    if (file !== undefined) yield* Report.write(file, report)
    if (output.isJson) return yield* output.line(toJson(report))
    yield* output.line(format`${Report.render(lines, server.kind, output)}\n\n${Report.summary(lines)}`)
    yield* output.line(
      file === undefined
        ? format`To report differences, run screeps doctor --report doctor.json and attach the\nfile to an issue of screeps-effect. ${contents}`
        : format`Attach ${oneLine(file)} to an issue of screeps-effect.\n${contents}`
    )
  }).pipe(Effect.provideService(Retry.Retry, Retry.none))

export default define(
  Command.make(
    "doctor",
    {
      room: Flag.String("room").pipe(
        Flag.withMetavar("<room>"),
        Flag.filterMap(
          (text) => Option.getSuccess(RoomName.parse(text)),
          () => "a room such as W7N3"
        ),
        Flag.withDefault(undefined),
        Flag.withDescription("Room whose terrain, objects and history are read; default: your first room")
      ),
      local: toggle(
        "local",
        "Check the local set-up instead: credentials file, proxy, address, clock, account, branch and socket"
      ),
      report: optional(Flag.Path("report"), "Write a report without names, ids and texts, as JSON", "<file>")
    },
    Effect.fnUntraced(function* ({ local: isLocal, report, room }) {
      if (!isLocal) return yield* Effect.provide(doctor(room, report), client.http)
      if (room !== undefined || report !== undefined)
        return yield* new Usage({ message: "--local cannot be combined with --room and --report" })
      const { local } = yield* Effect.promise(() => import("./doctor/local.ts"))
      return yield* local
    })
  ).pipe(
    Command.withDescription("Compare a server's responses with this SDK, or check the local set-up"),
    Command.withExamples([
      {
        command: "screeps doctor --room W7N3",
        description: "Call each operation that only reads, once; nothing is written to the server"
      },
      {
        command: "screeps doctor --report doctor.json",
        description: "Write a report that can be attached to an issue"
      },
      {
        command: "screeps doctor --local",
        description: "Find out why nothing works: exits with 1 if there is a problem, and says what to do"
      }
    ])
  )
)
