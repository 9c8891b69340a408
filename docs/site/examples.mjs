// An example call of every operation. A field takes its value from its schema (`examples`, closed sets); the values here
// are code, or shared by many operations. The type-checker reads every page: a value of the wrong type fails the build.
const secret = 'Redacted.make("secret")'
const id = 'ObjectId.ObjectId.make("5bbcab4d9099fc012e6328d1")'
const user = 'UserId.UserId.make("57874d42d0ae911e3bd15bbc")'

const byField = {
  _id: id,
  id,
  branch: '"default"',
  code: '"k3Jx9Qz"',
  className: '"operator"',
  color: "10",
  count: "1",
  decorations: `[${id}]`,
  email: '"bob@example.com"',
  enabled: "true",
  interval: "8",
  modules: '{ main: "module.exports.loop = () => {}" }',
  name: '"Spawn1"',
  newName: '"next"',
  password: secret,
  resourceType: '"H"',
  respondent: user,
  room: '"W7N3"',
  rooms: '["W7N3", "W8N3"]',
  secondaryColor: "10",
  segment: "90",
  structureType: '"extension"',
  ticket: secret,
  token: secret,
  tokenId: id,
  userId: user,
  username: '"bob"',
  visible: "true",
  x: "25",
  y: "25"
}

const byOperation = {
  "Account.badge": {
    badge: '{ type: 1, color1: "#ff0000", color2: "#00ff00", color3: "#0000ff", param: 0 }'
  },
  "Account.changePassword": {
    oldPassword: 'Redacted.make("the old one")',
    password: 'Redacted.make("the new one")',
    acknowledge: '"a wrong old password ends the server"'
  },
  "Account.cpuShards": { cpu: "{ shard0: 20, shard3: 20 }" },
  "Account.activateShardAccess": { shard: '"shardX"' },
  "Account.githubRepo": { repo: '"my-bot"', folder: '"dist"' },
  "Account.notifyPrefs": { disabled: "true" },
  "AuthTokens.create": {
    type: '"selected"',
    endpoints: '{ "GET /api/user/name": true }',
    description: '"a dashboard"'
  },
  "AuthTokens.noratelimit": {
    token: 'Redacted.make("3bdd1da7")',
    recaptcha: 'Redacted.make("what the solved captcha returned")'
  },
  "Auth.signIn": { email: '"bob"' },
  "Code.cloneBranch": { branch: '"default"', existing: '"overwrite"' },
  "Code.setActiveBranch": { activeName: '"activeWorld"' },
  "Decorations.activate": { active: '{ color: "#ff0000" }' },
  "Experimental.pvp": { interval: "100" },
  "Flags.changeColor": { name: '"Flag1"', color: "1" },
  "Flags.create": { name: '"Flag1"' },
  "Flags.remove": { name: '"Flag1"' },
  "Game.checkUniqueFlagName": { name: '"Flag1"' },
  "Game.checkUniqueObjectName": { type: '"spawn"' },
  "Game.genUniqueObjectName": { type: '"spawn"' },
  "Game.mapStats": { statName: '"owner0"' },
  "History.share": { time: "71000012" },
  "Intents.addGlobalIntent": {
    name: '"createPowerCreep"',
    intent: '{ name: "Operator1", className: "operator" }'
  },
  "Intents.addObjectIntent": { name: '"suicide"', intent: "{}" },
  "Invaders.create": { size: '"small"', type: '"Melee"' },
  "MapTool.set": {
    rooms: '[{ room: "W1N1", terrain: "0".repeat(2500), status: "normal", objects: [] }]'
  },
  "Memory.get": { path: '"stats"' },
  "Memory.set": { path: '"reserve"', value: "20000" },
  "Messages.send": { text: '"Hello."' },
  "PowerCreeps.create": { name: '"Operator1"' },
  "PowerCreeps.rename": { name: '"Operator2"' },
  "PowerCreeps.upgrade": { powers: '{ "1": 1 }' },
  "Segments.set": { data: "JSON.stringify({ reserve: 20_000 })" },
  "User.console": { expression: '"Game.time"' },
  "User.findShared": { id: user },
  "User.moneyHistoryDetails": { tick: "71000012" },
  "User.find": { username: '"bob"' },
  "User.rooms": { id: user },
  "User.stats": { id: user },
  "Warpath.battles": { interval: "100" }
}

/** Results that an example does not log: they only confirm the call. */
const confirmations = new Set(["Ok", "DbInsert", "DbUpdate", "DbUpsert"])

/** The first of a schema's examples or of its closed set of values, as code. */
const fromSchema = (schema, schemas) => {
  const target = schemas[schema?.$ref?.split("/").at(-1)] ?? schema ?? {}
  const [found] = [
    ...(target.examples ?? []),
    ...("const" in target ? [target.const] : []),
    ...(target.enum ?? [])
  ]
  const option = target.anyOf?.find(({ type }) => type !== "null")
  if (found !== undefined) return JSON.stringify(found)
  return target.type === "boolean" ? "true" : option && fromSchema(option, schemas)
}

/** Returns the example of an operation as a block of Markdown. */
export const example = ({ group, name, order, output, properties, required, schemas }) => {
  const own = byOperation[`${group}.${name}`] ?? {}
  const wanted = new Set([...required, ...Object.keys(own)])
  const names = order.filter((field) => wanted.has(field))
  const values = names.map((field) => {
    const value = own[field] ?? byField[field] ?? fromSchema(properties[field], schemas)
    if (value === undefined) {
      throw new Error(
        `${group}.${name}: no example for "${field}"; add .annotate({ examples: [value] }) beside the field`
      )
    }
    return `${field}: ${value}`
  })
  const short = values.length === 0 ? "" : `{ ${values.join(", ")} }`
  const fits = short.length < 60
  const input = fits ? short : `{\n    ${values.join(",\n    ")}\n  }`
  const call = `yield* ${group}.${name}(${input})`
  const makers = ["ObjectId", "UserId"].filter((module) => call.includes(`${module}.`))
  const effect = ["Effect", ...(call.includes("Redacted.") ? ["Redacted"] : [])]
  const body = confirmations.has(output)
    ? `  ${call}`
    : `  const response = ${call}\n  yield* Effect.log(response)`
  return [
    "```ts",
    `import { ${group} } from "@screeps-effect/api"`,
    ...(makers.length === 0 ? [] : [`import { ${makers.join(", ")} } from "@screeps-effect/schema"`]),
    ...effect.map((module) => `import * as ${module} from "effect/${module}"`),
    "",
    "const program = Effect.gen(function* () {",
    body,
    "})",
    "```"
  ].join("\n")
}
