// Writes the pages that the code itself tells: one per operation (operations/) and one per channel (channels/), and
// their lists for the sidebar. They are made at every build and kept out of git.
import { copyFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { Catalogue, Endpoints, OpenApi } from "@screeps-effect/api"
import { JsonSchema } from "@screeps-effect/schema"
import { Channels } from "@screeps-effect/socket"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { example } from "./examples.mjs"
import { describe, fields, table } from "./shapes.mjs"
import { channels, operations } from "./source.mjs"

const docs = join(import.meta.dirname, "..")
const write = (file, text) => {
  mkdirSync(dirname(join(docs, file)), { recursive: true })
  writeFileSync(join(docs, file), text)
}
mkdirSync(join(docs, "public"), { recursive: true })
copyFileSync(
  join(docs, "../examples/browser/room-viewer/screenshot.png"),
  join(docs, "public/room-viewer.png")
)
for (const folder of ["operations", "channels"]) rmSync(join(docs, folder), { recursive: true, force: true })

const { components, paths } = OpenApi.document({ version: "0.0.0" })
const schemas = components.schemas
const entries = new Map(Catalogue.entries().map((entry) => [`${entry.method} ${entry.path}`, entry]))

/** Where typedoc has it; nothing when typedoc did not run. */
const reference = (group, name) => {
  const file = ["functions", "variables"]
    .map((folder) => `reference/${folder}/_screeps-effect_${group}.${name}.html`)
    .find((file) => existsSync(join(docs, "public", file)))
  return file && `<a href="/${file}" target="_self">${group.split(".")[1]}.${name} in the reference</a>`
}

/** Parts of a page that may be empty. */
const page = (...parts) => `${parts.filter(Boolean).join("\n\n")}\n`
const section = (title, text) => (text ? `## ${title}\n\n${text}` : "")

// ---- operations

const knowledge = {
  recorded: "yes; recorded from a real answer",
  source: "yes; read in the server's source",
  reported: "yes; reported by others",
  absent: "no"
}
const tokens = { always: "needed", optional: "sent where there is one", never: "not sent" }
const shards = {
  required: "named by the call, else the server's default",
  optional: "named by the call or by the server's default; may be left out",
  none: "none"
}

const servers = (operation) => {
  const { auth, provenance, mod, quota, shard } = operation
  const has = (kind) => provenance[kind] !== "absent"
  const only = (kind, text) => (has(kind) ? text : "")
  const limit = quota === undefined ? "the global one, 120 per minute" : `${quota.limit} per ${quota.per}`
  return table(
    ["", "official", "private"],
    [
      [
        "has it",
        knowledge[provenance.official],
        `${knowledge[provenance.private]}${has("private") && mod ? `, with the mod ${mod}` : ""}`
      ],
      operation.basicAuth === undefined
        ? ["token", only("official", tokens[auth.official]), only("private", tokens[auth.private])]
        : ["token", "", "not sent; name and password of the mod's own user instead"],
      ["shard", only("official", shards[shard]), only("private", "never sent")],
      ["limit", only("official", limit), only("private", "the server's own, if any")]
    ]
  )
}

const bodyOf = (described) => described.requestBody?.content["application/json"].schema ?? {}

const inputOf = (operation, described) => {
  const { properties = {}, required = [] } = bodyOf(described)
  const basic = Object.values(operation.basicAuth ?? {})
  const own = [operation.bodyField, ...basic].filter(Boolean)
  const { parameters } = described
  return {
    properties: {
      ...Object.fromEntries(
        parameters.map(({ description, name, schema }) => [name, { ...schema, description }])
      ),
      ...(operation.bodyField === undefined ? properties : { [operation.bodyField]: bodyOf(described) }),
      ...Object.fromEntries(
        basic.map((name) => [name, Schema.toJsonSchemaDocument(operation.input.fields[name]).schema])
      )
    },
    // The shard of a path has the server's default.
    required: [
      ...parameters.filter(({ name, required }) => required && name !== "shard").map(({ name }) => name),
      ...(operation.bodyField === undefined ? required : []),
      ...own
    ]
  }
}

const defaultsOf = (described) =>
  Object.fromEntries(
    Object.entries(described["x-screeps-defaults"]).map(([field, value]) => [
      field,
      `default ${typeof value === "string" && value.includes(" ") ? value : `\`${JSON.stringify(value)}\``}`
    ])
  )

/** Fields that hold a secret are `Redacted` in code, whatever travels. */
const secretsOf = ({ fields: each = {} }) =>
  Object.fromEntries(
    Object.entries(each)
      .filter(([, field]) =>
        Option.exists(Schema.decodeUnknownOption(field)("12345678"), Redacted.isRedacted)
      )
      .map(([name]) => [name, "`Redacted` in code"])
  )

const takes = (operation, described) => {
  const input = inputOf(operation, described)
  if (Object.keys(input.properties).length === 0 && operation.clientOnly.length === 0) return "Nothing."
  const rows =
    Object.keys(input.properties).length === 0
      ? ""
      : fields(input, schemas, { ...defaultsOf(described), ...secretsOf(operation.input) })
  const clientOnly = operation.clientOnly.map(
    (name) => `\`${name}\` is required and never sent: it confirms what the call does.`
  )
  return [rows, ...clientOnly].filter(Boolean).join("\n\n")
}

const answerOf = (operation, described) => {
  if (operation.format === "text") return { name: "text", text: "A text." }
  const [schema] = described.responses["200"].content["application/json"].schema.anyOf
  return {
    name: (schema.$ref ?? "").split("/").at(-1),
    text: describe(schema, schemas, secretsOf(operation.output))
  }
}

const common =
  "Any call may also fail because no usable answer comes (`Unreachable`, `TimedOut`, `ServerFault`, `RateLimited`, `UnexpectedResponse`): [all reasons](/guide/errors.md)."

const groups = new Map()
for (const operation of Endpoints.all) {
  const key = `${operation.method} ${operation.path}`
  const { group, name } = entries.get(key)
  const said = operations.get(key)
  if (said === undefined) throw new Error(`${key} has no doc comment that source.mjs can read`)
  const described = paths[operation.path][operation.method.toLowerCase()]
  const answer = answerOf(operation, described)
  const input = inputOf(operation, described)
  const needed = [...input.required, ...operation.clientOnly]
  const order = [...Object.keys(input.properties), ...operation.clientOnly]
  const call = `${group}.${name}`
  write(
    `operations/${group}/${name}.md`,
    page(
      `---\ntitle: ${call}\n---`,
      `# ${call}`,
      `<p class="endpoint"><span class="method ${operation.method}">${operation.method}</span> <code>${operation.path}</code></p>`,
      said.sentence,
      said.Details,
      said.Gotchas && `::: warning Caution\n${said.Gotchas}\n:::`,
      example({ group, name, needed, order, answer: answer.name, properties: input.properties, schemas }),
      section("Parameters", takes(operation, described)),
      section("Returns", answer.text),
      section("Errors", page(said.Errors, common).trim()),
      section("Servers", servers(operation)),
      [
        operation.idempotent
          ? "It may be repeated when no answer comes"
          : "It is not repeated when no answer comes",
        operation.neverRetry ? " and is sent once, even after a 401." : ".",
        operation.inSpecification ? "" : " The API's specification does not name it."
      ].join(""),
      section("Source", page(said.Source, reference(`api.${group}`, name)).trim())
    )
  )
  const list = groups.get(group) ?? []
  groups.set(group, [
    ...list,
    { text: call, link: `/operations/${group}/${name}`, sentence: said.sentence, key }
  ])
}

const list = [...groups].toSorted(([a], [b]) => a.localeCompare(b))
write(
  "operations/index.md",
  page(
    "# Operations",
    "One page for each endpoint of the HTTP API, made from the code: what it takes, what comes back, what it fails with, and which servers have it. [All in one table](/endpoints.md).",
    ...list.map(([group, items]) =>
      section(
        group,
        table(
          ["operation", "does"],
          items.map(({ link, sentence, text }) => [`[${text}](${link}.md)`, sentence])
        )
      )
    )
  )
)

// ---- channels

const samples = {
  room: ["W7N3"],
  roomMap: ["W7N3"],
  memory: ["stats"],
  conversation: ["57874d42d0ae911e3bd15bbc"]
}
const calls = {
  conversation: 'Channels.conversation(UserId.UserId.make("57874d42d0ae911e3bd15bbc"))',
  memory: 'Channels.memory("stats")',
  room: 'Channels.room("W7N3")',
  roomMap: 'Channels.roomMap("W7N3")'
}
const delivery = {
  every: "every payload; the stream fails with `TooSlow` when more than its capacity is waiting",
  latest: "the last payload; older ones that wait are left out",
  patches: "a gap in place of what was waiting, then the whole room from the server"
}
const access = {
  public: "everyone, guests included",
  authenticated: "signed-in users",
  owner: "its own user"
}

const payload = (schema) => {
  const { definitions, schema: json } = JsonSchema.document(schema)
  return describe(json, definitions)
}

const listen = ({ name }) => {
  const call = calls[name] ?? `Channels.${name}()`
  return [
    "```ts",
    ...(call.includes("UserId") ? ['import { UserId } from "@screeps-effect/schema"'] : []),
    'import { Channels, ScreepsSocket } from "@screeps-effect/socket"',
    'import { Effect, Stream } from "effect"',
    "",
    `const program = ScreepsSocket.subscribe(${call}).pipe(`,
    "  Stream.runForEach((payload) => Effect.log(payload))",
    ")",
    "```"
  ].join("\n")
}

const made = new Map(Object.entries(Channels).filter(([, value]) => typeof value === "function"))
if (made.size !== channels.length)
  throw new Error(`${made.size} channels, and ${channels.length} doc comments`)

for (const said of channels) {
  const channel = made.get(said.name)(...(samples[said.name] ?? []))
  write(
    `channels/${said.name}.md`,
    page(
      `---\ntitle: Channels.${said.name}\n---`,
      `# Channels.${said.name}`,
      said.sentence,
      said.Details,
      said.Gotchas && `::: warning Caution\n${said.Gotchas}\n:::`,
      listen(said),
      section(
        "Delivery",
        table(
          ["", ""],
          [
            ["call", `\`Channels.${said.name}(${said.parameters.replaceAll(/\w+\./g, "")})\``],
            ["who may listen", access[channel.access]],
            ["a slow listener gets", delivery[channel.delivery]],
            [
              "a late listener gets",
              {
                every: "the payloads that follow",
                latest: "the last payload first",
                patches: "the whole room from the server; the others get a gap"
              }[channel.delivery]
            ]
          ]
        )
      ),
      section("Payload", payload(channel.schema)),
      "What a stream fails with, and what happens between payloads: [sockets](/guide/sockets.md).",
      reference("socket.Channels", said.name)
    )
  )
}
write(
  "channels/index.md",
  page(
    "# Channels",
    "One page for each family of the socket's events, made from the code.",
    table(
      ["channel", "tells"],
      channels.map(({ name, sentence }) => [
        `[${name}](/channels/${name}.md)`,
        sentence.replaceAll("\n", " ")
      ])
    )
  )
)

write(
  "operations/sidebar.json",
  JSON.stringify({
    operations: list.map(([text, items]) => ({
      text,
      collapsed: true,
      items: items.map(({ link, text: call }) => ({ text: call.split(".")[1], link }))
    })),
    channels: channels.map(({ name }) => ({ text: name, link: `/channels/${name}` }))
  })
)
console.log(`${Endpoints.all.length} operations, ${channels.length} channels`)
