/**
 * Credentials from an effect, here a vault that rotates a password: the client reads them when it starts, and again when
 * the server rejects what it was given. No call fails, and no other part of the program knows about it.
 *
 *   node examples/src/02_auth-from-a-vault.ts
 *
 * For your server, provide its `Server.layer` and an HTTP client in place of the in-memory server.
 */
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Auth, Credentials, ScreepsClient } from "@screeps-effect/api"
import { ScreepsWorld, TestServer } from "@screeps-effect/testing"
import * as Console from "effect/Console"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"

class VaultIsSealed extends Data.TaggedError("VaultIsSealed") {
  override readonly message = "The vault is sealed: ask an operator to open it."
}

/** Where secrets are kept: in a real program a client of your vault. */
class Vault extends Context.Service<
  Vault,
  { readonly read: (name: string) => Effect.Effect<Redacted.Redacted, VaultIsSealed> }
>()("my-app/Vault") {}

/** The account, with the password that the vault has at that moment. */
const credentials = Credentials.layerEffect(
  Effect.gen(function* () {
    const vault = yield* Vault
    const password = yield* vault.read("screeps/bob")
    yield* Console.log("  the vault was read")
    return { _tag: "Password", username: "bob", password } as const
  })
)

// ---- a server, and a vault whose secret is rotated on both sides

const world = ScreepsWorld.make({ accounts: [{ username: "bob", password: "spring" }] })
const secrets = new Map([["screeps/bob", "spring"]])
const rotate = (password: string) =>
  Effect.andThen(
    world.users.change("bob", { password }),
    Effect.sync(() => secrets.set("screeps/bob", password))
  )
const vault = Layer.succeed(Vault, {
  read: (name) => {
    const secret = secrets.get(name)
    return secret === undefined ? Effect.fail(new VaultIsSealed()) : Effect.succeed(Redacted.make(secret))
  }
})

const program = Effect.gen(function* () {
  yield* Console.log(`Signed in as ${(yield* Auth.me()).username}.`)
  yield* rotate("summer")
  const { expireTokens } = yield* TestServer.Controls
  yield* expireTokens
  yield* Console.log("The password was rotated, and the token has expired. The same call again:")
  yield* Console.log(`Signed in as ${(yield* Auth.me()).username}.`)
})

program.pipe(
  Effect.provide(
    ScreepsClient.layerNoDeps().pipe(
      Layer.provide(credentials),
      Layer.provide(vault),
      Layer.provideMerge(TestServer.layer(world))
    )
  ),
  NodeRuntime.runMain
)
