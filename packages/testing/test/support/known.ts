import * as Effect from "effect/Effect"
import { defect } from "./program.ts"
import { makeServer } from "./server.ts"

const list = Effect.map(defect(makeServer().get("/api/what-do-you-know")), (message) =>
  (message.split("Known requests: ")[1] ?? "").split(", ")
)

/** The requests that the in-memory server knows, as its own error lists them: methods and paths. */
export const known: ReadonlyArray<string> = Effect.runSync(list)
