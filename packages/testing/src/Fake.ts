/**
 * Answers of a test's own, typed by the operations themselves.
 *
 * @since 0.1.0
 */
import type { Declaration } from "@screeps-effect/api/Operation"
import { Rejected } from "@screeps-effect/api/ScreepsError"
import * as Effect from "effect/Effect"
import type * as HttpClient from "effect/http/HttpClient"
import type * as Layer from "effect/Layer"
import * as router from "./internal/router.ts"

/**
 * One answered endpoint.
 *
 * @category models
 * @since 0.1.0
 */
export interface Route {
  readonly method: string
  readonly path: string
  readonly answer: (request: Request, url: URL) => Effect.Effect<Response>
}

/**
 * Answers one operation; the handler's input and value are typed by the operation itself.
 *
 * **Details**
 *
 * Inputs are checked as a server would: what does not fit is refused with "invalid params" and never reaches the
 * handler. Fail with `Fake.refuse(text)` to say no as the game does. A value that is not what the operation promises
 * ends the test.
 *
 * @category constructors
 * @since 0.1.0
 */
export const answer = <I, A>(
  operation: Declaration<I, A>,
  handler: (input: I, request: Request) => Effect.Effect<NoInfer<A>, Rejected>
): Route => router.route(operation, router.open, (input, _, request) => handler(input, request))

/**
 * Answers a method and path with a response of the Web's own, for what no operation describes: other statuses,
 * headers, bodies that are not JSON.
 *
 * @category constructors
 * @since 0.1.0
 */
export const respond = (
  method: "GET" | "POST",
  path: `/${string}`,
  handler: (request: Request) => Effect.Effect<Response>
): Route => ({ method, path, answer: handler })

/**
 * The game's no: status 200 and a text.
 *
 * @category constructors
 * @since 0.1.0
 */
export const refuse = (text: string): Effect.Effect<never, Rejected> =>
  Effect.fail(new Rejected({ text, status: 200 }))

/**
 * Provides an HTTP client that knows only these answers.
 *
 * **Gotchas**
 *
 * Any other request ends the program with a defect that lists the known ones: a test whose program asks something
 * unforeseen must not pass.
 *
 * @category layers
 * @since 0.1.0
 */
export const layer = (...routes: ReadonlyArray<Route>): Layer.Layer<HttpClient.HttpClient> =>
  router.client(
    router.handler(routes, (request, path, known) =>
      Effect.die(new router.Unanswered({ request: `${request.method} ${path}`, known }))
    )
  )
