import * as Effect from "effect/Effect"
import { defect } from "./program.ts"
import { makeServer } from "./server.ts"

const list = Effect.map(defect(makeServer().get("/api/what-do-you-know")), (message) =>
  (message.split("known are: ")[1] ?? "").split(", ")
)

/** What the in-memory server answers, as it says itself: methods and paths. */
export const known: ReadonlyArray<string> = Effect.runSync(list)
