/** Every operation, called on one server. */
import * as Endpoints from "@screeps-effect/api/Endpoints"
import type { AnyOperation } from "@screeps-effect/api/Operation"
import * as Register from "@screeps-effect/api/Register"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type { Received, Server } from "./server.ts"

const nameOf = ({ method, path }: AnyOperation) => `${method} ${path}`

/** Calls an operation as a signed-in user with little more than a shard: operations with required input reject it. */
const call = (
  server: Server,
  operation: AnyOperation,
  headers: Readonly<Record<string, string>>,
  code: string
): Effect.Effect<Received> => {
  const { method } = operation
  const path = operation.path
    .replace("{shard}", "shard0")
    .replace("{room}", "W1N1")
    .replace("{tick}", "20")
    .replace("{userId}", "1")
    .replace("{code}", code)
  // A real server ends when this request has no password.
  const password = nameOf(operation) === nameOf(Register.submit) ? { password: "secret" } : {}
  return method === "GET"
    ? server.get(path, { shard: "shard0" }, headers)
    : server.post(path, { shard: "shard0", ...password }, headers)
}

const resultOf = (exit: Exit.Exit<Received>) => {
  if (Exit.isSuccess(exit))
    return exit.value.status === 404 || exit.value.status === 405 ? "absent" : "response"
  const defect = Cause.squash(exit.cause)
  return defect instanceof Error ? `${defect.name}: ${defect.message.split(". Known")[0]}` : "a defect"
}

/** Returns the result of each operation for a user with these headers, and the code of a shared part of room history. */
export const resultsOf = (server: Server, headers: Readonly<Record<string, string>>, code = "none") =>
  Effect.map(
    Effect.forEach(Endpoints.all, (operation) =>
      Effect.map(
        Effect.exit(call(server, operation, headers, code)),
        (exit) => [nameOf(operation), resultOf(exit)] as const
      )
    ),
    (all) => Object.fromEntries(all)
  )

/** The results on a server that has these operations. */
export const expected = (has: (operation: AnyOperation) => boolean) =>
  Object.fromEntries(
    Endpoints.all.map((operation) => [nameOf(operation), has(operation) ? "response" : "absent"])
  )
