/** `screeps call <group.operation>`: every operation of the API, made from its own data. */
import * as Catalogue from "@screeps-effect/api/Catalogue"
import type * as Operation from "@screeps-effect/api/Operation"
import type { ScreepsClient } from "@screeps-effect/api/ScreepsClient"
import type { ScreepsError } from "@screeps-effect/api/ScreepsError"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Redacted from "effect/Redacted"
import * as client from "../config/client.ts"
import { type Defined, define, holder } from "../runner/define.ts"
import { Usage } from "../runner/failure.ts"
import * as Input from "../input/input.ts"
import { readJson } from "../output/json.ts"
import * as Output from "../output/output.ts"
import { type Field, fieldsOf, flagOf, valueOf } from "./call/field.ts"
import { groups } from "./call/groups.ts"
import { toggle } from "../input/flags.ts"

/** An operation whose input is not known when this is written: it checks it itself. */
interface Callable extends Operation.AnyOperation {
  (input?: unknown): Effect.Effect<unknown, ScreepsError, ScreepsClient>
}

const isCallable = (value: unknown): value is Callable =>
  Predicate.isFunction(value) && "limitKey" in value && "input" in value

/** The name on the command line, such as `game.roomTerrain`. @internal */
export const nameOf = ({ group, name }: Catalogue.Entry): string =>
  `${group.charAt(0).toLowerCase()}${group.slice(1)}.${name}`

/** `Game.room-terrain` is `game.roomTerrain`, too. */
const loose = (name: string) => name.toLowerCase().replaceAll(/[-_]/g, "")

const load = (entry: Catalogue.Entry): Effect.Effect<Callable> =>
  Effect.gen(function* () {
    const operations = yield* Effect.promise(() => groups[entry.group]?.() ?? Promise.resolve({}))
    const operation = (operations as Readonly<Record<string, unknown>>)[entry.name]
    return isCallable(operation)
      ? operation
      : yield* Effect.die(new Error(`${nameOf(entry)} is in the catalogue and not in its module`))
  })

/** What was given for a field, as its value; `undefined` when nothing was. */
const read = (field: Field, given: string | boolean | undefined) =>
  Effect.gen(function* () {
    if (typeof given === "boolean") return given
    if (field.kind === "secret") {
      if (given === undefined) {
        return field.isRequired
          ? yield* Input.askSecret(field.name, field.name, "give @file, or - for standard input")
          : undefined
      }
      if (!Input.isPlace(given)) {
        return yield* new Usage({
          message: `--${field.name} is a secret: give @file, or - for standard input`
        })
      }
    }
    return given === undefined ? undefined : valueOf(field, yield* Input.resolve(given))
  })

const isMapping = (value: unknown): value is Readonly<Record<string, unknown>> =>
  Predicate.isObject(value) && !Array.isArray(value)

/** The whole input: JSON as a whole, then field by field. */
const assemble = (
  fields: ReadonlyArray<Field>,
  given: Readonly<Record<string, unknown>>,
  whole: string | undefined
) =>
  Effect.gen(function* () {
    const base = whole === undefined ? {} : yield* readJson(yield* Input.resolve(whole))
    if (!isMapping(base)) return yield* new Usage({ message: "--input: a JSON object is needed" })
    const spoken = fields.find(({ kind, name }) => kind === "secret" && base[name] !== undefined)
    if (spoken !== undefined && whole !== undefined && !Input.isPlace(whole)) {
      return yield* new Usage({
        message: `--input: ${spoken.name} is a secret: give @file, or - for standard input`
      })
    }
    const input: Record<string, unknown> = {}
    for (const field of fields) {
      const stated = base[field.name]
      const asText = given[field.name]
      const flag = typeof asText === "string" || typeof asText === "boolean" ? asText : undefined
      const isStated = stated !== undefined && flag === undefined
      const value = isStated
        ? field.kind === "secret" && typeof stated === "string"
          ? Redacted.make(stated)
          : stated
        : yield* read(field, flag)
      if (value !== undefined) input[field.name] = value
    }
    const unknown = Object.keys(base).filter((name) => !fields.some((field) => field.name === name))
    if (unknown.length > 0) return yield* new Usage({ message: `--input: there is no ${unknown.join(", ")}` })
    return input
  })

/** Secrets of an answer in clear, for who asks for them. */
const reveal = (value: unknown): unknown => {
  if (Redacted.isRedacted(value)) return Redacted.value(value)
  if (Array.isArray(value)) return value.map(reveal)
  if (!isMapping(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, reveal(inner)]))
}

const facts = (operation: Operation.AnyOperation): string =>
  [
    `${operation.method} ${operation.path}`,
    ...(operation.quota === undefined
      ? []
      : [`${operation.quota.limit} per ${operation.quota.per} on official servers`]),
    ...(operation.mod === undefined ? [] : [`private servers need the mod ${operation.mod}`]),
    ...(operation.provenance.private === "absent" ? ["official servers only"] : []),
    ...(operation.provenance.official === "absent" ? ["private servers only"] : [])
  ].join("; ")

const shared = {
  whole: Flag.String("input").pipe(
    Flag.optional,
    Flag.withDescription("The whole input as JSON; @file, or - for standard input")
  ),
  clear: toggle("reveal", "Print secrets of the answer, such as a new token")
}

const commandOf = (entry: Catalogue.Entry) =>
  Effect.map(load(entry), (operation) => {
    const fields = fieldsOf(operation.input)
    const flags = Object.fromEntries(
      fields.map((field) => [field.name, flagOf(field, operation.defaults, entry.fields[field.name])])
    )
    return Command.make(nameOf(entry), { ...shared, given: flags }, ({ clear, given, whole }) =>
      Effect.gen(function* () {
        const texts = Object.fromEntries(
          Object.entries(given).map(([name, one]) => [name, Option.getOrUndefined(one)])
        )
        const input = yield* assemble(fields, texts, Option.getOrUndefined(whole))
        const answer = yield* fields.length === 0 ? operation() : operation(input)
        if (operation.format === "text") return yield* Output.verbatim(String(answer))
        yield* Output.data(clear ? reveal(answer) : answer)
      }).pipe(Effect.provide(client.http))
    ).pipe(
      Command.withDescription(`${entry.sentence} (${facts(operation)})`),
      Command.withShortDescription(entry.sentence)
    )
  })

const stub = (entry: Catalogue.Entry) =>
  define(Command.make(nameOf(entry)).pipe(Command.withDescription(entry.sentence)))

/** The command with the operations that the arguments name; the others are known by their sentence. @internal */
export const make = (args: ReadonlyArray<string>, all: boolean): Effect.Effect<Defined> =>
  Effect.gen(function* () {
    const given = new Map(args.map((arg) => [loose(arg), arg]))
    const byGroup = new Map<string, Array<Defined>>()
    for (const entry of Catalogue.entries()) {
      const name = nameOf(entry)
      const spelt = given.get(loose(name))
      const members = byGroup.get(entry.group) ?? []
      byGroup.set(entry.group, members)
      if (!all && spelt === undefined) {
        members.push(stub(entry))
        continue
      }
      const command = yield* commandOf(entry)
      members.push(
        define(spelt === undefined || spelt === name ? command : Command.withAlias(command, spelt))
      )
    }
    return define(
      holder(
        "call",
        [...byGroup].map(([group, commands]) => ({ group, commands }))
      ).pipe(
        Command.withDescription("Call any operation of the HTTP API"),
        Command.withExamples([
          { command: "screeps call game.time" },
          { command: "screeps call game.roomTerrain --room W7N3 --json" },
          { command: "screeps call memory.set --path plan --value @plan.json" }
        ])
      )
    )
  })
