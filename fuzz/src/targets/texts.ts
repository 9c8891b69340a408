/** Hostile texts, read by the parsers of texts, by configuration files and by the environment. */
import { oneFile } from "@screeps-effect/fixtures/memoryFile"
import { ConfigFile, Credentials, Server } from "@screeps-effect/api"
import { BadgeSvg } from "@screeps-effect/pictures"
import {
  ChannelName,
  ConsoleText,
  Flag,
  Frame,
  MapVisual,
  RoomName,
  RoomVisual,
  Terrain
} from "@screeps-effect/schema"
import { ScriptErrors } from "@screeps-effect/socket/workflows"
import * as SourceMaps from "@screeps-effect/socket/workflows/SourceMaps"
import * as Cause from "effect/Cause"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Path from "effect/Path"
import * as Result from "effect/Result"
import * as Hostile from "../hostile.ts"
import { makeShown, problemsOf, type Shown } from "../oracles.ts"
import type { Random } from "../random.ts"
import type { Case, Target } from "../target.ts"
import { render, type Text } from "../text.ts"

interface Piece {
  readonly edit: "piece"
  readonly text: Text
}

interface Reading extends Case {
  readonly reader: string
  /** The text is the pieces, one after another. */
  readonly edits: ReadonlyArray<Piece>
}

type Read = (text: string, shown: Shown) => Promise<ReadonlyArray<string>>

/** A pure function: whatever it returns is right, an exception is not. */
const pure =
  (parse: (text: string) => unknown): Read =>
  async (text) => {
    try {
      parse(text)
      return []
    } catch (error) {
      return problemsOf(Exit.die(error), makeShown([]))
    }
  }

const isTagged = (error: unknown): error is { readonly _tag: string; readonly message: string } =>
  typeof error === "object" && error !== null && "_tag" in error && "message" in error

/** An effect that may fail with errors of these names. */
const effect =
  (names: ReadonlyArray<string>, make: (text: string) => Effect.Effect<unknown, unknown>): Read =>
  async (text, shown) => {
    const exit = await Effect.runPromiseExit(make(text))
    if (Exit.isSuccess(exit)) {
      shown.search("the result", exit.value)
      return []
    }
    const error = Cause.squash(exit.cause)
    if (Cause.hasDies(exit.cause) || !isTagged(error) || !names.includes(error._tag))
      return problemsOf(Exit.die(error), shown)
    shown.search("an error", error)
    shown.search("an error's message", error.message)
    return error.message.length > 5_000 ? [`unbounded message of ${error._tag}`] : []
  }

const fileWith = (text: string) => Layer.merge(FileSystem.layerNoop(oneFile(text)), Path.layer)

const readFile = (file: string) => (text: string) =>
  Effect.gen(function* () {
    const found = yield* ConfigFile.read({ file })
    const all = [...found.servers.keys()].map((name) => [
      ConfigFile.server(found, name),
      ConfigFile.credentials(found, name)
    ])
    return [all, Result.getFailure(ConfigFile.server(found)), found]
  }).pipe(Effect.provide(fileWith(text)))

// A variable has neither NUL nor more than 128 kB.
const environment = (name: string) => (text: string) =>
  Layer.build(Layer.merge(Server.layerConfig, Credentials.layerConfig)).pipe(
    Effect.scoped,
    Effect.provide(
      ConfigProvider.layer(
        ConfigProvider.fromEnv({
          env: {
            SCREEPS_URL: "http://127.0.0.1:21025",
            SCREEPS_USERNAME: "fuzz",
            SCREEPS_PASSWORD: Hostile.secrets.password,
            [name]: text.replaceAll("\0", "").slice(0, 100_000)
          }
        })
      )
    )
  )

const json = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const typed = ["ConfigFileError", "ConfigError"]

const sourceMap = (mappings: string): SourceMaps.SourceMap => ({ version: 3, sources: ["a.ts"], mappings })

const readers: Readonly<Record<string, Read>> = {
  "RoomVisual.parse": pure(RoomVisual.parse),
  "MapVisual.parse": pure(MapVisual.parse),
  "Flag.parse": pure(Flag.parse),
  "ChannelName.parse": pure(ChannelName.parse),
  "Frame.parse": pure(Frame.parse),
  "RoomName.parse": pure(RoomName.parse),
  "Terrain.decode": pure(Terrain.decode),
  "ConsoleText.decodeLog": pure(ConsoleText.decodeLog),
  "ConsoleText.decodeResult": pure(ConsoleText.decodeResult),
  "ConsoleText.decodeError": pure(ConsoleText.decodeError),
  "ConsoleText.printable": pure(ConsoleText.printable),
  "SourceMaps.parse": pure(SourceMaps.parse),
  "SourceMaps of a trace": pure(SourceMaps.make(new Map([["main", sourceMap("AAAA;AACA,IAAI")]])).mapText),
  "SourceMaps of malformed positions": pure((text) =>
    SourceMaps.make(new Map([["main", sourceMap(text)]])).mapText("    at f (main:1:40)")
  ),
  "ScriptErrors.add": pure((text) => ScriptErrors.add(ScriptErrors.none, text, 1)),
  "BadgeSvg.render": pure((text) =>
    BadgeSvg.render({
      type: { path1: text, path2: text },
      color1: text,
      color2: text,
      color3: text,
      param: 0,
      flip: false
    })
  ),
  "BadgeSvg.render of a value": pure((text) =>
    BadgeSvg.render(json(text) as Parameters<typeof BadgeSvg.render>[0])
  ),
  "Server.parse": pure(Server.parse),
  "a YAML file": effect(typed, readFile("/fuzz/.screeps.yaml")),
  "a JSON file": effect(typed, readFile("/fuzz/.screeps.json")),
  SCREEPS_URL: effect(typed, environment("SCREEPS_URL")),
  SCREEPS_TOKEN: effect(typed, environment("SCREEPS_TOKEN")),
  SCREEPS_SHARD: effect(typed, environment("SCREEPS_SHARD")),
  SCREEPS_USERNAME: effect(typed, environment("SCREEPS_USERNAME"))
}
const names = Object.keys(readers)

const yaml = [
  "servers:\n",
  "  main:\n",
  "    url: ",
  "    host: screeps.com\n",
  "    secure: false\n",
  "    port: ",
  "    pathname: ",
  `    token: ${Hostile.secrets.token}\n`,
  "    username: fuzz\n",
  `    password: '${Hostile.secrets.password}'\n`,
  "    shard: ",
  "  other: {",
  "configs:\n",
  "\t",
  "  ",
  "- ",
  "? ",
  ": ",
  "&a ",
  "*a ",
  "<<: *a\n",
  "|\n",
  ">-\n",
  "# ",
  "---\n",
  "!!binary ",
  "!<tag:x> ",
  "{a: ",
  "[",
  '"',
  "'"
]

const wire = [
  "|",
  "~",
  "{",
  "}",
  '"',
  "1",
  "-1",
  '{"t":"t","x":1,"y":2,"text":"<b>","s":{}}',
  '{"t":"c"}',
  "W1N1",
  "shard0/",
  "user:",
  "room:",
  "roomMap2:",
  "/memory/",
  "console",
  "~1~1~1~1",
  "gz:",
  "err@",
  "auth ok ",
  "time ",
  "http://",
  "https://user:pass@",
  ":99999",
  "[::1]",
  "?",
  "#"
]

const trace = [
  "Error: x",
  "\n    at ",
  "main:1:40",
  ":2:1",
  " (",
  ")",
  "eval at ",
  "async ",
  "<anonymous>",
  "__proto__:1:40",
  "AACA",
  ";",
  ",",
  '{"version":3,"sources":[',
  '],"mappings":"'
]

const piece = (random: Random, reader: string): Piece => {
  const isTrace = reader.startsWith("SourceMaps") || reader.startsWith("ScriptErrors")
  const words = reader === "a YAML file" ? yaml : isTrace ? trace : wire
  const kind = random.next()
  if (kind < 0.6) return { edit: "piece", text: random.pick(words) }
  return { edit: "piece", text: kind < 0.85 ? Hostile.text(random) : Hostile.json(random) }
}

const start: Piece = { edit: "piece", text: "servers:\n  main:\n    host: screeps.com\n" }

export const texts: Target<Reading> = {
  name: "texts",
  size: () => 1,
  make: (random) => {
    const reader = random.pick(names)
    const pieces = Array.from({ length: 1 + random.below(10) }, () => piece(random, reader))
    return { reader, edits: reader === "a YAML file" && random.chance(0.7) ? [start, ...pieces] : pieces }
  },
  prepare: ({ edits, reader }) => {
    const read = readers[reader]
    if (read === undefined) throw new Error(`There is no reader ${reader}: remove this input.`)
    const text = edits.map((piece) => render(piece.text)).join("")
    const run = async () => {
      // What a file names, such as a user name, is shown; its secrets are not.
      const shown = makeShown(["token", "password"])
      const isSecretPlace = reader === "a YAML file" || reader === "SCREEPS_TOKEN"
      const problems = await read(text, shown)
      return isSecretPlace ? [...problems, ...(reader === "SCREEPS_TOKEN" ? shown.leaks : [])] : problems
    }
    return { bytes: text.length, run }
  }
}
