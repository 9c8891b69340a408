import * as ChannelName from "@screeps-effect/schema/ChannelName"
import * as UserId from "@screeps-effect/schema/UserId"
import { capture, captures } from "@screeps-effect/fixtures"
import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Schema from "effect/Schema"

const user = UserId.make("6491e40834fb252")
const other = UserId.make("2")

const names: { readonly [name: string]: ChannelName.ChannelName } = {
  "server-message": { _tag: "ServerMessage" },
  "room:W7N3": { _tag: "Room", room: "W7N3" },
  "room:shard3/W7N3": { _tag: "Room", room: "W7N3", shard: "shard3" },
  "room:sim": { _tag: "Room", room: "sim" },
  "roomMap2:W7N3": { _tag: "RoomMap", room: "W7N3" },
  "roomMap2:shard0/W7N3": { _tag: "RoomMap", room: "W7N3", shard: "shard0" },
  "mapVisual:6491e40834fb252": { _tag: "MapVisual", user },
  "mapVisual:6491e40834fb252/shard2": { _tag: "MapVisual", user, shard: "shard2" },
  "user:6491e40834fb252/console": { _tag: "Console", user },
  "user:2/cpu": { _tag: "Cpu", user: other },
  "user:6491e40834fb252/resources": { _tag: "Resources", user },
  "user:6491e40834fb252/money": { _tag: "Money", user },
  "user:6491e40834fb252/code": { _tag: "Code", user },
  "user:6491e40834fb252/set-active-branch": { _tag: "ActiveBranch", user },
  "user:6491e40834fb252/newMessage": { _tag: "NewMessage", user },
  "user:6491e40834fb252/message:2": { _tag: "Conversation", user, respondent: other },
  "user:6491e40834fb252/memory/obj.list.1": { _tag: "Memory", user, path: "obj.list.1" },
  "user:6491e40834fb252/memory/a b.c": { _tag: "Memory", user, path: "a b.c" },
  "user:6491e40834fb252/memory/x/y": { _tag: "Memory", user, path: "x/y" },
  "user:6491e40834fb252/memory/a:b/console": { _tag: "Memory", user, path: "a:b/console" },
  "err@room:W7N4": { _tag: "Error", of: { _tag: "Room", room: "W7N4" } },
  "err@err@room:W7N4": { _tag: "Error", of: { _tag: "Unknown", name: "err@room:W7N4" } },
  "err@room:shard3/W7N4": { _tag: "Error", of: { _tag: "Room", room: "W7N4", shard: "shard3" } }
}

describe("a channel name", () => {
  for (const [name, channel] of Object.entries(names)) {
    it(`is parsed and formatted: ${name}`, () => {
      assert.deepStrictEqual(ChannelName.parse(name), channel)
      assert.strictEqual(ChannelName.format(channel), name)
    })
  }

  for (const name of [
    "",
    "room",
    "room:",
    "room:/W7N3",
    "room:shard3/",
    "room:shard3/W7N3/more",
    "Room:W7N3",
    "roomMap:W7N3",
    "mapVisual:",
    "mapVisual:/shard3",
    "mapVisual:1/shard3/more",
    "user:",
    "user:6491e40834fb252",
    "user:6491e40834fb252/",
    "user:/console",
    "user:6491e40834fb252/resource",
    "user:6491e40834fb252/console/more",
    "user:6491e40834fb252/toString",
    "user:6491e40834fb252/memory",
    "user:6491e40834fb252/memory/",
    "user:6491e40834fb252/message:",
    "user:6491e40834fb252/steam-purchase",
    "server-message:1",
    "server-messages"
  ]) {
    it(`is unknown: ${JSON.stringify(name)}`, () => {
      assert.deepStrictEqual(ChannelName.parse(name), { _tag: "Unknown", name })
    })
  }

  it("has the shard of a Memory path in the parsed path", () => {
    const name = ChannelName.format({ _tag: "Memory", user, path: "stats", shard: "shard3" })
    assert.strictEqual(name, "user:6491e40834fb252/memory/shard3/stats")
    assert.deepStrictEqual(ChannelName.parse(name), { _tag: "Memory", user, path: "shard3/stats" })
  })

  it("is known for every recorded event", () => {
    const served = captures().flatMap((name) =>
      capture(name).flatMap(({ data, dir }) => (dir === "in" && data.startsWith("[") ? [data] : []))
    )
    const tags = served.map((text) => {
      const [name]: [string] = JSON.parse(text)
      const channel = ChannelName.parse(name)
      assert.strictEqual(ChannelName.format(channel), name)
      return channel._tag
    })
    assert.isAbove(tags.length, 4000)
    assert.notInclude(tags, "Unknown")
  })

  const beginnings = Schema.Literals([
    "",
    "err@",
    "room:",
    "roomMap2:",
    "mapVisual:",
    "user:",
    "user:1/",
    "user:1/memory/",
    "user:1/message:"
  ])
  const anyName = Arbitrary.map(
    Arbitrary.all([Arbitrary.schema(beginnings), Arbitrary.schema(Schema.String)]),
    ([before, after]) => before + after
  )

  it.prop("is formatted as the same text after parsing, whatever it is", [anyName], ([name]) => {
    assert.strictEqual(ChannelName.format(ChannelName.parse(name)), name)
  })
})
