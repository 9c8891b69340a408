/** Every HTTP response recorded from xxscreeps 0.0.9, compared with that of the in-memory server. */
import * as Endpoints from "@screeps-effect/api/Endpoints"
import { reported } from "@screeps-effect/fixtures"
import type { Decoration, DecorationTheme } from "@screeps-effect/schema/Decoration"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import { defect } from "../../packages/testing/test/support/program.ts"
import { recorded } from "../../packages/testing/test/support/server.ts"
import { all, badge, prepare, replayXx, type Situation, type Stage } from "./support/xxscreeps.ts"

const withBadge = ({ post }: Stage) => post("/api/user/badge", { badge })
const withPrefs = ({ post }: Stage) =>
  post("/api/user/notify-prefs", { disabled: true, interval: 180, errorsInterval: 0 })

const withCode =
  (branch: string, count = 1) =>
  ({ post }: Stage) =>
    Effect.forEach(Array.from({ length: count }).keys(), (n) =>
      post("/api/user/code", { branch: n === 0 ? branch : `${branch}${n}`, modules: { main: "1" } })
    )

const withFlags = ({ world }: Stage) =>
  Effect.forEach(["Flag0", "Flag1"], (name) =>
    world.rooms.addFlag("alice", "W7N3", { name, color: 1, secondaryColor: 2, x: 1, y: 1 })
  )

const withMemory = ({ world }: Stage) =>
  world.users.setMemory("alice", { a: { text: "x", n: null, b: { c: [1] } } })

const list = (name: string) => (reported(name).response.body as { readonly list: ReadonlyArray<never> }).list

/** Gives alice decorations: one without a place, one in her room, and one of creeps everywhere. */
const withDecorations = ({ ids, post, world: { tables } }: Stage) =>
  Effect.gen(function* () {
    const themes: ReadonlyArray<typeof DecorationTheme.Type> = list("decorations.themes")
    for (const theme of themes) yield* tables.addTheme(theme)
    const all: ReadonlyArray<{ readonly decoration: Decoration }> = list("decorations.inventory")
    const [known] = all
    assert.isDefined(known)
    const give = (recordedId: string, type: Decoration["type"]) =>
      Effect.tap(tables.giveDecoration("alice", Object.assign({}, known.decoration, { type })), (id) =>
        Effect.sync(() => ids.set(recordedId, id))
      )
    const placed = yield* give("xx-floor-neon", "floorLandscape")
    yield* give("xx-floor-plain", "floorLandscape")
    yield* give("xx-tag", "wallGraffiti")
    yield* give("xx-chevrons", "badge")
    const orbit = yield* give("xx-orbit", "creep")
    const active = { shard: "shard0", room: "W7N3", world: true }
    yield* post("/api/user/decorations/activate", { _id: placed, active })
    yield* post("/api/user/decorations/activate", { _id: orbit, active: { nameFilter: "w" } })
  })

const withMessages = ({ ids, world: { users } }: Stage) =>
  Effect.gen(function* () {
    yield* users.sendMessage("alice", "bob", "hello bob")
    const [first] = yield* users.messages("alice")
    ids.set("feff472032585752a22d5edd", first?._id ?? "")
    yield* users.sendMessage("bob", "alice", "hello alice")
  })

/** Gives alice two power creeps, the first one trained, the second one being deleted. */
const withPowerCreeps = ({ get, ids, post, world }: Stage) =>
  Effect.gen(function* () {
    yield* world.users.change("alice", { power: 10_000 })
    for (const name of ["Op1", "Op2"])
      yield* post("/api/game/power-creeps/create", { name, className: "operator" })
    const { body } = yield* get("/api/game/power-creeps/list")
    const [first, second] = (body as { readonly list: ReadonlyArray<{ readonly _id: string }> }).list
    ids.set("782278eea35d58b15fdb0509", first?._id ?? "").set("eb9c2a2ecc4d7ef0fe0aabb3", second?._id ?? "")
    yield* post("/api/game/power-creeps/upgrade", { id: first?._id, powers: { 1: 1 } })
  })

const deleting = (stage: Stage) =>
  Effect.gen(function* () {
    yield* withPowerCreeps(stage)
    yield* stage.post("/api/game/power-creeps/delete", { id: stage.ids.get("eb9c2a2ecc4d7ef0fe0aabb3") })
  })

const reserved = ({ ids, world }: Stage) =>
  Effect.gen(function* () {
    const found = (yield* world.rooms.objects("W8N3")).find(({ type }) => type === "controller")
    const reservation = { user: ids.get("ab1c9d919d1c"), endTime: 5000 }
    yield* world.rooms.changeObject(found?._id ?? "", { reservation })
  })

/** The situations of recorded requests; the first one that matches counts, and the last one matches all. */
const situations: ReadonlyArray<readonly [names: RegExp, Situation]> = [
  [
    /^register-(submit\.(ok|bad|no-|short)|check-username\.free)/,
    { user: "alice", options: { accounts: [] } }
  ],
  [/expired-token$/, { user: "alice", isExpired: true }],
  [
    /^auth-me\.(after-badge|with-badge)|^badge-svg|^user-find\.with-badge/,
    { user: "alice", before: withBadge }
  ],
  [/^auth-me\.after-notify/, { user: "alice", before: withPrefs }],
  [/^auth-me\.old-token-after-password/, { user: "carol" }],
  [/^clone-branch\.existing/, { user: "alice", before: withCode("copy") }],
  [/^clone-branch\.too-many/, { user: "alice", before: withCode("branch", 30) }],
  [/^code-get\.after-clone/, { user: "alice", before: withCode("fresh3") }],
  [/^code-get\.without-main/, { user: "alice", before: withCode("nomain") }],
  [/^clone-branch|^code-get|^set-active|^user-branches\.several/, { user: "alice", before: withCode("dev") }],
  [/^game-(check|gen)-unique-flag-name\.(taken|second)/, { user: "alice", before: withFlags }],
  [/^memory-get/, { user: "alice", before: withMemory }],
  [/^memory-set\.path-(ex|quote)|^memory-set\.n/, { user: "alice", before: withMemory }],
  [/^user-memory-|^user-console|^user-(respawn\.twice|rooms\.nothing|overview\.nothing)/, { user: "carol" }],
  [
    /^user-world-status\.after|^game-place-spawn\.(ok|after|edge|wall|unk|own|no-c|not|name)/,
    { user: "carol" }
  ],
  [/decorations/, { user: "alice", before: withDecorations }],
  [/^messages-list\.(receiver|after)|^messages-(mark-read|unread)/, { user: "bob", before: withMessages }],
  [/^messages-.*\.(reply)/, { user: "bob" }],
  [/^messages-index\.both/, { user: "alice", before: withMessages }],
  [
    /^power-creeps-create\.(ok|second)/,
    { user: "alice", before: ({ world }) => world.users.change("alice", { power: 10_000 }) }
  ],
  [/^power-creeps-(list\.with|cancel|delete\.already)/, { user: "alice", before: deleting }],
  [/^power-creeps-(create\.(not-enough|no-name)|list\.empty)/, { user: "alice" }],
  [/^power-creeps/, { user: "alice", before: withPowerCreeps }],
  [/reserv/, { user: "alice", before: reserved }],
  [/^/, { user: "alice" }]
]

/** Recorded responses that the in-memory server gives otherwise, and why. */
const different: Readonly<Record<string, string>> = {
  "badge-svg.npc-invader": "the badge of the game's invaders belongs to the game's makers and is not copied",
  "closed-server.user-branches.guest": "servers without guests are not modelled",
  "decorations-activate.no-room": "the properties of decorations are not modelled",
  "decorations-activate.not-owned-room": "the properties of decorations are not modelled",
  "decorations-activate.unknown-prop": "the properties of decorations are not modelled",
  "decorations-activate.unknown-shard": "the properties of decorations are not modelled",
  "game-add-object-intent.unknown-room-ends-server": "a defect names the mistake, which ends the real server",
  "game-time.after-server-end": "there was no response",
  "socket-plain-get": "the page is that of a server 4.3.0, which names its content type"
}

/** Keys that recorded successes have and those of the in-memory server lack, and why. */
const lacks: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "GET /api/auth/me": {
    "badge.type.path1": "guests wear the badge of the game's invaders, which is not copied",
    "badge.type.path2": "guests wear the badge of the game's invaders, which is not copied"
  },
  "GET /api/user/find": {
    "user.badge.type.path1": "the badge of the game's invaders is not copied",
    "user.badge.type.path2": "the badge of the game's invaders is not copied"
  }
}

/** Keys that only the successes of the in-memory server have, and why. */
const adds: Readonly<Record<string, Readonly<Record<string, string>>>> = {}

const situationOf = (name: string): Situation => {
  const found = situations.find(([names]) => names.test(name))
  assert.isDefined(found)
  return found[1]
}

type Answer = ReturnType<typeof recorded>

const hasError = (body: unknown): boolean => typeof body === "object" && body !== null && "error" in body

const isSuccess = ({ body, status }: Answer) => status === 200 && typeof body === "object" && !hasError(body)

/** What must be equal: everything but the data of successes. */
const essence = (answer: Answer) => {
  const { body, kind, status, token } = answer
  const isPicture = kind?.startsWith("image/") === true
  return { status, kind, token: token !== null, body: isSuccess(answer) || isPicture ? "data" : body }
}

/** Keys that differ between worlds: ids of users, decorations and messages, rooms, layers of the map. */
const isIdentity = (key: string) =>
  /^([WE]\d+[NS]\d+|\d|[0-9a-f]{12,24}|xx-[\w-]+|d1|[a-z]+[A-Z][a-z]+(8|180|1440))$/.test(key)

/** Keys whose values have keys of players or of catalogues. */
const isOpaque = (key: string) => /(^|\.)(modules|decoration|active)$|^decorations\.\*$/.test(key)

const paths = (value: unknown, at = ""): ReadonlyArray<string> => {
  if (Array.isArray(value)) return value.flatMap((item) => paths(item, `${at}[]`))
  if (typeof value !== "object" || value === null || isOpaque(at)) return [at]
  const keys = Object.entries(value).flatMap(([name, child]) => {
    const key = isIdentity(name) ? "*" : name
    return paths(child, at === "" ? key : `${at}.${key}`)
  })
  return at === "" ? keys : [at, ...keys]
}

const keysOf = (answers: ReadonlyArray<Answer>) =>
  new Set(answers.filter(isSuccess).flatMap(({ body }) => paths(body)))

const without = (keys: ReadonlySet<string>, others: ReadonlySet<string>) =>
  [...keys].filter((key) => !others.has(key)).toSorted()

const endpointOf = ({ request: { method, path } }: (typeof all)[number]) =>
  `${method} ${Endpoints.find(method, path)?.path ?? path}`

describe("the in-memory xxscreeps", () => {
  const compared = all.filter(({ name }) => different[name] === undefined)
  for (const endpoint of new Set(compared.map(endpointOf))) {
    const own = compared.filter((one) => endpointOf(one) === endpoint)
    it.effect(`responds as recorded to ${own.length} requests of ${endpoint}`, () =>
      Effect.gen(function* () {
        const answers = yield* Effect.forEach(own, (one) => replayXx(one, situationOf(one.name)))
        const byName = (list: ReadonlyArray<Answer>) =>
          Object.fromEntries(
            own.map(({ name }, i) => [name, list[i] === undefined ? undefined : essence(list[i])])
          )
        const then = own.map(recorded)
        assert.deepStrictEqual(byName(answers), byName(then))
        const [known, present] = [keysOf(then), keysOf(answers)]
        assert.deepStrictEqual(without(known, present), Object.keys(lacks[endpoint] ?? {}).toSorted())
        assert.deepStrictEqual(without(present, known), Object.keys(adds[endpoint] ?? {}).toSorted())
      })
    )
  }

  it("differs in recorded responses only for a reason", () => {
    const names = new Set(all.map(({ name }) => name))
    assert.deepStrictEqual(
      Object.keys(different).filter((name) => !names.has(name)),
      []
    )
  })

  it.effect("ends with a mistake where an intent for an unknown room ends the real server", () =>
    Effect.gen(function* () {
      const name = "game-add-object-intent.unknown-room-ends-server"
      const recording = all.find((one) => one.name === name)
      assert.isDefined(recording)
      const message = yield* defect(replayXx(recording, { user: "alice" }))
      assert.include(message, "An intent for the unknown room W99N99 ends xxscreeps")
    })
  )

  it.effect("issues tokens of 54 characters that are valid for two minutes, each until its end", () =>
    Effect.gen(function* () {
      const { server, signIn } = yield* prepare()
      const { "x-token": first } = yield* signIn("alice")
      assert.match(first, /^[\w-]{54}$/)
      const me = (token: string) => server.get("/api/auth/me", {}, { "x-token": token })
      yield* TestClock.adjust("1 minute")
      const { token: second } = yield* me(first)
      assert.match(second ?? "", /^[\w-]{54}$/)
      assert.notStrictEqual(second, first)
      yield* TestClock.adjust("59 seconds")
      assert.strictEqual((yield* me(first)).status, 200)
      yield* TestClock.adjust("1 second")
      assert.strictEqual((yield* me(first)).status, 401)
      assert.strictEqual((yield* me(second ?? "")).status, 200)
    })
  )

  it.effect("names the first branch of accounts main, of existing and of new ones", () =>
    Effect.gen(function* () {
      const { server, world } = yield* prepare()
      const account = { username: "dave", email: "dave@example.com", password: "correct-password" }
      yield* server.post("/api/register/submit", account)
      for (const username of ["alice", "dave"]) {
        const { activeWorld, branches } = yield* world.users.get(username)
        assert.deepStrictEqual([activeWorld, Object.keys(branches)], ["main", ["main"]])
      }
    })
  )

  it.effect("writes Memory before it answers, as a real one does", () =>
    Effect.gen(function* () {
      const { server, signIn, world } = yield* prepare()
      const headers = yield* signIn("alice")
      yield* server.post("/api/user/memory", { path: "a", value: { b: 1 } }, headers)
      yield* server.post("/api/user/memory", { path: "a.c", value: [2] }, headers)
      yield* server.post("/api/user/memory", { path: "a.b" }, headers)
      assert.deepStrictEqual(yield* world.users.memory("alice"), { a: { c: [2] } })
    })
  )

  it.effect("executes intents for the objects that they name", () =>
    Effect.gen(function* () {
      const { ids, server, signIn, world } = yield* prepare()
      const headers = yield* signIn("alice")
      const user = ids.get("ab1c9d919d1c")
      const site = { type: "constructionSite", x: 5, y: 5, user, structureType: "road", progress: 0 }
      const one = yield* world.rooms.addObject("W7N3", site)
      const two = yield* world.rooms.addObject("W7N3", { ...site, x: 6 })
      const creep = yield* world.rooms.addObject("W7N3", { type: "creep", x: 7, y: 7, user, name: "c" })
      const send = (name: string, intent: unknown) =>
        server.post("/api/game/add-object-intent", { room: "W7N3", name, intent }, headers)
      yield* send("removeConstructionSite", [{ id: one }])
      yield* send("remove", { id: two })
      yield* send("suicide", { id: creep })
      const structure = { type: "road", x: 8, y: 8, hits: 1, hitsMax: 1 }
      const roads = yield* Effect.forEach([8, 9], (x) => world.rooms.addObject("W7N3", { ...structure, x }))
      for (const id of roads) yield* send("destroyStructure", [{ id, roomName: "W7N3" }])
      yield* world.tick
      const left = new Set<string>((yield* world.rooms.objects("W7N3")).map(({ _id }) => _id))
      assert.deepStrictEqual(
        [one, two, creep, ...roads].filter((id) => left.has(id)),
        []
      )
    })
  )
})
