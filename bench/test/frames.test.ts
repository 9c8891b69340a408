import { assert, describe, it } from "vitest"
import { subscribe } from "../src/frames.ts"

/** A client whose listeners receive a message when the test says so. */
const open = (listeners: number) => {
  const granted: Array<number> = []
  let deliver: ReadonlyArray<(visual: unknown) => void> = []
  let fail: (error: unknown) => void = () => {}
  const receive = subscribe(
    {
      subscribe: (_, given, onFailure) => {
        deliver = given
        fail = onFailure
      },
      close: () => {}
    },
    { port: 0, grant: (_, messages) => granted.push(messages), stop: () => {} },
    "W1N1",
    listeners
  )
  const deliverTo = (listener: number, messages: number) => {
    for (let i = 0; i < messages; i++) deliver[listener]?.(i)
  }
  return { receive, granted, deliverTo, fail: (error: unknown) => fail(error) }
}

describe("messages of a room", () => {
  it("are requested sixteen at a time, when all listeners have the earlier ones", async () => {
    const { deliverTo, granted, receive } = open(2)
    const done = receive(20)
    deliverTo(0, 16)
    deliverTo(1, 15)
    assert.deepStrictEqual(granted, [16])
    deliverTo(1, 1)
    assert.deepStrictEqual(granted, [16, 4])
    deliverTo(0, 4)
    deliverTo(1, 4)
    await done
  })

  it("end a measurement when the client fails", async () => {
    const { fail, receive } = open(1)
    const done = receive(20).catch((error: unknown) => error)
    fail("a gap")
    assert.strictEqual(await done, "a gap")
  })
})
