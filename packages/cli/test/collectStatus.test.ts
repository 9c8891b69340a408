/** The line that `screeps collect` shows at a terminal. */
import { assert, describe, it } from "@effect/vitest"
import { statusLine, type Summary } from "../src/commands/collect/show.ts"

const account = (name: string, requestsPerMinute: number, waitsFor: ReadonlyArray<string> = []) => ({
  name,
  requestsPerMinute,
  limit: 120,
  remaining: 120 - requestsPerMinute,
  waitsFor
})

const summary: Summary = {
  open: 1520,
  due: 1520,
  failing: 2,
  running: 4,
  done: 52_341,
  holes: 3,
  failed: 0,
  absent: 0,
  lag: 900_000,
  rows: 1_000_000,
  accounts: [account("bob", 118), account("alice", 60)]
}

describe("the status line of screeps collect", () => {
  it("shows every account where there is room", () => {
    assert.strictEqual(
      statusLine(summary, 119),
      "2 failing, 3 holes, lag 15 min, 52341 done, 1520 due, 4 running, bob 118 of 120, alice 60 of 120 requests/min"
    )
  })

  it("adds up the accounts' requests and leaves out running jobs in a narrow terminal", () => {
    assert.strictEqual(
      statusLine(summary, 79),
      "2 failing, 3 holes, lag 15 min, 52341 done, 1520 due, 178 of 240 requests/min"
    )
  })

  it("begins with quotas that are used up, with their accounts", () => {
    const waiting = {
      ...summary,
      accounts: [account("bob", 118, ["GET /x", "POST /y"]), account("alice", 60)]
    }
    assert.match(
      statusLine(waiting, 200),
      /^quota used up: bob GET \/x and POST \/y, 2 failing, .*bob 118 of 120, /u
    )
    const narrow = statusLine(waiting, 79)
    assert.match(narrow, /^quota used up: bob, 2 failing, 3 holes, lag 15 min, 52341 done, /u)
    assert.strictEqual(narrow.length, 79)
  })

  it("shows requests without a quota on servers that have none", () => {
    const accounts = [
      { name: "bob", requestsPerMinute: 8, waitsFor: [] },
      { name: "alice", requestsPerMinute: 6, waitsFor: [] }
    ]
    assert.match(statusLine({ ...summary, accounts }, 119), / running, bob 8, alice 6 requests\/min$/u)
    assert.match(statusLine({ ...summary, accounts }, 79), / due, 14 requests\/min$/u)
  })
})
