/** `screeps call <group.operation>`: calls any operation; flags and help are derived from the operation's data. */
import * as Catalogue from "@screeps-effect/api/Catalogue"
import type * as Operation from "@screeps-effect/api/Operation"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import * as Redacted from "effect/Redacted"
import * as client from "../config/client.ts"
import { type Defined, define, parent } from "../runner/define.ts"
import { Refused, Usage, isUnknownUser } from "../runner/failure.ts"
import * as Input from "../input/input.ts"
import { readJson } from "../output/json.ts"
import * as Output from "../output/output.ts"
import { plain } from "../output/text.ts"
import { type Field, fieldsOf, flagOf, valueOf } from "./call/field.ts"
import { load } from "./call/load.ts"
import { optional, toggle } from "../input/flags.ts"

/** Normalises a name: `Game.room-terrain` and `game.roomTerrain` are the same operation. */
const normalise = (name: string) => name.toLowerCase().replaceAll(/[-_]/g, "")

/** Reads the value of a field from its flag; `undefined` when the flag is absent. */
const read = Effect.fnUntraced(function* (field: Field, given: string | boolean | undefined) {
  if (typeof given === "boolean") return given
  if (field.kind === "secret") {
    if (given === undefined) {
      return field.isRequired
        ? yield* Input.promptSecret(plain(field.name), field.name, "pass @file, or - for standard input")
        : undefined
    }
    if (!Input.isReference(given)) {
      return yield* new Usage({
        message: `--${field.name} is a secret: pass @file, or - for standard input`
      })
    }
    return yield* Input.secretFrom(given === "-" ? given : given.slice(1), field.name)
  }
  return given === undefined ? undefined : valueOf(field, yield* Input.resolve(given))
})

const isMapping = (value: unknown): value is Readonly<Record<string, unknown>> =>
  Predicate.isObject(value) && !Array.isArray(value)

/** Builds the input: fields of `--input`, replaced by those with a flag. */
const assemble = Effect.fnUntraced(function* (
  fields: ReadonlyArray<Field>,
  given: Readonly<Record<string, unknown>>,
  whole: string | undefined
) {
  const base = whole === undefined ? {} : yield* readJson(yield* Input.resolve(whole))
  if (!isMapping(base)) return yield* new Usage({ message: "--input: expected a JSON object" })
  const secret = fields.find(({ kind, name }) => kind === "secret" && base[name] !== undefined)
  if (secret !== undefined && whole !== undefined && !Input.isReference(whole)) {
    return yield* new Usage({
      message: `--input: ${secret.name} is a secret: pass @file, or - for standard input`
    })
  }
  const input: Record<string, unknown> = {}
  for (const field of fields) {
    const inBase = base[field.name]
    const fromFlag = given[field.name]
    const flag = typeof fromFlag === "string" || typeof fromFlag === "boolean" ? fromFlag : undefined
    const usesBase = inBase !== undefined && flag === undefined
    const value = usesBase
      ? field.kind === "secret" && typeof inBase === "string"
        ? Redacted.make(inBase)
        : inBase
      : yield* read(field, flag)
    if (value !== undefined) input[field.name] = value
  }
  const unknown = Object.keys(base).filter((name) => !fields.some((field) => field.name === name))
  if (unknown.length > 0)
    return yield* new Usage({
      message: `--input: unknown ${unknown.length === 1 ? "field" : "fields"} ${unknown.join(", ")}`
    })
  return input
})

/** Returns a response with its secrets in plain text, for `--reveal`. */
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
      : [`at most ${operation.quota.limit} requests per ${operation.quota.per} on official servers`]),
    ...(operation.mod === undefined ? [] : [`requires the mod ${operation.mod} on private servers`]),
    ...(operation.provenance.private === "absent" ? ["official servers only"] : []),
    ...(operation.provenance.official === "absent" ? ["private servers only"] : [])
  ].join("; ")

const shared = {
  whole: optional(
    Flag.String("input"),
    "The input as a JSON object; @file, or - for standard input",
    "<json>"
  ),
  clear: toggle("reveal", "Print secrets in the response, such as a new token")
}

const commandOf = (entry: Catalogue.Entry) =>
  Effect.map(load(entry), (operation) => {
    const fields = fieldsOf(operation.input)
    const flags = Object.fromEntries(
      fields.map((field) => [field.name, flagOf(field, operation.defaults, entry.fields[field.name])])
    )
    return Command.make(entry.id, { ...shared, given: flags }, ({ clear, given, whole }) =>
      Effect.gen(function* () {
        const texts = Object.fromEntries(Object.entries(given))
        const input = yield* assemble(fields, texts, whole)
        const response = yield* Effect.mapError(
          fields.length === 0 ? operation() : operation(input),
          (error) => (isUnknownUser(error) ? new Refused({ message: "there is no such user" }) : error)
        )
        if (operation.format === "text") return yield* Output.verbatim(String(response))
        yield* Output.data(clear ? reveal(response) : response)
      }).pipe(Effect.provide(client.http))
    ).pipe(
      Command.withDescription(`${entry.sentence} (${facts(operation)})`),
      Command.withShortDescription(entry.sentence)
    )
  })

const stub = (entry: Catalogue.Entry) =>
  define(Command.make(entry.id).pipe(Command.withDescription(entry.sentence)))

/** Creates the command: operations among the arguments are loaded, all others have only their sentence. */
export const make = (args: ReadonlyArray<string>): Effect.Effect<Defined> =>
  Effect.gen(function* () {
    const given = new Map(args.map((arg) => [normalise(arg), arg]))
    const byGroup = new Map<string, Array<Defined>>()
    for (const entry of Catalogue.entries()) {
      const name = entry.id
      const typed = given.get(normalise(name))
      const members = byGroup.get(entry.group) ?? []
      byGroup.set(entry.group, members)
      if (typed === undefined) {
        members.push(stub(entry))
        continue
      }
      const command = yield* commandOf(entry)
      members.push(define(typed === name ? command : Command.withAlias(command, typed)))
    }
    const groups = [...byGroup].map(([group, commands]) => ({ group, commands }))
    // A group is a command only when it is named, for its help.
    const named = groups.flatMap(({ commands, group }) => {
      const typed = given.get(normalise(group))
      if (typed === undefined) return []
      const described = Command.withDescription(`Call an operation of ${group}`)
      return [{ group: "Groups", commands: [define(described(parent(typed, [{ group, commands }])))] }]
    })
    return define(
      parent("call", [...groups, ...named]).pipe(
        Command.withDescription("Call any operation of the HTTP API"),
        Command.withExamples([
          { command: "screeps call game --help", description: "Describe the operations of a group" },
          { command: "screeps call game.time" },
          { command: "screeps call game.roomTerrain --room W7N3 --json" },
          { command: "screeps call memory.set --path plan --value @plan.json" }
        ])
      )
    )
  })
