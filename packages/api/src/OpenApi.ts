/**
 * Every operation as an OpenAPI 3.1 document, for other languages, for documents and for tools.
 *
 * **Details**
 *
 * Made from the operations: their schemas, their first sentences, quotas, and how we know (`x-screeps-…`).
 */
import * as JsonSchema from "@screeps-effect/schema/JsonSchema"
import * as RoomObject from "@screeps-effect/schema/RoomObject"
import type * as Schema from "effect/Schema"
import * as Endpoints from "./Endpoints.ts"
import { inputs, records } from "./operations/descriptions.ts"
import { catalogue } from "./operations/documentation.ts"
import { type AnyOperation, DefaultFromClock } from "./Operation.ts"

/** A JSON object of the document. */
export type Json = { readonly [key: string]: unknown }

/** An OpenAPI 3.1 document. */
export interface Document {
  readonly openapi: "3.1.0"
  readonly info: Json
  readonly servers: ReadonlyArray<Json>
  readonly tags: ReadonlyArray<Json>
  readonly paths: { readonly [path: string]: { readonly get?: Json; readonly post?: Json } }
  readonly components: Json
}

const ref = "#/components/schemas/"
const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Servers add fields at any time: nothing is closed, and definitions live in the components. */
const opened = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(opened)
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, inner]) => !(key === "additionalProperties" && inner === false))
      .map(([key, inner]) => [
        key,
        key === "$ref" && typeof inner === "string" ? inner.replace("#/$defs/", ref) : opened(inner)
      ])
  )
}

/** Schemas become JSON Schema; what they name is collected for the components. */
const collector = () => {
  const components: Record<string, unknown> = {}
  const toJson = (schema: Schema.Constraint): unknown => {
    const { definitions, schema: json } = JsonSchema.document(schema, records)
    for (const [name, definition] of Object.entries(definitions)) components[name] = opened(definition)
    return opened(json)
  }
  return { components, toJson }
}

/** A schema that stands for itself: references are followed to the object behind them. */
const inline = (json: unknown, components: Json): Json => {
  const target = isObject(json) ? json["$ref"] : undefined
  const found = typeof target === "string" ? components[target.replace(ref, "")] : json
  return isObject(found) ? found : {}
}

interface Field {
  readonly name: string
  readonly description: string | undefined
  readonly required: boolean
  readonly schema: unknown
}

/** What callers leave out is not sent: it never travels as `null`. */
const withoutNull = (schema: unknown): unknown => {
  const options = isObject(schema) && Array.isArray(schema["anyOf"]) ? schema["anyOf"] : undefined
  if (options === undefined) return schema
  const kept = options.filter((option) => !(isObject(option) && option["type"] === "null"))
  return kept.length === 1 ? kept[0] : { ...(isObject(schema) ? schema : {}), anyOf: kept }
}

const fieldsOf = (json: Json): ReadonlyArray<Field> => {
  const { properties, required } = json
  const needed: ReadonlyArray<unknown> = Array.isArray(required) ? required : []
  return Object.entries(isObject(properties) ? properties : {}).map(([name, property]) => {
    const { description, ...schema } = isObject(property) ? property : {}
    return {
      name,
      description: typeof description === "string" ? description : undefined,
      required: needed.includes(name),
      schema: needed.includes(name) ? schema : withoutNull(schema)
    }
  })
}

const parameter =
  (place: "path" | "query") =>
  ({ description, name, required, schema }: Field): Json => ({
    name,
    in: place,
    ...(description === undefined ? {} : { description }),
    required: place === "path" || required,
    schema
  })

const object = (fields: ReadonlyArray<Field>): Json => ({
  type: "object",
  properties: Object.fromEntries(
    fields.map(({ description, name, schema }) => [
      name,
      description === undefined || !isObject(schema) ? schema : { ...schema, description }
    ])
  ),
  required: fields.filter(({ required }) => required).map(({ name }) => name)
})

const body = (fields: ReadonlyArray<Field>, whole: string | undefined): Json => ({
  required: true,
  content: {
    "application/json": {
      schema: whole === undefined ? object(fields) : fields.find(({ name }) => name === whole)?.schema
    }
  }
})

const plainDefaults = (operation: AnyOperation): Json =>
  Object.fromEntries(
    Object.entries(operation.defaults).map(([field, value]) => [
      field,
      value instanceof DefaultFromClock ? value.description : value
    ])
  )

const refusals = {
  "401": { $ref: "#/components/responses/Unauthorized" },
  "404": { $ref: "#/components/responses/EndpointNotFound" },
  "429": { $ref: "#/components/responses/RateLimited" },
  default: { $ref: "#/components/responses/Other" }
}

const success = (operation: AnyOperation, answer: unknown): Json => {
  const refusal = { $ref: `${ref}Refusal` }
  return operation.format === "text"
    ? { description: "The text asked for.", content: { "image/svg+xml": { schema: { type: "string" } } } }
    : {
        description: "The answer, or a refusal: servers say no with status 200.",
        content: { "application/json": { schema: { anyOf: [answer, refusal] } } }
      }
}

const describe = (
  operation: AnyOperation,
  toJson: (schema: Schema.Constraint) => unknown,
  components: Json
): Json => {
  const key = `${operation.method} ${operation.path}`
  const entry = catalogue[key]
  const { basicAuth, bodyField, clientOnly, method, pathFields, queryFields } = operation
  const elsewhere = [...clientOnly, basicAuth?.name, basicAuth?.password]
  const input = inline(toJson(operation.input), components)
  const all = fieldsOf(JsonSchema.describeFields(input, inputs[key] ?? {}))
  const inPath = all.filter(({ name }) => pathFields.includes(name))
  const fields = all.filter((field) => !inPath.includes(field) && !elsewhere.includes(field.name))
  const travelsInQuery = ({ name }: Field) => method === "GET" || queryFields.includes(name)
  const inBody = fields.filter((field) => !travelsInQuery(field))
  const token = [{ token: [] }]
  const needsToken = operation.auth.private === "always" || operation.auth.official === "always"
  return {
    tags: [entry?.group ?? "Other"],
    operationId: `${entry?.group ?? "Other"}.${entry?.name ?? operation.path}`,
    summary: entry?.sentence ?? "",
    parameters: [...inPath.map(parameter("path")), ...fields.filter(travelsInQuery).map(parameter("query"))],
    ...(method === "POST" ? { requestBody: body(inBody, bodyField) } : {}),
    responses: { "200": success(operation, toJson(operation.output)), ...refusals },
    security: basicAuth !== undefined ? [{ basic: [] }] : needsToken ? token : [{}, ...token],
    "x-screeps-evidence": operation.provenance,
    "x-screeps-defaults": plainDefaults(operation),
    ...(operation.quota === undefined ? {} : { "x-screeps-official-quota": operation.quota }),
    ...(operation.mod === undefined ? {} : { "x-screeps-mod": operation.mod })
  }
}

/** Room objects are told apart by `type`; decoding takes any document, so that their shapes are written here. */
const roomObjects = (toJson: (schema: Schema.Constraint) => unknown): Json => {
  const kinds = Object.values(RoomObject.schemas).map(toJson)
  const other = { type: "object", description: "What a mod, a season or a change of the game put there." }
  return {
    RoomObject: { anyOf: [...kinds, other] },
    ListEncoded: { type: "array", items: { $ref: `${ref}RoomObject` } }
  }
}

const text = { schema: { type: "string" } }

/** What is no answer: a text, a page for people, or JSON. */
const refusal = (description: string, json: Json = { $ref: `${ref}Refusal` }): Json => ({
  description,
  content: { "application/json": { schema: json }, "text/html": text, "text/plain": text }
})

/** Makes the document of all operations. */
export const document = (info: { readonly version: string }): Document => {
  const { components, toJson } = collector()
  const paths: Record<string, { get?: Json; post?: Json }> = {}
  for (const operation of Endpoints.all) {
    const described = describe(operation, toJson, components)
    paths[operation.path] = {
      ...paths[operation.path],
      ...(operation.method === "GET" ? { get: described } : { post: described })
    }
  }
  const objects = roomObjects(toJson)
  const groups = new Set(Object.values(catalogue).map(({ group }) => group))
  return {
    openapi: "3.1.0",
    info: {
      title: "Screeps",
      version: info.version,
      description: "The HTTP API of Screeps servers, as screeps-effect knows it. It has no contract.",
      license: { name: "MIT", identifier: "MIT" }
    },
    servers: [
      { url: "https://screeps.com", description: "official main world" },
      { url: "https://screeps.com/ptr", description: "official test realm" },
      { url: "https://screeps.com/season", description: "official seasonal world" },
      { url: "http://127.0.0.1:21025", description: "private server" }
    ],
    tags: [...groups].toSorted().map((name) => ({ name })),
    paths,
    components: {
      schemas: {
        ...components,
        ...objects,
        Refusal: { type: "object", properties: { error: { type: "string" } }, required: ["error"] }
      },
      responses: {
        Unauthorized: refusal("The token is missing, unknown or expired."),
        EndpointNotFound: refusal("This server has no such endpoint, or not what was asked for."),
        RateLimited: refusal("Too many requests; the text says after how many milliseconds to ask again."),
        Other: refusal("The request is not understood or too large, or the server fails.", { type: "object" })
      },
      securitySchemes: {
        basic: {
          type: "http",
          scheme: "basic",
          description: "Name and password of a mod's own user, who is no player."
        },
        token: {
          type: "apiKey",
          in: "header",
          name: "X-Token",
          description: "An API token, or a session token; private servers want it in X-Username, too."
        }
      }
    }
  }
}
