import * as Code from "@screeps-effect/api/Code"
import * as Memory from "@screeps-effect/api/Memory"
import * as Segments from "@screeps-effect/api/Segments"
import * as User from "@screeps-effect/api/User"
import * as Effect from "effect/Effect"
import { type Group, nothing, posting, signIn, type Successes } from "../support/group.ts"
import { alice, bob, home, makeServer, type Server } from "../support/server.ts"

const modules = { main: "// hello", "lib.util": "1", native: { binary: "AGFzbQEAAAA=" } }

const callAll = (server: Server, headers: Readonly<Record<string, string>>): Effect.Effect<Successes> =>
  Effect.gen(function* () {
    const shard = "shard0"
    const get = (path: string, query: Readonly<Record<string, string>> = {}) =>
      server.get(path, { shard, ...query }, headers)
    const post = (path: string, body: object) => server.post(path, { shard, ...body }, headers)
    return {
      "POST /api/user/code": yield* post("/api/user/code", { modules }),
      "GET /api/user/branches": yield* get("/api/user/branches"),
      "GET /api/user/code": yield* get("/api/user/code"),
      "POST /api/user/clone-branch": yield* post("/api/user/clone-branch", { branch: "", newName: "dev" }),
      "POST /api/user/set-active-branch": yield* post("/api/user/set-active-branch", {
        branch: "dev",
        activeName: "activeSim"
      }),
      "POST /api/user/delete-branch": yield* post("/api/user/delete-branch", { branch: "nope" }),
      "POST /api/user/memory": yield* post("/api/user/memory", { path: "a", value: 1 }),
      "GET /api/user/memory": yield* get("/api/user/memory"),
      "POST /api/user/memory-segment": yield* post("/api/user/memory-segment", { segment: 7, data: "text" }),
      "GET /api/user/memory-segment": yield* get("/api/user/memory-segment", { segment: "7" })
    }
  })

/** Signs in bob with so many branches. */
const withBranches = (count: number) => (server: Server) =>
  Effect.gen(function* () {
    const headers = yield* server.signIn(bob)
    for (let n = 1; n < count; n++)
      yield* server.post("/api/user/clone-branch", { branch: "", newName: `b${n}` }, headers)
    return headers["x-token"]
  })

export const code: Group = {
  operations: [
    User.branches,
    Code.get,
    Code.set,
    Code.setActiveBranch,
    Code.cloneBranch,
    Code.deleteBranch,
    Memory.get,
    Memory.set,
    Segments.get,
    Segments.set
  ],
  successes: Effect.gen(function* () {
    const server = makeServer()
    return yield* callAll(server, yield* server.settle(alice, home))
  }),
  situations: {
    "a request without a token": {
      before: nothing,
      cases: [
        "user/branches.noauth",
        "user/clone-branch.noauth",
        "user/code-get.basic-auth-not-for-get",
        "user/code-get.noauth",
        "user/code-post.basic-auth-wrong",
        "user/code-post.noauth",
        "user/delete-branch.noauth",
        "user/memory-get.noauth",
        "user/memory-set.noauth",
        "user/segment-get.noauth",
        "user/segment-set.noauth"
      ]
    },
    "a user who has just signed in": {
      before: signIn,
      cases: [
        "game/malformed-json-body",
        "user/clone-branch.long-source-name",
        "user/code-get.unknown-branch",
        "user/code-post.malformed-json",
        "user/code-post.no-modules",
        "user/code-post.unknown-branch",
        "user/code-post.without-main",
        "user/memory-get.path-missing-parent",
        "user/memory-set.path-not-string",
        "user/post.params-in-query-are-ignored",
        "user/segment-get.100",
        "user/segment-get.missing-param",
        "user/segment-get.not-a-number",
        "user/segment-set.bad-id",
        "user/set-active-branch.bad-activeName",
        "user/set-active-branch.unknown-branch"
      ]
    },
    "a user with thirty branches": {
      before: withBranches(30),
      cases: ["user/clone-branch.too-many"]
    },
    "a user with too much code": {
      before: signIn,
      change: posting({ modules: { main: "x".repeat(5 * 1024 * 1024) } }),
      cases: ["user/code-post.too-large"]
    },
    "a user with too much for Memory": {
      before: signIn,
      change: posting({ value: "x".repeat(1024 * 1024) }),
      cases: ["user/memory-set.too-large"]
    },
    "a user with too much for a segment": {
      before: signIn,
      change: posting({ segment: 1, data: "x".repeat(100 * 1024 + 1) }),
      cases: ["user/segment-set.too-long"]
    },
    "a user whose Memory has no flags": {
      before: (server) =>
        Effect.gen(function* () {
          const headers = yield* server.settle(bob, home)
          yield* server.post("/api/user/memory", { value: { flags: {} } }, headers)
          yield* server.world.tick
          return headers["x-token"]
        }),
      cases: ["user/memory-get.path-missing-leaf"]
    }
  },
  official: {
    successes: Effect.gen(function* () {
      const server = makeServer({}, { dialect: "official" })
      return yield* callAll(server, yield* server.withToken("alice"))
    }),
    aside: {
      "segments.many": "TestServer.official tests several segments in one request"
    }
  }
}
