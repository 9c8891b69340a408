// Writes the pages made from code: one per operation (operations/), one per channel (channels/), one per example
// program (examples/), the sizes of programs, and their lists for the sidebar. They are made at every build and kept out of git.
import { copyFileSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { basename, dirname, join } from "node:path"
import { Catalogue, Endpoints, OpenApi } from "@screeps-effect/api"
import { isSpecified } from "@screeps-effect/fixtures/specification"
import { Decoder, JsonSchema } from "@screeps-effect/schema"
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
for (const folder of ["operations", "channels", "examples"])
  rmSync(join(docs, folder), { recursive: true, force: true })

const { components, paths } = OpenApi.document({ version: "0.0.0" })
const schemas = components.schemas
const entries = new Map(Catalogue.entries().map((entry) => [`${entry.method} ${entry.path}`, entry]))

/** A link to the page of a module. */
const reference = (module, name) =>
  `[${module.split("/")[1]}.${name} in the reference](/reference/${module}.md#${name})`

/** Joins the parts of a page; empty ones are left out. */
const page = (...parts) => `${parts.filter(Boolean).join("\n\n")}\n`
const section = (title, text) => (text ? `## ${title}\n\n${text}` : "")

// ---- operations

const knowledge = {
  recorded: "yes, recorded from a real response",
  published: "yes, recorded and published by others",
  source: "yes, read in the server's source",
  reported: "yes, reported by others",
  absent: "no"
}
const tokens = { always: "required", optional: "optional", never: "not sent" }
const shards = {
  required: "required, in the call or as the server's default",
  optional: "optional, in the call or as the server's default",
  none: "none"
}

const servers = (operation) => {
  const { auth, provenance, mod, quota, shard } = operation
  const has = (kind) => provenance[kind] !== "absent"
  const only = (kind, text) => (has(kind) ? text : "")
  const limit = quota === undefined ? "global: 120 per minute" : `${quota.limit} per ${quota.per}`
  const isBasic = operation.basicAuth !== undefined
  const token = (kind, of) => (isBasic ? "" : only(kind, tokens[of]))
  return table(
    ["", "official", "private", "xxscreeps"],
    [
      [
        "available",
        knowledge[provenance.official],
        `${knowledge[provenance.private]}${has("private") && mod ? `; needs the mod ${mod}` : ""}`,
        knowledge[provenance.xxscreeps]
      ],
      [
        "token",
        token("official", auth.official),
        isBasic
          ? "not sent; name and password of the mod's own user are sent instead"
          : token("private", auth.private),
        token("xxscreeps", auth.private)
      ],
      [
        "shard",
        only("official", shards[shard]),
        only("private", "never sent"),
        only("xxscreeps", "never sent")
      ],
      [
        "rate limit",
        only("official", limit),
        only("private", "none, unless a mod adds one"),
        only("xxscreeps", "none")
      ]
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
    // Required on the wire, optional for callers: what has a default, and the shard of a path, which has the server's.
    required: [
      ...parameters.filter(({ required }) => required).map(({ name }) => name),
      ...(operation.bodyField === undefined ? required : []),
      ...own
    ].filter((name) => name !== "shard" && !Object.hasOwn(operation.defaults, name))
  }
}

const defaultsOf = (described) =>
  Object.fromEntries(
    Object.entries(described["x-screeps-defaults"]).map(([field, value]) => [
      field,
      `default ${typeof value === "string" && value.includes(" ") ? value : `\`${JSON.stringify(value)}\``}`
    ])
  )

/** Fields with a secret: `Redacted` in code, plain text in JSON. */
const secretsOf = ({ fields: each = {} }) =>
  Object.fromEntries(
    Object.entries(each)
      .filter(([, field]) =>
        Option.exists(Schema.decodeUnknownOption(field)("12345678"), Redacted.isRedacted)
      )
      .map(([name]) => [name, "`Redacted` in code"])
  )

const parametersOf = (operation, described) => {
  const input = inputOf(operation, described)
  if (Object.keys(input.properties).length === 0 && operation.clientOnly.length === 0) return "None."
  const rows =
    Object.keys(input.properties).length === 0
      ? ""
      : fields(input, schemas, { ...defaultsOf(described), ...secretsOf(operation.input) })
  const clientOnly = operation.clientOnly.map(
    (name) => `\`${name}\` is required and never sent: it confirms the effect of the call.`
  )
  return [rows, ...clientOnly].filter(Boolean).join("\n\n")
}

const outputOf = (operation, described) => {
  if (operation.format === "text") return { name: "text", text: "A string." }
  const [schema] = described.responses["200"].content["application/json"].schema.anyOf
  return {
    name: (schema.$ref ?? "").split("/").at(-1),
    text: describe(schema, schemas, secretsOf(operation.output))
  }
}

const common =
  "Any call can also fail because no usable response arrives (`Unreachable`, `TimedOut`, `ServerFault`, `RateLimited`, `UnexpectedResponse`): [all reasons](/guide/errors.md)."

const tolerance = "/guide/facts.md#when-a-server-sends-something-else"

/** What becomes of parts of a response that cannot be read. */
const reading = ({ changes, format, output }) => {
  if (format === "text") return ""
  const rule = `A part that [cannot be read](${tolerance}) is left out and logged; without an essential one the call fails with \`UnexpectedResponse\``
  const collections = changes === "nothing" ? Decoder.essentialCollections(output) : []
  if (collections.length === 0) return `${rule}.`
  const names = collections.map((key) => (key === "" ? "the response itself" : `\`${key}\``)).join(" or ")
  return `${rule}, and so it does if ${names} has entries of which none can be read.`
}

/** How the call is retried, and whether the API's specification contains the endpoint. */
const retries = (operation) => {
  const { idempotent, neverRetry } = operation
  return [
    `${idempotent ? "[Retried" : "Not [retried"}](/guide/limits.md#retries) after a transient failure.`,
    neverRetry ? " Sent once, even after a 401." : "",
    isSpecified(operation) ? "" : " Not part of the API's specification."
  ].join("")
}

const groups = new Map()
for (const operation of Endpoints.all) {
  const key = `${operation.method} ${operation.path}`
  const { group, name } = entries.get(key)
  const comment = operations.get(key)
  if (comment === undefined) throw new Error(`${key} has no doc comment that source.mjs can read`)
  const described = paths[operation.path][operation.method.toLowerCase()]
  const output = outputOf(operation, described)
  const input = inputOf(operation, described)
  const required = [...input.required, ...operation.clientOnly]
  const order = [...Object.keys(input.properties), ...operation.clientOnly]
  const call = `${group}.${name}`
  write(
    `operations/${group}/${name}.md`,
    page(
      `---\ntitle: ${call}\n---`,
      `# ${call}`,
      `<p class="endpoint"><span class="method ${operation.method}">${operation.method}</span> <code>${operation.path}</code></p>`,
      comment.sentence,
      comment.Details,
      comment.Gotchas && `::: warning Caution\n${comment.Gotchas}\n:::`,
      section(
        "Example",
        example({ group, name, required, order, output: output.name, properties: input.properties, schemas })
      ),
      section("Parameters", parametersOf(operation, described)),
      section("Returns", output.text),
      section("Errors", page(comment.Errors, reading(operation), common).trim()),
      section("Servers", servers(operation)),
      retries(operation),
      section("Source", page(comment.Source, reference(`api/${group}`, name)).trim())
    )
  )
  const list = groups.get(group) ?? []
  groups.set(group, [
    ...list,
    { text: call, link: `/operations/${group}/${name}`, sentence: comment.sentence, key }
  ])
}

const list = [...groups].toSorted(([a], [b]) => a.localeCompare(b))
write(
  "operations/index.md",
  page(
    "# Operations",
    "One page per endpoint of the HTTP API, made from the code: parameters, result, errors, and the servers that have it. [All in one table](/endpoints.md).",
    ...list.map(([group, items]) =>
      section(
        group,
        table(
          ["operation", "description"],
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
  every: "every payload; the stream fails with `TooSlow` if more payloads than its capacity are waiting",
  latest: "the latest payload; older payloads that are still waiting are dropped",
  patches: "a gap instead of the waiting payloads, then the whole room from the server"
}
const lateDelivery = {
  every: "the payloads that follow",
  latest: "the latest payload first",
  patches: "the whole room from the server; the other listeners get a gap"
}
const access = {
  public: "everyone, guests included",
  authenticated: "signed-in users",
  owner: "the user that the data belongs to"
}

/** The parameters of a channel's function, from their text in the source: `room: RoomName.RoomName, shard?: …`. */
const channelParameters = (text) => {
  const parameters = text
    .split(",")
    .map((one) => /^(\w+)(\??): (.+)$/.exec(one.trim()))
    .filter(Boolean)
  return parameters.length === 0
    ? "None."
    : table(
        ["parameter", "type", "description"],
        parameters.map(([, name, optional, type]) => [
          `\`${name}\``,
          `\`${type.replace(/^\w+\./, "")}\``,
          [optional && "*Optional.*", name === "shard" && "Default: the server's shard."]
            .filter(Boolean)
            .join(" ")
        ])
      )
}

const payload = (schema) => {
  const { definitions, schema: json } = JsonSchema.document(schema)
  return describe(json, definitions)
}

const subscription = ({ name }) => {
  const call = calls[name] ?? `Channels.${name}()`
  return [
    "```ts",
    ...(call.includes("UserId") ? ['import { UserId } from "@screeps-effect/schema"'] : []),
    'import { Channels, ScreepsSocket } from "@screeps-effect/socket"',
    'import * as Effect from "effect/Effect"',
    'import * as Stream from "effect/Stream"',
    "",
    `const program = ScreepsSocket.subscribe(${call}).pipe(`,
    "  Stream.runForEach((payload) => Effect.log(payload))",
    ")",
    "```"
  ].join("\n")
}

const made = new Map(Object.entries(Channels).filter(([, value]) => typeof value === "function"))
if (made.size !== channels.length)
  throw new Error(
    `Channels.ts exports ${made.size} channels, but source.mjs found ${channels.length} doc comments`
  )

for (const comment of channels) {
  const { name } = comment
  const channel = made.get(name)(...(samples[name] ?? []))
  write(
    `channels/${name}.md`,
    page(
      `---\ntitle: Channels.${name}\n---`,
      `# Channels.${name}`,
      comment.sentence,
      comment.Details,
      comment.Gotchas && `::: warning Caution\n${comment.Gotchas}\n:::`,
      section("Example", subscription(comment)),
      section("Parameters", channelParameters(comment.parameters)),
      section("Payload", payload(channel.schema)),
      section(
        "Delivery",
        table(
          ["listener", "receives"],
          [
            ["slow", delivery[channel.delivery]],
            ["late", lateDelivery[channel.delivery]]
          ]
        )
      ),
      `Who can listen: ${access[channel.access]}.`,
      section(
        "Errors",
        page(
          comment.Errors,
          "Streams fail with [`SocketError`](/guide/errors.md#errors-of-sockets). Lost connections and gaps between payloads: [sockets and rooms](/guide/sockets.md)."
        ).trim()
      ),
      section("Source", page(comment.Source, reference("socket/Channels", name)).trim())
    )
  )
}
write(
  "channels/index.md",
  page(
    "# Channels",
    "One page per family of socket events, made from the code: parameters, payload and delivery.",
    table(
      ["channel", "description"],
      channels.map(({ name, sentence }) => [
        `[${name}](/channels/${name}.md)`,
        sentence.replaceAll("\n", " ")
      ])
    )
  )
)

// ---- example programs

const programs = globSync("*.ts", { cwd: join(docs, "../examples/src") })
  .toSorted()
  .map((file) => {
    const source = readFileSync(join(docs, "../examples/src", file), "utf8")
    return { file, name: basename(file, ".ts"), source }
  })
for (const { file, name, source } of programs) {
  write(
    `examples/${name}.md`,
    page(
      `---\ntitle: ${name}\naside: false\n---`,
      `# ${name}`,
      `\`examples/src/${file}\` of the repository, a whole program.`,
      `\`\`\`ts\n${source}\`\`\``
    )
  )
}

// ---- sizes

const { gzipped } = JSON.parse(readFileSync(join(docs, "../scripts/sizes.json"), "utf8")).at(-1)
write(
  "sizes.md",
  page(
    "# Sizes",
    "What whole programs weigh in a page, minified and gzipped, with everything of Effect that they use. `scripts/sizes.mjs` contains the programs and measures them with the packed packages.",
    table(
      ["program", "kB"],
      Object.entries(gzipped).map(([name, bytes]) => [name, (bytes / 1000).toFixed(1)])
    )
  )
)

write(
  "operations/sidebar.json",
  JSON.stringify({
    examples: programs.map(({ name }) => ({ text: name, link: `/examples/${name}` })),
    operations: list.map(([text, items]) => ({
      text,
      collapsed: true,
      items: items.map(({ link, text: call }) => ({ text: call.split(".")[1], link }))
    })),
    channels: channels.map(({ name }) => ({ text: name, link: `/channels/${name}` }))
  })
)
console.log(`${Endpoints.all.length} operations, ${channels.length} channels, ${programs.length} examples`)
