import type * as ConfigFile from "@screeps-effect/api/ConfigFile"
import type { Credentials } from "@screeps-effect/api/Credentials"
import type * as RateLimits from "@screeps-effect/api/RateLimits"
import * as ScreepsClient from "@screeps-effect/api/ScreepsClient"
import type * as ScreepsEvents from "@screeps-effect/api/ScreepsEvents"
import type { Server } from "@screeps-effect/api/Server"
import type * as Session from "@screeps-effect/api/Session"
import type { ConfigError } from "effect/Config"
import type { Services as Needs } from "effect/Effect"
import type { FileSystem } from "effect/FileSystem"
import type { HttpClient } from "effect/http/HttpClient"
import type { Layer } from "effect/Layer"
import type { Path } from "effect/Path"
import type { Scope } from "effect/Scope"
import { describe, expectTypeOf, it } from "vitest"

type Services =
  | ScreepsClient.ScreepsClient
  | Session.Session
  | RateLimits.RateLimits
  | ScreepsEvents.ScreepsEvents
  | Server

describe("ready-made clients", () => {
  it("provide every service and require nothing but access to files", () => {
    expectTypeOf<ScreepsClient.Services>().toEqualTypeOf<Services>()
    expectTypeOf(ScreepsClient.layer).returns.toEqualTypeOf<Layer<Services>>()
    expectTypeOf(ScreepsClient.layerConfig()).toEqualTypeOf<Layer<Services, ConfigError>>()
    expectTypeOf(ScreepsClient.layerFile).returns.toEqualTypeOf<
      Layer<Services, ConfigFile.ConfigFileError, FileSystem | Path>
    >()
  })

  it("consist of parts that need what the picture in docs/guide/start.md says", () => {
    expectTypeOf<Needs<typeof ScreepsClient.make>>().toEqualTypeOf<
      Session.Session | RateLimits.RateLimits | Server | HttpClient
    >()
    expectTypeOf<Needs<typeof Session.make>>().toEqualTypeOf<Credentials | Server | HttpClient | Scope>()
    expectTypeOf<Needs<typeof RateLimits.make>>().toEqualTypeOf<Credentials | Server>()
    expectTypeOf<Needs<typeof ScreepsEvents.make>>().toEqualTypeOf<never>()
  })

  it("require complete credentials", () => {
    const url = "http://127.0.0.1:21025"
    expectTypeOf({ url, token: "t" }).toExtend<ScreepsClient.Options>()
    expectTypeOf({ url, username: "bob", password: "p" }).toExtend<ScreepsClient.Options>()
    expectTypeOf({ url, guest: true } as const).toExtend<ScreepsClient.Options>()
    expectTypeOf({ url }).not.toExtend<ScreepsClient.Options>()
    expectTypeOf({ url, username: "bob" }).not.toExtend<ScreepsClient.Options>()
    // @ts-expect-error: a misspelt name
    ScreepsClient.layer({ token: "t", shrad: "shard3" })
  })
})
