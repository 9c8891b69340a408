/**
 * Every operation as an OpenAPI 3.1 document, for other languages, documents and tools.
 *
 * **Details**
 *
 * It is made from the operations: their schemas, the first sentences of their documentation, their quotas and their
 * provenance (`x-screeps-…`).
 */
import * as JsonSchema from "@screeps-effect/schema/JsonSchema"
import * as RoomObject from "@screeps-effect/schema/RoomObject"
import type * as Schema from "effect/Schema"
import * as Endpoints from "./Endpoints.ts"
import { inputs, records } from "./generated/descriptions.ts"
import { catalogue } from "./generated/documentation.ts"
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

/** Servers add fields at any time: no object is closed. Definitions are in the components. */
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

/** Converts schemas to JSON Schema, and collects the definitions that they refer to for the components. */
const collector = () => {
  const components: Record<string, unknown> = {}
  const toJson = (schema: Schema.Constraint): unknown => {
    const { definitions, schema: json } = JsonSchema.document(schema, records)
    for (const [name, definition] of Object.entries(definitions)) components[name] = opened(definition)
    return opened(json)
  }
  return { components, toJson }
}

/** Returns the object that a reference refers to, and any other schema as it is. */
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

/** Fields that callers leave out are not sent at all: they are never sent as `null`. */
const withoutNull = (schema: unknown): unknown => {
  const options = isObject(schema) && Array.isArray(schema["anyOf"]) ? schema["anyOf"] : undefined
  if (options === undefined) return schema
  const kept = options.filter((option) => !(isObject(option) && option["type"] === "null"))
  return kept.length === 1 ? kept[0] : { ...(isObject(schema) ? schema : {}), anyOf: kept }
}

const fieldsOf = (json: Json): ReadonlyArray<Field> => {
  const { properties, required } = json
  const requiredNames: ReadonlyArray<unknown> = Array.isArray(required) ? required : []
  return Object.entries(isObject(properties) ? properties : {}).map(([name, property]) => {
    const { description, ...schema } = isObject(property) ? property : {}
    return {
      name,
      description: typeof description === "string" ? description : undefined,
      required: requiredNames.includes(name),
      schema: requiredNames.includes(name) ? schema : withoutNull(schema)
    }
  })
}

const parameter =
  (location: "path" | "query") =>
  ({ description, name, required, schema }: Field): Json => ({
    name,
    in: location,
    ...(description === undefined ? {} : { description }),
    required: location === "path" || required,
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

const body = (fields: ReadonlyArray<Field>, bodyField: string | undefined): Json => ({
  required: true,
  content: {
    "application/json": {
      schema: bodyField === undefined ? object(fields) : fields.find(({ name }) => name === bodyField)?.schema
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

/** On the wire, a field that the SDK fills when a caller leaves it out is required: not every server has a default. */
const withDefault =
  ({ defaults }: AnyOperation) =>
  (field: Field): Field => {
    if (!Object.hasOwn(defaults, field.name)) return field
    const value = defaults[field.name]
    if (value instanceof DefaultFromClock) return { ...field, required: true }
    const schema = isObject(field.schema) ? field.schema : {}
    return { ...field, required: true, schema: { ...schema, default: value } }
  }

const failures = {
  "401": { $ref: "#/components/responses/Unauthorized" },
  "404": { $ref: "#/components/responses/EndpointNotFound" },
  "429": { $ref: "#/components/responses/RateLimited" },
  default: { $ref: "#/components/responses/Other" }
}

const success = (operation: AnyOperation, output: unknown): Json =>
  operation.format === "text"
    ? { description: "The requested text.", content: { "image/svg+xml": { schema: { type: "string" } } } }
    : {
        description: "The requested data, or an error: servers report most errors with status 200.",
        content: { "application/json": { schema: { anyOf: [output, { $ref: `${ref}ErrorBody` }] } } }
      }

const describe = (
  operation: AnyOperation,
  toJson: (schema: Schema.Constraint) => unknown,
  components: Json
): Json => {
  const key = `${operation.method} ${operation.path}`
  const entry = catalogue[key]
  const { basicAuth, bodyField, clientOnly, method, pathFields, queryFields } = operation
  const inNeither = [...clientOnly, basicAuth?.name, basicAuth?.password]
  const input = inline(toJson(operation.input), components)
  const all = fieldsOf(JsonSchema.describeFields(input, inputs[key] ?? {})).map(withDefault(operation))
  const inPath = all.filter(({ name }) => pathFields.includes(name))
  const fields = all.filter((field) => !inPath.includes(field) && !inNeither.includes(field.name))
  const isInQuery = ({ name }: Field) => method === "GET" || queryFields.includes(name)
  const inBody = fields.filter((field) => !isInQuery(field))
  const token = [{ token: [] }]
  const needsToken = operation.auth.private === "always" || operation.auth.official === "always"
  return {
    tags: [entry?.group ?? "Other"],
    operationId: `${entry?.group ?? "Other"}.${entry?.name ?? operation.path}`,
    summary: entry?.sentence ?? "",
    parameters: [...inPath.map(parameter("path")), ...fields.filter(isInQuery).map(parameter("query"))],
    ...(method === "POST" ? { requestBody: body(inBody, bodyField) } : {}),
    responses: { "200": success(operation, toJson(operation.output)), ...failures },
    security: basicAuth !== undefined ? [{ basic: [] }] : needsToken ? token : [{}, ...token],
    "x-screeps-provenance": operation.provenance,
    "x-screeps-defaults": plainDefaults(operation),
    ...(operation.quota === undefined ? {} : { "x-screeps-official-quota": operation.quota }),
    ...(operation.mod === undefined ? {} : { "x-screeps-mod": operation.mod })
  }
}

/** Room objects are distinguished by `type`. Their schema decodes any document, so their shapes are written here. */
const roomObjects = (toJson: (schema: Schema.Constraint) => unknown): Json => {
  const kinds = Object.values(RoomObject.schemas).map(toJson)
  const other = {
    type: "object",
    description: "An object of a kind that a mod, a season or a new version of the game added."
  }
  return {
    RoomObject: { anyOf: [...kinds, other] },
    ListEncoded: { type: "array", items: { $ref: `${ref}RoomObject` } }
  }
}

const text = { schema: { type: "string" } }

/** A response that reports an error: text, an HTML page, or JSON. */
const failure = (description: string, json: Json = { $ref: `${ref}ErrorBody` }): Json => ({
  description,
  content: { "application/json": { schema: json }, "text/html": text, "text/plain": text }
})

/** Creates the document of all operations; `version` is that of the document. */
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
      description:
        "The HTTP API of Screeps servers as described by screeps-effect. The servers guarantee none of it.",
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
        ErrorBody: { type: "object", properties: { error: { type: "string" } }, required: ["error"] }
      },
      responses: {
        Unauthorized: failure("The token is missing, unknown or expired."),
        EndpointNotFound: failure("This server does not have the endpoint, or not the requested item."),
        RateLimited: failure("Too many requests; the text says after how many milliseconds to try again."),
        Other: failure("The request is malformed or too large, or the server failed.", { type: "object" })
      },
      securitySchemes: {
        basic: {
          type: "http",
          scheme: "basic",
          description: "Name and password of a mod's own user, not of a player's account."
        },
        token: {
          type: "apiKey",
          in: "header",
          name: "X-Token",
          description: "An API token or a session token; private servers also require it in X-Username."
        }
      }
    }
  }
}
