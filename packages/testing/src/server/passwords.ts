/** Passwords as the auth mod of private servers reads them, which ends the server for some. */
import type { AnyOperation } from "@screeps-effect/api/Operation"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"

/** A request that ends the process of a real server: a mistake of the test, not of the program. */
class ServerCrash extends Data.TaggedError("ServerCrash")<{
  readonly request: string
  /** What the request must contain instead. */
  readonly remedy: string
}> {
  override get message() {
    return `${this.request} crashes a real server: ${this.remedy}.`
  }
}

/**
 * Returns a password as it is kept. Numbers and lists are hashed to what no text matches; any other value throws where
 * the real server catches nothing.
 *
 * @internal
 */
export const hash = (
  { method, path }: Pick<AnyOperation, "method" | "path">,
  password: unknown
): Effect.Effect<string | undefined> => {
  if (typeof password === "string") return Effect.succeed(password)
  if (typeof password === "number" || Array.isArray(password)) return Effect.succeed(undefined)
  const request = `${method} ${path} with a password that is not text`
  return Effect.die(new ServerCrash({ request, remedy: "send a password of type string" }))
}
