/** Events as lines, in the order in which they were told. */
import { type Event, ScreepsEvents } from "@screeps-effect/api/ScreepsEvents"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"
import { pass } from "./time.ts"

/** An event in short, secrets included: for comparing only. */
export const line = (event: Event): string => {
  switch (event._tag) {
    case "Auth":
      return `Auth ${event.authenticated}`
    case "Token":
      return `Token ${Redacted.value(event.token)}`
    case "RateLimit":
      return `RateLimit ${event.limitKey} ${event.refused ? "refused" : "waits"}`
    case "Response":
      return `Response ${event.method} ${event.path} ${event.status}`
    case "ResponseResult":
      return `ResponseResult ${event.response.path} ${JSON.stringify(event.parameters)}`
  }
}

/** Listens until the program ends; the list grows as events come. */
export const listening = Effect.gen(function* () {
  const { stream } = yield* ScreepsEvents
  const heard: Array<Event> = []
  yield* Effect.forkChild(Stream.runForEach(stream, (event) => Effect.sync(() => heard.push(event))))
  yield* pass(1)
  return heard
})

/** Without the two events of every answer. */
export const changes = (events: ReadonlyArray<Event>): ReadonlyArray<string> =>
  events.filter(({ _tag }) => !_tag.startsWith("Response")).map(line)
