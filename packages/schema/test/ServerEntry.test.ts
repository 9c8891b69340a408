import { ServerEntry, url } from "@screeps-effect/schema/ServerEntry"
import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import * as reported from "./support/reported.ts"

const entry = (settings: object) =>
  Schema.decodeUnknownSync(ServerEntry)({ ...reported.serverEntry, settings })

describe("a community server", () => {
  it("has the address of its host and port", () => {
    assert.strictEqual(
      url(entry({ host: "screeps.example.com", port: "21026" })),
      "http://screeps.example.com:21026"
    )
    assert.strictEqual(url(entry({ host: "10.0.0.1", port: 80 })), "http://10.0.0.1:80")
  })

  it("has an encrypted address on port 443", () => {
    assert.strictEqual(
      url(entry({ host: "screeps.example.com", port: "443" })),
      "https://screeps.example.com"
    )
  })

  it("has the default port of private servers when it names no port", () => {
    for (const port of [{}, { port: null }, { port: "" }, { port: " " }])
      assert.strictEqual(url(entry({ host: "localhost", ...port })), "http://localhost:21025")
  })

  it("has no address with an invalid host or port", () => {
    for (const host of ["", "user@example.com", "example.com/path", "a b", "-x", "http://example.com"])
      assert.isUndefined(url(entry({ host, port: "21025" })), host)
    for (const port of ["0", "65536", "x", "21.5", "-1"])
      assert.isUndefined(url(entry({ host: "localhost", port })), port)
  })
})
