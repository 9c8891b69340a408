import * as Channels from "@screeps-effect/socket/Channels"
import * as Millis from "@screeps-effect/schema/Millis"
import { assert, describe, it } from "@effect/vitest"
import * as Counters from "../src/connection/counters.ts"
import * as Subscriptions from "../src/subscriptions/subscriptions.ts"

const name = "room:W7N3"
const whole = { objects: {}, info: {} }
const patch = { objects: {}, gameTime: 5 }

/** Subscriptions on a connection whose frames are written when the test says so. */
const connect = () => {
  const sent: Array<string> = []
  const unwritten: Array<Subscriptions.Writing> = []
  const counters = Counters.make()
  let at = 0
  const subscriptions = Subscriptions.make({
    bounds: { items: 10, bytes: Infinity },
    onDecodeFailure: "skip",
    strictness: "tolerant",
    counters,
    clock: () => at,
    now: () => Millis.make(0)
  })
  const connected = () =>
    subscriptions.open((text, writing) => {
      sent.push(text.split(" ")[0] ?? "")
      if (writing !== undefined) unwritten.push(writing)
    })
  connected()
  const begin = () => unwritten.forEach(({ onBegin }) => onBegin())
  const write = () => {
    begin()
    for (const { onEnd } of unwritten.splice(0)) onEnd()
  }
  const listen = () => {
    const signals: Array<string> = []
    const { remove } = subscriptions.add(Channels.room("W7N3"), name, {
      offer: ({ _tag }) => void signals.push(_tag),
      fail: ({ reason }) => void signals.push(reason._tag)
    })
    return { signals, remove }
  }
  const receive = (payload: unknown) => void subscriptions.onPayload(name, payload, 1)
  const pass = (millis: number) => {
    at += millis
  }
  return { subscriptions, sent, counters, connected, begin, write, listen, receive, pass }
}

describe("a subscription", () => {
  it("drops what arrives before it is written, and starts with what arrives while it is written", () => {
    const { begin, counters, listen, receive } = connect()
    const { signals } = listen()
    receive(whole)
    assert.isEmpty(signals)
    assert.strictEqual(counters.unclaimed, 1)
    begin()
    receive(whole)
    assert.deepStrictEqual(signals, ["Connected", "Payload"])
  })

  it("that is left and wanted again before it is written is sent once", () => {
    const { listen, receive, sent, write } = connect()
    listen().remove()
    const { signals } = listen()
    write()
    receive(whole)
    assert.deepStrictEqual(sent, ["subscribe"])
    assert.deepStrictEqual(signals, ["Connected", "Payload"])
  })

  it("that is left before it is written is ended by the room's first message, and then sent again", () => {
    const { listen, receive, sent, subscriptions, write } = connect()
    listen().remove()
    assert.strictEqual(subscriptions.subscribed(), 0)
    write()
    assert.deepStrictEqual(sent, ["subscribe"])
    receive(whole)
    assert.deepStrictEqual(sent, ["subscribe", "unsubscribe"])
    const { signals } = listen()
    write()
    receive(whole)
    assert.deepStrictEqual(sent, ["subscribe", "unsubscribe", "subscribe"])
    assert.deepStrictEqual(signals, ["Connected", "Payload"])
  })

  it("whose first message may be lost is sent again with the next one, without a gap", () => {
    const { listen, receive, sent, subscriptions, write } = connect()
    const { signals } = listen()
    write()
    subscriptions.onDamaged()
    subscriptions.onDamaged()
    assert.deepStrictEqual(sent, ["subscribe"])
    receive(patch)
    write()
    receive(whole)
    assert.deepStrictEqual(sent, ["subscribe", "unsubscribe", "subscribe"])
    assert.deepStrictEqual(signals, ["Connected", "Payload"])
  })

  it("that was sent three times within a minute is sent again only after it, and its listeners get a gap", () => {
    const { listen, pass, receive, sent, subscriptions, write } = connect()
    const { signals } = listen()
    write()
    for (let n = 0; n < 4; n++) {
      subscriptions.onDamaged()
      receive(whole)
      write()
    }
    assert.lengthOf(sent, 7)
    assert.deepStrictEqual(signals, ["Connected", "Gap"])
    receive(whole)
    assert.lengthOf(sent, 7)
    pass(60_000)
    receive(whole)
    write()
    receive(whole)
    assert.lengthOf(sent, 9)
    assert.deepStrictEqual(signals, ["Connected", "Gap", "Resumed", "Payload"])
  })

  it("that waits for the limit is sent again at once for a late listener", () => {
    const { listen, receive, sent, subscriptions, write } = connect()
    listen()
    write()
    for (let n = 0; n < 4; n++) {
      subscriptions.onDamaged()
      receive(whole)
      write()
    }
    assert.lengthOf(sent, 7)
    const { signals } = listen()
    write()
    receive(whole)
    assert.lengthOf(sent, 9)
    assert.deepStrictEqual(signals, ["Connected", "Payload"])
  })

  it("that is left while the room loads is not sent on the next connection", () => {
    const { connected, listen, sent, subscriptions, write } = connect()
    const { remove } = listen()
    write()
    remove()
    subscriptions.close()
    connected()
    assert.deepStrictEqual(sent, ["subscribe"])
    assert.strictEqual(subscriptions.subscribed(), 0)
  })
})
