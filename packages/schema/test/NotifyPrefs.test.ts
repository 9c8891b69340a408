import { recording } from "@screeps-effect/fixtures"
import * as NotifyPrefs from "@screeps-effect/schema/NotifyPrefs"
import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

const never = 100_000
const encode = Schema.encodeUnknownResult(NotifyPrefs.NotifyPrefsInput)
const sent = (name: string) => recording(`user/notify-prefs.${name}`).request.body

describe("NotifyPrefsInput", () => {
  it("accepts the preferences that a recorded server accepted", () => {
    for (const name of ["all", "one", "empty"])
      assert.deepStrictEqual<unknown>(encode(sent(name)), Result.succeed(sent(name)))
  })

  it("rejects an interval that the server would ignore", () => {
    assert.isTrue(Result.isFailure(encode(sent("bad-interval-ignored"))))
    assert.isTrue(Result.isFailure(encode({ interval: 0 })))
    assert.isTrue(Result.isFailure(encode({ interval: never })))
    assert.isTrue(Result.isFailure(encode({ errorsInterval: 1 })))
  })

  it("accepts sending at once and never for errors only", () => {
    assert.isTrue(Result.isSuccess(encode({ errorsInterval: 0 })))
    assert.isTrue(Result.isSuccess(encode({ errorsInterval: never })))
    assert.lengthOf(NotifyPrefs.errorsIntervals, NotifyPrefs.intervals.length + 2)
  })
})
