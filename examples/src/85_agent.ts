/**
 * An agent that takes a new account to a running colony, with the tools of `@screeps-effect/mcp`. Its model is a script,
 * so that it runs without a network and without a key; any other `LanguageModel` takes its place with one layer.
 *
 *   node examples/src/85_agent.ts
 *
 * On your server, with an account that has no spawn yet:
 * SCREEPS_URL=http://127.0.0.1:21025 SCREEPS_USERNAME=… SCREEPS_PASSWORD=… node examples/src/85_agent.ts
 */
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Access, AuditLog, ScreepsToolkit } from "@screeps-effect/mcp"
import { RoomName } from "@screeps-effect/schema"
import { Screeps } from "@screeps-effect/socket"
import { ScreepsWorld, TestServer } from "@screeps-effect/testing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import * as Chat from "effect/ai/Chat"
import * as LanguageModel from "effect/ai/LanguageModel"
import type * as Prompt from "effect/ai/Prompt"

// ---- the loop: the model calls tools until it only has something to say

const goal = "Found a colony with this new account, and make sure that it runs."
const mostTurns = 60

const agent = Effect.gen(function* () {
  const chat = yield* Chat.fromPrompt([{ role: "user", content: goal }])
  for (let turn = 0; turn < mostTurns; turn++) {
    const { text, toolCalls } = yield* chat.generateText({ prompt: [], toolkit: ScreepsToolkit.toolkit })
    if (toolCalls.length === 0) return text
  }
  return yield* Effect.fail(`The goal was not reached in ${mostTurns} turns.`)
})

// ---- the script, in place of a language model

interface ToolCall {
  readonly name: keyof typeof ScreepsToolkit.toolkit.tools
  readonly parameters: object
}

/** What the script does next: it yields calls, receives their answers, and returns what it says at last. */
type Script = Generator<ToolCall, string, string>

const bot = `
module.exports.loop = () => {
  for (const spawn of Object.values(Game.spawns)) {
    const creeps = spawn.room.find(FIND_MY_CREEPS)
    if (creeps.length < 4) spawn.spawnCreep([WORK, CARRY, MOVE], "Worker" + Math.random().toString(36).slice(2, 7))
    for (const creep of creeps) {
      if (creep.store.getFreeCapacity() > 0 && !creep.memory.full) {
        const source = creep.pos.findClosestByPath(FIND_SOURCES_ACTIVE)
        if (source && creep.harvest(source) === ERR_NOT_IN_RANGE) creep.moveTo(source)
        creep.memory.full = creep.store.getFreeCapacity() === 0
        continue
      }
      const target = spawn.store.getFreeCapacity(RESOURCE_ENERGY) > 0 ? spawn : spawn.room.controller
      const result = target === spawn ? creep.transfer(spawn, RESOURCE_ENERGY) : creep.upgradeController(target)
      if (result === ERR_NOT_IN_RANGE) creep.moveTo(target)
      creep.memory.full = creep.store.getUsedCapacity() > 0
    }
  }
}
`

/** Reads the picture of look_at_room, and returns open squares, nearest to the middle first. */
const openSquares = (picture: string): ReadonlyArray<readonly [x: number, y: number]> => {
  const rows = picture.split("\n").slice(2, 52)
  const isOpen = (x: number, y: number) =>
    [-1, 0, 1].every((dy) => /^[.~]{3}$/.test((rows[y + dy] ?? "").slice(x - 1, x + 2)))
  return Array.from({ length: 36 * 36 }, (_, i) => [7 + (i % 36), 7 + Math.floor(i / 36)] as const)
    .filter(([x, y]) => isOpen(x, y))
    .toSorted((one, other) => Math.hypot(one[0] - 25, one[1] - 25) - Math.hypot(other[0] - 25, other[1] - 25))
    .slice(0, 5)
}

function* script(): Script {
  const me = yield { name: "who_am_i", parameters: {} }
  if (!me.includes("status «empty»")) return `There is no colony to found: ${me}`
  const start = yield { name: "call_operation", parameters: { operation: "user.worldStartRoom" } }
  const { x, y } = RoomName.toWorld(start.match(/[WE]\d+[NS]\d+/)?.find(RoomName.is) ?? "W5N5")
  const near = [0, 1, -1, 2, -2]
  const rooms = near.flatMap((dx) => near.map((dy) => RoomName.fromWorld({ x: x + dx, y: y + dy })))
  const map = yield { name: "map_of_rooms", parameters: { rooms } }
  const free = map.split("\n").filter((line) => /: free; mineral/.test(line))
  for (const line of free) {
    const [room = ""] = line.split(":")
    const picture = yield { name: "look_at_room", parameters: { room } }
    if (!picture.includes("C controller")) continue
    for (const [x, y] of openSquares(picture)) {
      const placed = yield { name: "place_first_spawn", parameters: { room, x, y, name: "Spawn1" } }
      if (!placed.startsWith("The spawn is placed")) continue
      const deployed = yield { name: "deploy_code", parameters: { modules: { main: bot }, watch_seconds: 3 } }
      if (!deployed.startsWith("Uploaded")) return `The code failed: ${deployed}`
      const news = yield { name: "room_changes", parameters: { room } }
      return `The colony in ${room} is founded, its spawn at ${x},${y}. ${news.split("\n")[0] ?? ""}`
    }
  }
  return "There is no free room near the start room."
}

/** Returns the answer to the last call of a prompt. */
const lastAnswer = ({ content }: Prompt.Prompt): string => {
  const message = content.at(-1)
  if (message?.role !== "tool") return ""
  const part = message.content.at(-1)
  if (part?.type !== "tool-result") return ""
  return typeof part.result === "string" ? part.result : JSON.stringify(part.result)
}

const scriptedModel = Layer.effect(
  LanguageModel.LanguageModel,
  Effect.suspend(() => {
    const running = script()
    let calls = 0
    return LanguageModel.make({
      streamText: () => Stream.die("this model only generates whole answers"),
      generateText: ({ prompt }) =>
        Effect.sync(() => {
          const next = calls === 0 ? running.next() : running.next(lastAnswer(prompt))
          if (next.done === true) return [{ type: "text", text: next.value }]
          calls++
          const { name, parameters } = next.value
          return [{ type: "tool-call", id: `call-${calls}`, name, params: parameters }]
        })
    })
  })
)

// ---- the world

const bob = { username: "bob", password: "secret" }

const server =
  process.env["SCREEPS_URL"] === undefined
    ? TestServer.layerScreeps(ScreepsWorld.make({ accounts: [bob] }), {
        account: "bob",
        tickEvery: "20 millis"
      })
    : Screeps.layerConfig()

const program = agent.pipe(
  Effect.flatMap((text) => Effect.sync(() => console.log(`\n${text}`))),
  Effect.provide(Layer.merge(scriptedModel, Layer.provide(ScreepsToolkit.layerMemory, server))),
  Effect.provideService(Access.Access, { write: true, yesTo: ["place_first_spawn", "deploy_code"] }),
  Effect.provideService(AuditLog.AuditLog, ({ message = "", milliseconds, outcome, tool }: AuditLog.Entry) =>
    Effect.sync(() =>
      console.log(`${tool.padEnd(20)} ${outcome.padEnd(8)} ${milliseconds} ms  ${message}`.trimEnd())
    )
  )
)

NodeRuntime.runMain(program)
