import type { ConfigFileError } from "@screeps-effect/api/ConfigFile"
import type { Credentials } from "@screeps-effect/api/Credentials"
import type { RateLimits } from "@screeps-effect/api/RateLimits"
import type { ScreepsClient } from "@screeps-effect/api/ScreepsClient"
import type { ScreepsEvents } from "@screeps-effect/api/ScreepsEvents"
import type { Server } from "@screeps-effect/api/Server"
import type { Session } from "@screeps-effect/api/Session"
import type { RoomFeed } from "@screeps-effect/socket/RoomFeed"
import * as Screeps from "@screeps-effect/socket/Screeps"
import type { ScreepsSocket } from "@screeps-effect/socket/ScreepsSocket"
import type { ConfigError } from "effect/Config"
import type { FileSystem } from "effect/FileSystem"
import type { HttpClient } from "effect/http/HttpClient"
import type { Layer } from "effect/Layer"
import type { Path } from "effect/Path"
import type { WebSocketConstructor } from "effect/socket/Socket"
import { describe, expectTypeOf, it } from "vitest"

type Services = ScreepsClient | Session | RateLimits | ScreepsEvents | Server | ScreepsSocket | RoomFeed

describe("ready-made layers", () => {
  it("provide every service, and require only access to files", () => {
    expectTypeOf<Screeps.Services>().toEqualTypeOf<Services>()
    expectTypeOf(Screeps.layer).returns.toEqualTypeOf<Layer<Services>>()
    expectTypeOf(Screeps.layerConfig()).toEqualTypeOf<Layer<Services, ConfigError>>()
    expectTypeOf(Screeps.layerFile).returns.toEqualTypeOf<
      Layer<Services, ConfigFileError, FileSystem | Path>
    >()
  })

  it("require server, account and transport with layerNoDeps", () => {
    expectTypeOf(Screeps.layerNoDeps).returns.toEqualTypeOf<
      Layer<Services, never, Server | Credentials | HttpClient | WebSocketConstructor>
    >()
  })
})
