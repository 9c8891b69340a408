/** Turns a field of an operation's input into a flag, and the flag's text into the field's value. */
import * as Flag from "effect/cli/Flag"
import * as Predicate from "effect/Predicate"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import { parse } from "../../output/json.ts"

type Kind = "flag" | "choice" | "secret" | "text"

/** A field of an operation's input. */
export interface Field {
  readonly name: string
  readonly isRequired: boolean
  readonly kind: Kind
  /** Known values of a field, for its help; empty for other fields. A choice has no others. */
  readonly choices: ReadonlyArray<string>
  readonly accepts: (value: unknown) => boolean
}

/** Returns the members of a union without `undefined` and `null`. */
const alternatives = (ast: SchemaAST.AST): ReadonlyArray<SchemaAST.AST> =>
  SchemaAST.isUnion(ast)
    ? ast.types.flatMap(alternatives)
    : SchemaAST.isUndefined(ast) || SchemaAST.isNull(ast)
      ? []
      : [ast]

const isRedacted = (ast: SchemaAST.AST): boolean => {
  const representation: unknown = ast.annotations?.["representation"]
  return Predicate.hasProperty(representation, "id") && representation.id === "effect/schema/Redacted"
}

const fieldOf = ({ name, type }: SchemaAST.PropertySignature): Field => {
  const accepts = Schema.is(Schema.make<Schema.Codec<unknown>>(type))
  const parts = alternatives(type)
  const words = parts.flatMap((part) =>
    SchemaAST.isLiteral(part) && typeof part.literal === "string" ? [part.literal] : []
  )
  const kind: Kind =
    parts.length > 0 && parts.every(isRedacted)
      ? "secret"
      : parts.length > 0 && parts.every(SchemaAST.isBoolean)
        ? "flag"
        : words.length > 0 && words.length === parts.length
          ? "choice"
          : "text"
  return {
    name: String(name),
    isRequired: !SchemaAST.isOptional(type),
    kind,
    choices: kind === "choice" || parts.some(SchemaAST.isObjects) ? words : [],
    accepts
  }
}

/** Returns the fields of an input except the shard, which is a flag of the whole program. */
export const fieldsOf = (input: Schema.Constraint): ReadonlyArray<Field> =>
  SchemaAST.isObjects(input.ast)
    ? input.ast.propertySignatures.map(fieldOf).filter(({ name }) => name !== "shard")
    : []

const numbersOf = (texts: ReadonlyArray<string>) => texts.map(Number)

/**
 * Returns the value of a text: the text itself, JSON, or a list separated by commas, whichever the field accepts first.
 * If it accepts none of them, the operation rejects the value with its own message.
 */
export const valueOf = ({ accepts, kind }: Field, text: string): unknown => {
  if (kind === "secret") return Redacted.make(text)
  const json = parse(text)
  const list = text.split(",").map((one) => one.trim())
  const asJson = Result.isSuccess(json) ? [json.success] : []
  // A field that accepts any JSON receives 5 as a number, not as a string.
  const isOpen = accepts("") && accepts(0) && accepts(null)
  const candidates = isOpen ? [...asJson, text] : [text, ...asJson, list, numbersOf(list)]
  return candidates.find(accepts) ?? (Result.isSuccess(json) ? json.success : text)
}

const described = (
  { isRequired, kind, name }: Field,
  defaults: Readonly<Record<string, unknown>>,
  documentation: string | undefined
) => {
  const standard = defaults[name]
  const shown = Predicate.hasProperty(standard, "description")
    ? String(standard.description)
    : JSON.stringify(standard)
  // The documentation of most defaults names them: hovers show nothing else.
  const isStated = standard === undefined || documentation?.includes("default") === true
  const facts = [
    isRequired ? "Required" : "Optional",
    ...(kind === "secret" ? ["secret: @file, - for standard input, or omit it to be prompted"] : []),
    ...(isStated ? [] : [`default: ${shown}`])
  ].join("; ")
  return documentation === undefined ? facts : `${documentation} ${facts}`
}

/** Creates the flag of a field. */
export const flagOf = (
  field: Field,
  defaults: Readonly<Record<string, unknown>>,
  documentation?: string
): Flag.Flag<string | boolean | undefined> => {
  const description = described(field, defaults, documentation)
  if (field.kind === "flag") {
    return Flag.Boolean(field.name).pipe(Flag.withDefault(undefined), Flag.withDescription(description))
  }
  const { choices, kind, name } = field
  const metavar = `<${choices.slice(0, choices.length > 12 ? 3 : 12).join("|")}${choices.length > 12 ? "|…" : ""}>`
  const flag = kind === "choice" ? Flag.Literals(name, choices) : Flag.String(name)
  return flag.pipe(
    (one) =>
      choices.length > 12 || (choices.length > 0 && kind === "text") ? Flag.withMetavar(one, metavar) : one,
    Flag.withDefault(undefined),
    Flag.withDescription(description)
  )
}
