import * as PowerCreeps from "@screeps-effect/api/PowerCreeps"
import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { type Group, nothing, posting, signIn } from "../support/group.ts"
import { bob, home, makeServer, type Server, type Received } from "../support/server.ts"

const path = "/api/game/power-creeps"

/** Gives bob two power creeps, one of them upgraded. */
const employ = (server: Server) =>
  Effect.gen(function* () {
    yield* server.world.users.change("bob", { power: 2_000_000, powerExperimentations: 2 })
    const headers = yield* server.settle(bob, home)
    const post = (what: string, body: unknown) => server.post(`${path}/${what}`, body, headers)
    const created = yield* post("create", { name: "Op1", className: "operator" })
    const other = yield* post("create", { name: "Op2", className: "operator" })
    const idOf = ({ body }: Received) => (body as { readonly _id: string })._id
    const ids = { trained: idOf(created), fresh: idOf(other) }
    const upgraded = yield* post("upgrade", { id: ids.trained, powers: { 1: 1, 2: 1 } })
    return { headers, token: headers["x-token"], post, created, upgraded, ...ids }
  })

/** Spawns the upgraded one. */
const spawn = (server: Server, headers: Readonly<Record<string, string>>) =>
  Effect.gen(function* () {
    const { rooms, users } = server.world
    const { _id: user } = yield* users.get("bob")
    const id = yield* rooms.addObject(home.room, { type: "powerSpawn", x: 30, y: 30, user, store: {} })
    const intent = { id, name: "Op1" }
    yield* server.post("/api/game/add-global-intent", { name: "spawnPowerCreep", intent }, headers)
    yield* server.world.tick
    const spawned = (yield* rooms.objects(home.room)).find(({ type }) => type === "powerCreep")
    assert.isDefined(spawned)
    const powers = { 1: { level: 1, cooldownTime: 50 }, 2: { level: 1 } }
    yield* rooms.changeObject(spawned._id, { store: { ops: 1 }, powers })
  })

/** The same world generates the same ids. */
const known = await Effect.runPromise(employ(makeServer()))

const callAll = (server: Server, headers: Readonly<Record<string, string>>) =>
  Effect.gen(function* () {
    const post = (what: string, body: unknown) => server.post(`${path}/${what}`, body, headers)
    const created = yield* post("create", { name: "Op3", className: "operator" })
    const { list } = (yield* server.get(`${path}/list`, {}, headers)).body as {
      readonly list: ReadonlyArray<{ readonly _id: string; readonly name: string }>
    }
    const id = list.find(({ name }) => name === "Op3")?._id
    assert.isDefined(id)
    return {
      [`POST ${path}/create`]: created,
      [`POST ${path}/upgrade`]: yield* post("upgrade", { id, powers: { 1: 1 } }),
      [`POST ${path}/rename`]: yield* post("rename", { id, name: "Third" }),
      [`POST ${path}/delete`]: yield* post("delete", { id }),
      [`GET ${path}/list`]: yield* server.get(`${path}/list`, {}, headers),
      [`POST ${path}/cancel-delete`]: yield* post("cancel-delete", { id }),
      [`POST ${path}/experimentation`]: yield* post("experimentation", {})
    }
  })

export const powerCreeps: Group = {
  operations: [
    PowerCreeps.list,
    PowerCreeps.create,
    PowerCreeps.upgrade,
    PowerCreeps.rename,
    PowerCreeps.remove,
    PowerCreeps.cancelDelete,
    PowerCreeps.experimentation
  ],
  successes: Effect.gen(function* () {
    const server = makeServer()
    const { headers } = yield* employ(server)
    yield* spawn(server, headers)
    return yield* callAll(server, headers)
  }),
  situations: {
    "a request without a token": { before: nothing, cases: ["game/power-creeps-list.no-token"] },
    "a user who has just signed in": {
      before: signIn,
      cases: [
        "game/power-creeps-create.not-enough",
        "game/power-creeps-delete.invalid-id",
        "game/power-creeps-experimentation.none-left",
        "game/power-creeps-rename.invalid-id",
        "game/power-creeps-upgrade.invalid-id"
      ]
    },
    "a user with power creeps": {
      before: (server) => Effect.map(employ(server), ({ token }) => token),
      cases: ["game/power-creeps-create.invalid-class", "game/power-creeps-create.name-exists"]
    },
    "a user who upgrades a power creep": {
      before: (server) => Effect.map(employ(server), ({ token }) => token),
      change: posting({ id: known.trained }),
      cases: [
        "game/power-creeps-upgrade.downgrade",
        "game/power-creeps-upgrade.invalid-power",
        "game/power-creeps-upgrade.invalid-value",
        "game/power-creeps-upgrade.not-valid-set"
      ]
    },
    "a user with a power creep that is not being deleted": {
      before: (server) => Effect.map(employ(server), ({ token }) => token),
      change: posting({ id: known.fresh }),
      cases: ["game/power-creeps-cancel-delete.not-deleting", "game/power-creeps-rename.exists"]
    },
    "a user whose power creep is being deleted": {
      before: (server) =>
        Effect.gen(function* () {
          const { fresh, post, token } = yield* employ(server)
          yield* post("delete", { id: fresh })
          return token
        }),
      change: posting({ id: known.fresh }),
      cases: ["game/power-creeps-delete.already"]
    },
    "a user in a period of power experimentation": {
      before: (server) =>
        Effect.gen(function* () {
          const { post, token } = yield* employ(server)
          yield* post("experimentation", {})
          return token
        }),
      change: posting({ id: known.fresh }),
      cases: ["game/power-creeps-delete.immediate"]
    },
    "a user whose power creep is in a room": {
      before: (server) =>
        Effect.gen(function* () {
          const { headers, token } = yield* employ(server)
          yield* spawn(server, headers)
          return token
        }),
      change: posting({ id: known.trained }),
      cases: ["game/power-creeps-delete.spawned", "game/power-creeps-rename.spawned"]
    }
  },
  official: {
    successes: Effect.gen(function* () {
      const server = makeServer({}, { dialect: "official" })
      yield* server.world.users.change("bob", { power: 2_000_000, powerExperimentations: 1 })
      return yield* callAll(server, yield* server.withToken("bob"))
    })
  }
}
