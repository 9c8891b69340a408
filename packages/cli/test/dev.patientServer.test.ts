import { subscribe } from "node:diagnostics_channel"
import { once } from "node:events"
import { createPatientServer } from "../src/commands/dev/serving.ts"
import { assert, describe, it } from "@effect/vitest"
import * as Predicate from "effect/Predicate"

describe("the server of screeps dev", () => {
  it("responds to requests that arrive before it has a handler, and to later ones", async () => {
    const server = createPatientServer()
    // A listener of the server itself would be its handler.
    const arrived = new Promise<void>((resolve) => {
      subscribe("http.server.request.start", (message) => {
        if (Predicate.hasProperty(message, "server") && message.server === server) resolve()
      })
    })
    server.listen(0, "127.0.0.1")
    await once(server, "listening")
    const address = server.address()
    const url = typeof address === "object" && address !== null ? `http://127.0.0.1:${address.port}` : ""
    const early = fetch(url).then((response) => response.text())
    await arrived
    const paths: Array<string | undefined> = []
    server.on("request", (request, response) => {
      paths.push(request.url)
      response.end("here")
    })
    assert.strictEqual(await early, "here")
    assert.strictEqual(await fetch(`${url}/later`).then((response) => response.text()), "here")
    assert.deepStrictEqual(paths, ["/", "/later"])
    server.close()
  })
})
