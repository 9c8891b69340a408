/**
 * Effect's `HttpClient` on the dispatcher of the package `undici`: the transport for Node that costs least.
 *
 * **Details**
 *
 * It needs the package `undici`, which this package does not install. Bodies are received without Node's streams and
 * without abort signals, which take most of the time of a small response.
 *
 * ```ts
 * import { ScreepsClient } from "@screeps-effect/api"
 * import * as UndiciHttpClient from "@screeps-effect/api/UndiciHttpClient"
 *
 * const layer = ScreepsClient.layerConfig(UndiciHttpClient.transport)
 * ```
 *
 * **Gotchas**
 *
 * Proxies of the environment (`HTTP_PROXY`, `HTTPS_PROXY`, `NO_PROXY`) are used, except for this machine's own addresses.
 * Redirects are not followed, and responses are neither requested compressed nor unpacked.
 */
import * as Effect from "effect/Effect"
import * as Cookies from "effect/http/Cookies"
import * as Headers from "effect/http/Headers"
import type { HttpBody } from "effect/http/HttpBody"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientError from "effect/http/HttpClientError"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as HttpClientResponse from "effect/http/HttpClientResponse"
import * as HttpIncomingMessage from "effect/http/HttpIncomingMessage"
import * as Inspectable from "effect/Inspectable"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { type Pipeable, pipeArguments } from "effect/Pipeable"
import * as Socket from "effect/socket/Socket"
import * as Stream from "effect/Stream"
import type { Dispatcher } from "undici"
import { collectText, makeCollector, type PushedBody, pushedBody } from "./body.ts"
import { makeAgent, webSockets } from "./undiciAgent.ts"

export { installGlobally } from "./undiciAgent.ts"

type RawHeaders = Parameters<NonNullable<Dispatcher.DispatchHandler["onResponseStart"]>>[2]

/** The most bytes that are received of a body before somebody reads it. */
const mostUnread = 65_536

const interrupted = new Error("the request was interrupted")

/** Receives a response: the head, then the body, for which it waits to be read. */
class Receiver implements Dispatcher.DispatchHandler, PushedBody {
  isRead = false
  /** Called once, with a status or with the error that came instead. */
  #onHead: ((head: { readonly status: number; readonly headers: RawHeaders } | Error) => void) | undefined
  #controller: Dispatcher.DispatchController | undefined
  #isAborted = false
  #waiting: Array<Uint8Array> = []
  #waitingBytes = 0
  #end: { readonly error: Error | undefined } | undefined
  #reader: Parameters<PushedBody["read"]> | undefined

  constructor(onHead: (head: { readonly status: number; readonly headers: RawHeaders } | Error) => void) {
    this.#onHead = onHead
  }

  get hasEnded(): boolean {
    return this.#end !== undefined
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    if (this.#isAborted) controller.abort(interrupted)
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: RawHeaders): void {
    if (status < 200) return
    const onHead = this.#onHead
    this.#onHead = undefined
    // When a microtask runs, a short body has been received, too.
    queueMicrotask(() => onHead?.({ status, headers }))
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Uint8Array): void {
    if (this.#reader !== undefined) return this.#pass(chunk, this.#reader)
    this.#waiting.push(chunk)
    this.#waitingBytes += chunk.byteLength
    if (this.#waitingBytes > mostUnread) controller.pause()
  }

  onResponseEnd(): void {
    this.#finish({ error: undefined })
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    if (this.#onHead === undefined) this.#finish({ error })
    else this.#onHead(error)
  }

  read(...reader: Parameters<PushedBody["read"]>): void {
    this.isRead = true
    this.#reader = reader
    const waiting = this.#waiting
    this.#waiting = []
    for (const chunk of waiting) this.#pass(chunk, reader)
    if (this.#end !== undefined) this.#finish(this.#end)
    else this.resume()
  }

  pause(): void {
    if (this.#end === undefined) this.#controller?.pause()
  }

  resume(): void {
    if (this.#controller?.paused === true) this.#controller.resume()
  }

  abort(): void {
    if (this.#end !== undefined) return
    this.#isAborted = true
    this.#controller?.abort(interrupted)
  }

  #pass(chunk: Uint8Array, [onChunk]: Parameters<PushedBody["read"]>): void {
    if (this.#reader === undefined || onChunk(chunk)) return
    this.#finish({ error: undefined })
    this.#controller?.abort(interrupted) // which reports an error at once
  }

  #finish(end: { readonly error: Error | undefined }): void {
    this.#end = end
    const reader = this.#reader
    this.#reader = undefined
    reader?.[1](end.error)
  }
}

/** Closes the connection of a body that is not read to its end, when its response is not used any more. */
const unread = new FinalizationRegistry<Receiver>((body) => body.abort())

const toWeb = (body: Receiver): ReadableStream<Uint8Array> =>
  new ReadableStream({
    start: (controller) =>
      body.read(
        (chunk) => {
          controller.enqueue(chunk)
          if ((controller.desiredSize ?? 0) <= 0) body.pause()
          return true
        },
        (error) => (error === undefined ? controller.close() : controller.error(error))
      ),
    pull: () => body.resume(),
    cancel: () => body.abort()
  })

/** A response whose text is collected without a stream; everything else is read from a Web `Response`. */
class UndiciResponse extends Inspectable.Class implements HttpClientResponse.HttpClientResponse, Pipeable {
  readonly [HttpIncomingMessage.TypeId]: typeof HttpIncomingMessage.TypeId = HttpIncomingMessage.TypeId
  readonly [HttpClientResponse.TypeId]: typeof HttpClientResponse.TypeId = HttpClientResponse.TypeId
  readonly request: HttpClientRequest.HttpClientRequest
  readonly status: number
  readonly headers: Headers.Headers
  readonly remoteAddress = Option.none<string>()
  readonly [pushedBody]: Receiver
  readonly #url: URL
  readonly #setCookie: ReadonlyArray<string>
  #web: HttpClientResponse.HttpClientResponse | undefined
  #text: string | undefined

  constructor(
    request: HttpClientRequest.HttpClientRequest,
    url: URL,
    status: number,
    headers: RawHeaders,
    body: Receiver
  ) {
    super()
    this.request = request
    this.#url = url
    this.status = status
    this.headers = Headers.fromInput(headers)
    this.#setCookie = [headers["set-cookie"] ?? []].flat()
    this[pushedBody] = body
    if (!body.hasEnded) unread.register(this, body)
  }

  get url(): string {
    return this.#url.href.replace(/#.*/, "")
  }

  get #asWeb(): HttpClientResponse.HttpClientResponse {
    this.#web ??= HttpClientResponse.fromWeb(
      this.request,
      new Response(this.#text ?? toWeb(this[pushedBody]), { headers: this.headers })
    )
    return this.#web
  }

  get text(): Effect.Effect<string, HttpClientError.HttpClientError> {
    return Effect.suspend(() => {
      if (this.#web !== undefined) return this.#web.text
      if (this.#text !== undefined) return Effect.succeed(this.#text)
      return Effect.map(
        collectText(this, this[pushedBody], makeCollector(Infinity)),
        (text = "") => (this.#text = text)
      )
    })
  }

  get json() {
    return this.#asWeb.json
  }

  get urlParamsBody() {
    return this.#asWeb.urlParamsBody
  }

  get formData() {
    return this.#asWeb.formData
  }

  get arrayBuffer() {
    return this.#asWeb.arrayBuffer
  }

  get stream() {
    return this.#asWeb.stream
  }

  get upgrade() {
    return this.#asWeb.upgrade
  }

  get cookies() {
    return Cookies.fromSetCookie(this.#setCookie)
  }

  toJSON(): unknown {
    const { request, status } = this
    return HttpIncomingMessage.inspect(this, {
      _id: "effect/http/HttpClientResponse",
      request: request.toJSON(),
      status
    })
  }

  pipe() {
    return pipeArguments(this, arguments)
  }
}

type OutgoingBody = Exclude<Dispatcher.DispatchOptions["body"], undefined>

/** Returns a body as undici sends it, and its content type if only the body knows it. */
const toBody = (body: HttpBody): { readonly body: OutgoingBody; readonly contentType?: string | null } => {
  switch (body._tag) {
    case "Empty":
      return { body: null }
    case "Uint8Array":
      return { body: body.text ?? body.body }
    case "Raw":
      // The caller's own value, which undici checks.
      return { body: body.body as OutgoingBody }
    case "Stream":
      // Undici's types do not mention iterables.
      return { body: Stream.toAsyncIterable(body.stream) as unknown as OutgoingBody }
    case "FormData": {
      const form = new Response(body.formData)
      return {
        body: form.body as unknown as OutgoingBody, // an iterable, too
        contentType: form.headers.get("content-type")
      }
    }
  }
}

const failure = (request: HttpClientRequest.HttpClientRequest, cause: unknown) =>
  Effect.fail(
    new HttpClientError.HttpClientError({ reason: new HttpClientError.TransportError({ request, cause }) })
  )

const send = (agent: Dispatcher, request: HttpClientRequest.HttpClientRequest, url: URL) =>
  Effect.callback<HttpClientResponse.HttpClientResponse, HttpClientError.HttpClientError>((resume) => {
    const receiver = new Receiver((head) =>
      resume(
        head instanceof Error
          ? failure(request, head)
          : Effect.succeed(new UndiciResponse(request, url, head.status, head.headers, receiver))
      )
    )
    const { body, contentType } = toBody(request.body)
    const headers = contentType ? Headers.set(request.headers, "content-type", contentType) : request.headers
    const options = {
      origin: url.origin,
      path: url.pathname + url.search,
      method: request.method,
      headers,
      body,
      // Time limits are set with `Effect.timeout` and the like.
      headersTimeout: 0,
      bodyTimeout: 0
    }
    try {
      agent.dispatch(options, receiver)
    } catch (cause) {
      resume(failure(request, cause))
    }
    return Effect.sync(() => receiver.abort())
  })

const make = (agent: Dispatcher): HttpClient.HttpClient => {
  const traced = HttpClient.make((request, url) => send(agent, request, url))
  // Without a span, nothing of what Effect adds to a client is needed: the connection is closed here.
  const untraced = (request: HttpClientRequest.HttpClientRequest) => {
    const url = HttpClientRequest.toUrl(request)
    if (Option.isSome(url)) return send(agent, request, url.value)
    const reason = new HttpClientError.InvalidUrlError({ request })
    return Effect.fail(new HttpClientError.HttpClientError({ reason }))
  }
  const execute = (request: HttpClientRequest.HttpClientRequest) =>
    Effect.flatMap(HttpClient.TracerDisabledWhen, (isDisabled) =>
      isDisabled(request) ? untraced(request) : traced.execute(request)
    )
  return HttpClient.makeWith(
    (request: Effect.Effect<HttpClientRequest.HttpClientRequest>) => Effect.flatMap(request, execute),
    Effect.succeed
  )
}

const agent = Effect.acquireRelease(Effect.sync(makeAgent), (agent) => Effect.promise(() => agent.destroy()))

/** Provides an `HttpClient` with connections of its own, which are closed with the layer. */
export const layer: Layer.Layer<HttpClient.HttpClient> = Layer.effect(
  HttpClient.HttpClient,
  Effect.map(agent, make)
)

/**
 * HTTP and WebSockets over undici, for the layers of `ScreepsClient` and of `Screeps` in `@screeps-effect/socket`:
 * `Screeps.layer({ url, token, ...UndiciHttpClient.transport })`.
 */
export const transport: {
  readonly http: Layer.Layer<HttpClient.HttpClient>
  readonly webSocket: Layer.Layer<Socket.WebSocketConstructor>
} = { http: layer, webSocket: Layer.effect(Socket.WebSocketConstructor, Effect.map(agent, webSockets)) }
