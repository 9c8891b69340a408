import * as TokenInfo from "@screeps-effect/schema/TokenInfo"
import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import * as reported from "./support/reported.ts"

const decode = Schema.decodeUnknownSync(TokenInfo.TokenInfo)
const restricted = decode(reported.token)
const full = decode({ full: true, token: reported.token.token })

describe("TokenInfo", () => {
  it("does not contain the token itself", () => {
    assert.notInclude(JSON.stringify([restricted, full]), reported.token.token)
  })

  it("lists the allowed endpoints", () => {
    assert.isTrue(TokenInfo.allows(restricted, "GET", "/api/user/name"))
    assert.isFalse(TokenInfo.allows(restricted, "POST", "/api/user/name"))
    assert.isFalse(TokenInfo.allows(decode({ full: false }), "GET", "/api/user/name"))
    assert.isTrue(TokenInfo.allows(full, "POST", "/api/user/console"))
    const trader = decode({ full: false, endpoints: ["GET /api/market/my-orders"] })
    assert.isTrue(TokenInfo.allows(trader, "GET", "/api/game/market/my-orders"))
    assert.isFalse(TokenInfo.allows(trader, "GET", "/api/game/market/orders"))
  })

  it("lists the allowed sockets, in both formats", () => {
    assert.isTrue(TokenInfo.allowsChannel(restricted, "console"))
    assert.isTrue(TokenInfo.allowsChannel(restricted, "rooms"))
    assert.isTrue(TokenInfo.allowsChannel(full, "rooms"))
    assert.isFalse(TokenInfo.allowsChannel(decode({ full: false, websockets: ["console"] }), "rooms"))
  })
})
