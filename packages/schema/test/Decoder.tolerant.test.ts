import { assert, describe, it } from "@effect/vitest"
import * as Decoder from "@screeps-effect/schema/Decoder"
import { expected, nullish } from "../src/values/Record.ts"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

const User = Schema.Struct({ _id: Schema.String, badge: expected(Schema.Struct({ type: Schema.Finite })) })
const Answer = Schema.Struct({
  ok: Schema.Literal(1),
  user: User,
  money: expected(Schema.Finite),
  email: nullish(Schema.String),
  list: Schema.Array(Schema.Struct({ price: Schema.Finite, room: expected(Schema.String) })),
  users: expected(Schema.Record(Schema.String, User)),
  owner: Schema.optionalKey(Schema.Union([User, Schema.Struct({ level: Schema.Literal(0) })]))
})

const good = {
  ok: 1 as const,
  user: { _id: "a", badge: { type: 1 } },
  money: 5,
  list: [{ price: 1, room: "W1N1" }],
  users: { a: { _id: "a", badge: { type: 1 } } }
}

const decode = Decoder.tolerant(Answer)
const read = (input: unknown) => {
  const drift: Array<Decoder.Drift> = []
  const result = decode(input, (one) => drift.push(one))
  return { value: Result.getOrUndefined(result), drift, error: Result.getOrUndefined(Result.flip(result)) }
}

describe("a tolerant decoder", () => {
  it("reports nothing when the data is as expected", () => {
    assert.deepStrictEqual(read(good), { value: good, drift: [], error: undefined })
  })

  it("decodes data that matches only once, also inside lists, maps and unions", () => {
    let checks = 0
    const Counted = Schema.Struct({
      value: expected(
        Schema.Finite.check(
          Schema.makeFilter(() => {
            checks++
            return true
          })
        )
      )
    })
    const Nested = Schema.Struct({
      list: Schema.Array(Counted),
      map: expected(Schema.Record(Schema.String, nullish(Counted).schema)),
      either: expected(Schema.Union([Schema.Null, Counted]))
    })
    const decodeNested = Decoder.tolerant(Nested)
    const data = { list: [{ value: 1 }, { value: 2 }], map: { a: { value: 3 } }, either: { value: 4 } }
    assert.deepStrictEqual<unknown>(Result.getOrThrow(decodeNested(data)), data)
    assert.strictEqual(checks, 4)
    assert.isTrue(Result.isSuccess(decodeNested({ list: [{ value: 1 }, {}] })))
    assert.isAbove(checks, 5)
  })

  it("takes absent and null for the same in keys that are nullish", () => {
    assert.deepStrictEqual(read({ ...good, email: null }).drift, [])
  })

  it("reads a record without an expected key and reports where it was", () => {
    const { money: _, ...rest } = good
    assert.deepStrictEqual(read(rest), {
      value: rest,
      drift: [{ path: "money", expected: "number", found: "absent" }],
      error: undefined
    })
    const inList = read({ ...good, list: [{ price: 1 }, { price: 2, room: "W1N1" }, { price: 3 }] })
    assert.deepStrictEqual(inList.value?.list, [{ price: 1 }, { price: 2, room: "W1N1" }, { price: 3 }])
    assert.deepStrictEqual(inList.drift, [
      { path: "list[].room", expected: "string", found: "absent" },
      { path: "list[].room", expected: "string", found: "absent" }
    ])
  })

  it("leaves out a key with null or another type in it", () => {
    for (const [value, found] of [
      [null, "null"],
      ["5", "string"],
      [[], "array"],
      [{}, "object"]
    ] as const) {
      const { drift, value: result } = read({ ...good, money: value })
      assert.notProperty(result, "money")
      assert.deepStrictEqual(drift, [{ path: "money", expected: "number", found }])
    }
    const { drift, value } = read({ ...good, email: 5 })
    assert.notProperty(value, "email")
    assert.deepStrictEqual(drift, [{ path: "email", expected: "string | null", found: "number" }])
  })

  it("keeps the rest of an inner record of which one key is malformed", () => {
    const { drift, value } = read({ ...good, user: { _id: "a", badge: { type: "x" } } })
    assert.deepStrictEqual(value?.user, { _id: "a" })
    assert.deepStrictEqual(drift, [{ path: "user.badge.type", expected: "number", found: "string" }])
  })

  it("leaves out entries of lists and maps that lack an essential key", () => {
    const { drift, value } = read({
      ...good,
      list: [{ room: "W1N1" }, "x", { price: 2, room: "W2N2" }],
      users: { a: { badge: { type: 1 } }, b: good.user }
    })
    assert.deepStrictEqual(value?.list, [{ price: 2, room: "W2N2" }])
    assert.deepStrictEqual(value?.users, { b: good.user })
    assert.deepStrictEqual(drift, [
      { path: "list[].price", expected: "number", found: "absent" },
      { path: "list[]", expected: "object", found: "string" },
      { path: "users{}._id", expected: "string", found: "absent" }
    ])
  })

  it("fails without any readable entry of an essential list or map, if entries are needed", () => {
    const Shards = Schema.Struct({ list: Answer.fields.list, shards: Schema.Record(Schema.String, User) })
    assert.deepStrictEqual(Decoder.essentialCollections(Shards), ["list", "shards"])
    const needing = Decoder.tolerant(Shards, { needsEntries: true })
    const failure = (input: object) => Result.getOrUndefined(Result.flip(needing(input)))
    const price = { path: "list[].price", expected: "number", found: "absent" } as const
    const user = { path: "shards{}", expected: "object", found: "number" } as const
    const needed = (path: string, found: Decoder.Kind) => ({
      path,
      expected: "an entry that can be read",
      found
    })
    assert.deepStrictEqual(failure({ list: [{ room: "W1N1" }], shards: {} }), [
      needed("list", "array"),
      price
    ])
    assert.deepStrictEqual(failure({ list: [], shards: { a: 3 } }), [needed("shards", "object"), user])
    assert.isUndefined(failure({ list: [], shards: {} }))
    assert.isUndefined(failure({ list: [{}, { price: 1, room: "W1N1" }], shards: { a: 3, b: good.user } }))
    assert.isTrue(Result.isSuccess(Decoder.tolerant(Shards)({ list: [{}], shards: { a: 3 } })))
  })

  it("fails in the same way if the whole value is the list or map", () => {
    const List = Schema.Array(User)
    assert.deepStrictEqual(Decoder.essentialCollections(List), [""])
    assert.isTrue(Result.isFailure(Decoder.tolerant(List, { needsEntries: true })([3])))
    const Named = Schema.StructWithRest(Schema.Struct({ ok: Schema.Literal(1) }), [
      Schema.Record(Schema.TemplateLiteral(["shard", Schema.String]), User)
    ])
    const named = Decoder.tolerant(Named, { needsEntries: true })
    assert.isTrue(Result.isFailure(named({ ok: 1, shard0: 3 })))
    assert.isTrue(Result.isSuccess(named({ ok: 1, shard0: 3, shard1: good.user })))
    assert.isTrue(Result.isSuccess(named({ ok: 1 })))
  })

  it("does not read lists of nested records as essential, nor those that may be absent", () => {
    const Nested = Schema.Struct({
      user: Schema.Struct({ list: Schema.Array(User) }),
      users: Answer.fields.users
    })
    assert.deepStrictEqual(Decoder.essentialCollections(Nested), [])
    const decode = Decoder.tolerant(Nested, { needsEntries: true })
    assert.isTrue(Result.isSuccess(decode({ user: { list: [3] }, users: { a: 3 } })))
  })

  it("does not set a prototype by an entry of that name", () => {
    const users = JSON.parse('{"__proto__":{"_id":"a","badge":5},"b":{"_id":"b","badge":5}}')
    const drift: Array<Decoder.Drift> = []
    const result = Decoder.tolerant(Schema.Record(Schema.String, User))(users, (one) => drift.push(one))
    assert.strictEqual(Object.getPrototypeOf(Result.getOrThrow(result)), Object.prototype)
    assert.deepStrictEqual(Result.getOrThrow(result)["b"], { _id: "b" })
    assert.lengthOf(drift, 2)
  })

  it("reads a union by the member that needs the fewest repairs", () => {
    assert.deepStrictEqual(read({ ...good, owner: { _id: "a" } }).drift, [
      { path: "owner.badge", expected: "object", found: "absent" }
    ])
    const other = read({ ...good, owner: { level: 0 } })
    assert.deepStrictEqual([other.value?.owner, other.drift], [{ level: 0 }, []])
    const none = read({ ...good, owner: 5 })
    assert.notProperty(none.value, "owner")
    assert.deepStrictEqual(none.drift, [{ path: "owner", expected: "object", found: "number" }])
  })

  it("fails with the essential key that is missing, whatever else is", () => {
    const { money: _, ...rest } = good
    const { drift, error, value } = read({ ...rest, user: { badge: { type: "x" } } })
    assert.isUndefined(value)
    assert.deepStrictEqual(error, [{ path: "user._id", expected: "string", found: "absent" }])
    assert.deepStrictEqual(drift, [])
  })

  it("fails without the value of a secret, and decodes what is transformed", () => {
    const Token = Schema.Struct({
      token: Schema.RedactedFromValue(Schema.String),
      age: expected(Schema.Finite)
    })
    const decodeToken = Decoder.tolerant(Token)
    const drift: Array<Decoder.Drift> = []
    const result = decodeToken({ token: "hidden" }, (one) => drift.push(one))
    assert.strictEqual(Redacted.value(Result.getOrThrow(result).token), "hidden")
    assert.deepStrictEqual(drift, [{ path: "age", expected: "number", found: "absent" }])
    assert.isTrue(Result.isFailure(decodeToken({ token: 5, age: 1 }, () => {})))
  })

  it("finds a missing key in recursive data", () => {
    interface Tree {
      readonly name?: string
      readonly children: ReadonlyArray<Tree>
    }
    const Tree: Schema.Codec<Tree> = Schema.Struct({
      name: expected(Schema.String),
      children: Schema.Array(Schema.suspend((): Schema.Codec<Tree> => Tree))
    })
    const drift: Array<Decoder.Drift> = []
    const result = Decoder.tolerant(Tree)(
      { name: "b", children: [{ children: [] }, { name: "a", children: [5] }] },
      (one) => drift.push(one)
    )
    assert.deepStrictEqual(Result.getOrThrow(result), {
      name: "b",
      children: [{ children: [] }, { name: "a", children: [] }]
    })
    assert.deepStrictEqual(drift, [
      { path: "children[].name", expected: "string", found: "absent" },
      { path: "children[].children[]", expected: "object", found: "number" }
    ])
  })
})

describe("unknownKeys", () => {
  it("lists keys that the schema does not name, each once, entries of lists and maps included", () => {
    const input = {
      ...good,
      meta: {},
      list: [
        { price: 1, "a b": 1 },
        { price: 2, "a b": 2, c: 3 }
      ],
      users: { a: { ...good.user, secret: 1 } },
      owner: { level: 0, _id: "a", other: 1 }
    }
    assert.sameMembers(
      [...Decoder.unknownKeys(Answer, input)],
      ["meta", "list[].a b", "list[].c", "users{}.secret", "owner.other"]
    )
    assert.deepStrictEqual(Decoder.unknownKeys(Answer, good), [])
    assert.deepStrictEqual(Decoder.unknownKeys(Answer, [5]), [])
  })
})
