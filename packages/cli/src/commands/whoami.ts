/** `screeps whoami` */
import * as User from "@screeps-effect/api/User"
import { Server } from "@screeps-effect/api/Server"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import * as client from "../config/client.ts"
import { define } from "../runner/define.ts"
import * as Output from "../output/output.ts"

const whoami = Effect.gen(function* () {
  const { url } = yield* Server
  const { _id, restricted, username } = yield* User.whoAmI()
  yield* Output.fields({ username, id: _id, server: url, access: restricted ? "restricted token" : "full" })
})

export default define(
  Command.make("whoami", {}, () => Effect.provide(whoami, client.http)).pipe(
    Command.withDescription("Show the signed-in account")
  )
)
