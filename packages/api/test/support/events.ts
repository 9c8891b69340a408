/** Collects events and formats them as lines. */
import { type Event, ScreepsEvents } from "@screeps-effect/api/ScreepsEvents"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"
import { pass } from "@screeps-effect/fixtures/time"

/** An event as one line, including secrets, for comparison only. */
export const line = (event: Event): string => {
  switch (event._tag) {
    case "Auth":
      return `Auth ${event.authenticated}`
    case "Drift":
      return `Drift ${event.source} ${event.path} ${event.found}`
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

/** Collects events in a list until the program ends. */
export const collectEvents = Effect.gen(function* () {
  const { stream } = yield* ScreepsEvents
  const events: Array<Event> = []
  yield* Effect.forkChild(Stream.runForEach(stream, (event) => Effect.sync(() => events.push(event))))
  yield* pass(1)
  return events
})

/** Events as lines, without `Response` and `ResponseResult`. */
export const withoutResponses = (events: ReadonlyArray<Event>): ReadonlyArray<string> =>
  events.filter(({ _tag }) => !_tag.startsWith("Response")).map(line)
