/** Small commands, and a way to execute them on a command line of a test. */
import type { Socket } from "node:net"
import { Administration } from "@screeps-effect/private-server"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { listen } from "./commandLine.ts"

type Requirements = Administration.Administration

/** Runs a program against a command line over TCP. */
export const at =
  (connection: (socket: Socket) => void, options: Administration.CliOptions = {}) =>
  <A, E>(program: Effect.Effect<A, E, Requirements>) =>
    Effect.gen(function* () {
      const { port } = yield* listen(connection)
      return yield* Effect.provide(program, Administration.layerCli({ ...options, port }))
    })

/** Returns its input. */
export const echo = Administration.define({
  name: "echo",
  changes: false,
  input: Schema.Json,
  output: Schema.Json,
  code: "(value) => value"
})

/** Adds a number to `numbers`, and returns how many there are. */
export const add = Administration.define({
  name: "add",
  changes: true,
  input: Schema.Finite,
  output: Schema.Finite,
  code: "(value) => numbers.push(value)"
})

/** Removes all numbers; its input has a secret. */
export const clear = Administration.defineVoid({
  name: "clear",
  input: Schema.Struct({ password: Schema.RedactedFromValue(Schema.String), why: Schema.String }),
  code: "() => { numbers.length = 0 }"
})

/** Fails with a message that contains the secret of its input. */
export const fails = Administration.define({
  name: "fails",
  changes: true,
  input: Schema.Struct({ password: Schema.RedactedFromValue(Schema.String) }),
  output: Schema.Finite,
  code: "({ password }) => { throw new Error('wrong: ' + password) }"
})

/** The secret of the inputs. */
export const password = Redacted.make("a secret of bob's")

/** Returns the reason of the failure. */
export const reason = <A, R>(effect: Effect.Effect<A, { readonly reason: { readonly _tag: string } }, R>) =>
  Effect.map(Effect.flip(effect), (error) => error.reason)

/** Returns the message of the failure. */
export const message = <A, E extends Error, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.flip(effect), (error) => error.message)
