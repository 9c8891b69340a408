import * as Decoder from "@screeps-effect/schema/Decoder"
import { RoomName } from "@screeps-effect/schema/RoomName"
import { Coordinate } from "@screeps-effect/schema/RoomPosition"
import { assert, describe, it } from "@effect/vitest"
import { inspect } from "node:util"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

const Creep = Schema.Struct({
  name: Schema.String,
  hits: Schema.Int,
  body: Schema.Array(Schema.Struct({ type: Schema.Literals(["move", "work"]), hits: Schema.Finite }))
})
const bob = { name: "Bob", hits: 200, body: [{ type: "move", hits: 100 }] }

describe("Decoder.make", () => {
  it("compiles the schema at the first input, and only once", () => {
    let looks = 0
    const watched = new Proxy(Creep, {
      get: (target, key, receiver) => {
        if (key === "ast") looks++
        return Reflect.get(target, key, receiver)
      }
    })
    const decode = Decoder.make(watched)
    assert.strictEqual(looks, 0)
    decode(bob)
    const first = looks
    assert.isAbove(first, 0)
    decode(bob)
    assert.strictEqual(looks, first)
  })

  it("drops keys that the schema does not name, at every depth", () => {
    const decode = Decoder.make(Creep)
    const more = { ...bob, email: "a@example.com", body: [{ ...bob.body[0], boost: "XUH2O" }] }
    assert.deepStrictEqual(decode(more), Result.succeed(bob as typeof Creep.Type))
  })

  it("copies only the parts that it changes", () => {
    const decode = Decoder.make(
      Schema.Struct({
        same: Schema.Array(Creep),
        changed: Schema.Record(Schema.String, Schema.Struct({ at: Schema.DateFromMillis }))
      })
    )
    const input = { same: [bob], changed: { a: { at: 0 } } }
    const { changed, same } = Result.getOrThrow(decode(input))
    assert.strictEqual<unknown>(same, input.same)
    assert.deepStrictEqual(changed, { a: { at: new Date(0) } })
    assert.deepStrictEqual(input, { same: [bob], changed: { a: { at: 0 } } })
  })

  it("decodes an encoded value", () => {
    const decode = Decoder.make(Schema.Struct({ at: Schema.DateFromMillis }))
    assert.deepStrictEqual(decode({ at: 0 }), Result.succeed({ at: new Date(0) }))
  })

  it("reports the path and the expected type of a failure", () => {
    const error = Result.getOrThrow(Result.flip(Decoder.make(Creep)({ ...bob, hits: 1.5 })))
    assert.match(error.message, /Expected an integer/)
    assert.match(error.message, /\["hits"\]/)
  })
})

describe("Decoder.encoder", () => {
  const encode = Decoder.encoder(Schema.Struct({ at: Schema.DateFromMillis, list: Schema.Array(Creep) }))

  it("encodes and copies, so that later changes of the input have no effect", () => {
    const input = { at: new Date(5), list: [bob] }
    const encoded = encode(input)
    input.list.push(bob)
    bob.body.push({ type: "work", hits: 100 })
    assert.deepStrictEqual<unknown>(
      encoded,
      Result.succeed({ at: 5, list: [{ ...bob, body: [bob.body[0]] }] })
    )
    bob.body.pop()
  })

  it("rejects a key that the schema does not name, at every depth", () => {
    const error = Result.getOrThrow(Result.flip(encode({ at: new Date(5), list: [{ ...bob, age: 5 }] })))
    assert.include(error.message, '["list"][0]["age"]')
  })

  it("rejects data that is nested too deeply", () => {
    interface Tree {
      readonly inside?: Tree
    }
    const Tree: Schema.Codec<Tree> = Schema.Struct({
      inside: Schema.optionalKey(Schema.suspend((): Schema.Codec<Tree> => Tree))
    })
    let deep: Tree = {}
    for (let level = 0; level < 100_000; level++) deep = { inside: deep }
    for (const run of [Decoder.encoder(Tree), Decoder.make(Tree)]) {
      assert.include(Result.getOrThrow(Result.flip(run(deep))).message, "less deeply nested")
    }
  })
})

describe("a schema issue", () => {
  const secret = "0123456789abcdef0123456789abcdef01234567"
  const wrong: Record<string, readonly [Schema.Codec<unknown, unknown>, unknown]> = {
    "text instead of a number": [Schema.Struct({ hits: Schema.Finite }), { hits: secret }],
    "another literal": [Schema.Struct({ ok: Schema.Literal(1) }), { ok: secret }],
    "no member of a union": [Schema.Union([Schema.Finite, Schema.Struct({ a: Schema.String })]), secret],
    "no member of tagged records": [
      Schema.Union([
        Schema.Struct({ type: Schema.Literal("a") }),
        Schema.Struct({ type: Schema.Literal("b") })
      ]),
      { type: secret }
    ],
    "a text that fails a pattern": [Schema.Struct({ room: RoomName }), { room: secret }],
    "a text that fails a check": [Schema.String.check(Schema.isMaxLength(5)), secret],
    "a number out of bounds": [
      Schema.Struct({ x: Coordinate }),
      { x: Number.parseInt(secret.slice(0, 12), 16) }
    ],
    "a text in a list": [Schema.Array(Schema.Int), [1, secret]],
    "a text in a record": [Schema.Record(Schema.String, Schema.Boolean), { key: secret }],
    "a missing key beside a secret": [Schema.Struct({ name: Schema.String }), { token: secret }],
    "a record instead of a text": [Schema.Struct({ name: Schema.String }), { name: { token: secret } }],
    "an invalid date": [Schema.DateTimeUtcFromString, secret]
  }
  for (const [what, [schema, input]] of Object.entries(wrong)) {
    it(`never contains the rejected value: ${what}`, () => {
      const error = Result.getOrThrow(Result.flip(Decoder.make(schema)(input)))
      assert.isNotEmpty(error.message)
      const shown = [error.message, String(error), JSON.stringify(error)].join("\n")
      assert.notInclude(shown, secret)
      assert.notInclude(shown, String(Number.parseInt(secret.slice(0, 12), 16)))
    })
  }

  it("contains no redacted value when it is inspected", () => {
    const decode = Decoder.make(
      Schema.Struct({ token: Schema.RedactedFromValue(Schema.String.check(Schema.isMaxLength(5))) })
    )
    const error = Result.getOrThrow(Result.flip(decode({ token: secret })))
    assert.notInclude([error.message, String(error), JSON.stringify(error)].join("\n"), secret)
    assert.notInclude(inspect(error.message, { depth: 10 }), secret)
  })
})

describe("Decoder.encoder", () => {
  const rooms = Decoder.encoder(Schema.Struct({ rooms: Schema.Array(RoomName) }))

  it("encodes typed values", () => {
    const dated = Decoder.encoder(Schema.Struct({ at: Schema.DateFromMillis }))
    assert.deepStrictEqual(rooms({ rooms: ["W1N1"] }), Result.succeed({ rooms: ["W1N1"] }))
    assert.deepStrictEqual(dated({ at: new Date(5) }), Result.succeed({ at: 5 }))
  })

  it("fails with the path of a malformed value and of a key that is not in the schema", () => {
    const messageOf = (input: unknown) =>
      Result.match(rooms(input), { onFailure: ({ message }) => message, onSuccess: () => "" })
    assert.match(messageOf({ rooms: ["W1N1", "kitchen"] }), /a room name such as W12N3[^]*\["rooms"\]\[1\]/)
    assert.match(messageOf({ rooms: [], shard: "shard3" }), /\["shard"\]/)
  })
})
