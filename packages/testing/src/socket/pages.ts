/** Responses to plain HTTP requests for the socket's paths, as a private server 4.3.0 writes them. */
import * as Hash from "effect/Hash"
import { text } from "../server/pages.ts"

const plain = "text/plain; charset=UTF-8"

/** Returns the page of a path of the socket; `undefined` for any other path. @internal */
export const socketPage = (method: string, path: string, now: number): Response | undefined => {
  if (method !== "GET") return undefined
  switch (path.replace(/\/$/, "")) {
    case "/socket":
      return text("Welcome to SockJS!\n", plain)
    case "/socket/info":
      return Response.json(
        // The seed for clients' session names: a random 32-bit number.
        { websocket: true, origins: ["*:*"], cookie_needed: false, entropy: Hash.string(String(now)) >>> 0 },
        { headers: { "access-control-allow-origin": "*", "content-type": "application/json; charset=UTF-8" } }
      )
    case "/socket/websocket":
      return text("Not a valid websocket request", plain, 400)
    default:
      return undefined
  }
}
