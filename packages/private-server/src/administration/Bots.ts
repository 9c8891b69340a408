/** Bots: accounts that the server plays with scripts from its folders, or with scripts of the caller. */
import { CodeModulesInput } from "@screeps-effect/schema/CodeModules"
import { RoomName } from "@screeps-effect/schema/RoomName"
import { UserId } from "@screeps-effect/schema/UserId"
import * as Schema from "effect/Schema"
import { type Command, define, defineVoid } from "./command.ts"
import { botFolders, settled, userNamed } from "./snippets.ts"
import { record } from "@screeps-effect/schema/Record"

/** The scripts of a bot in a folder of the server. */
export class BotFolder extends record<BotFolder>("BotFolder")({
  /** Name of the bot. */
  name: Schema.String,
  /** The folder on the server. */
  folder: Schema.String
}) {}

/** Returns the bots in the server's `mods.json`, whose scripts are in folders of the server. */
export const folders: Command<ReadonlyArray<BotFolder>> = define({
  name: "Bots.folders",
  changes: false,
  input: Schema.Null,
  output: Schema.Array(BotFolder),
  code: `() => {${botFolders}
    return botFolders()
  }`
})(null)

const Username = Schema.String.check(Schema.isBetweenLength(1, 40))
const Coordinate = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 48 }))

/** A new bot. */
export class SpawnOptions extends record<SpawnOptions>("BotSpawnOptions")({
  /** Name of the bot: one of `folders`, or any name with `modules`. */
  bot: Schema.String.check(Schema.isMinLength(1)),
  /** Scripts; without them, those in the server's folder. */
  modules: Schema.optional(CodeModulesInput),
  room: RoomName,
  /** Name of the account; a random one by default. */
  username: Schema.optional(Username),
  /** CPU limit, in milliseconds per tick; 100 by default. */
  cpu: Schema.optional(Schema.Finite.check(Schema.isGreaterThan(0))),
  /** Global control level; 1 by default. */
  gcl: Schema.optional(Schema.Int.check(Schema.isGreaterThan(0))),
  /** Column of the spawn; a random square by default. */
  x: Schema.optional(Coordinate),
  /** Row of the spawn. */
  y: Schema.optional(Coordinate)
}) {}

/** The account of a bot. */
export class Bot extends record<Bot>("Bot")({
  _id: UserId,
  /** Name of the account. */
  username: Schema.String,
  /** Name of the bot. */
  bot: Schema.String
}) {}

/** Returns the accounts of all bots. */
export const list: Command<ReadonlyArray<Bot>> = define({
  name: "Bots.list",
  changes: false,
  input: Schema.Null,
  output: Schema.Array(Bot),
  code: `async () => (await storage.db.users.find({}))
    .filter(({ bot }) => bot)
    .map(({ _id, username, bot }) => ({ _id: String(_id), username, bot }))`
})(null)

/**
 * Creates an account for a bot, with a spawn in a room that nobody owns, and returns it.
 *
 * **Details**
 *
 * With `modules`, the bot runs these scripts, and `reload` does not apply to it.
 *
 * **Gotchas**
 *
 * The server chooses another square when the given one is a wall.
 *
 * **Errors** `Rejected` when the room has no controller or has an owner, when the name is taken, or when the server has no
 * such bot.
 */
export const spawn: (options: SpawnOptions) => Command<Bot> = define({
  name: "Bots.spawn",
  changes: true,
  input: SpawnOptions,
  output: Bot,
  code: String.raw`async ({ bot, modules, room, ...options }) => {${userNamed}${botFolders}${settled}
    const found = async (username) => {
      const user = await userNamed(username)
      const { _id } = user
      const { cpu } = options
      if (cpu !== undefined) await storage.db.users.update({ _id }, { $set: { ...settled(user), cpu } })
      return { _id: String(_id), username, bot }
    }
    if (modules === undefined) {
      const names = botFolders().map(({ name }) => name)
      if (!names.includes(bot)) {
        throw new Error("there is no bot " + bot + " in the server's mods.json, which names " +
          (names.length === 0 ? "no bots" : names.join(", ")) +
          "; name it there with the folder of its scripts and restart the server (screeps dev --real --bot name=folder, option bots of PrivateServer)")
      }
      const message = String(await bots.spawn(bot, room, options))
      const [, username] = /^User (.*) with bot AI "/.exec(message) || []
      return found(username)
    }

    const { db, env } = storage
    const { gcl = 1, cpu = 100, x, y, username = bot + Math.floor(Math.random() * 1e6) } = options
    const controller = await db["rooms.objects"].findOne({ $and: [{ room }, { type: "controller" }] })
    if (!controller) throw new Error("there is no controller in " + room)
    if (controller.user) throw new Error("the room " + room + " has an owner")
    const usernameLower = username.toLowerCase()
    if (await db.users.findOne({ usernameLower })) throw new Error("the name " + username + " is taken")

    const { terrain } = await db["rooms.terrain"].findOne({ room })
    const isWall = ([x, y]) => terrain.charAt(y * 50 + x) === "1" || terrain.charAt(y * 50 + x) === "3"
    const random = () => 3 + Math.floor(Math.random() * 44)
    let square = [x || random(), y || random()]
    for (let i = 0; i < 10000 && isWall(square); i++) square = [random(), random()]
    if (isWall(square)) throw new Error("there is no square for a spawn in " + room)

    const stored = (name) =>
      name.replace(/\./g, "$$DOT$$").replace(/\//g, "$$SLASH$$").replace(/\\/g, "$$BACKSLASH$$")
    const code = Object.assign({ main: "" }, ...Object.keys(modules).map((name) => ({ [stored(name)]: modules[name] })))
    const user = await db.users.insert({
      username, usernameLower, bot, cpu, cpuAvailable: 0, active: 10000, registeredDate: new Date(),
      gcl: 1000000 * Math.pow(gcl - 1, 2.4),
      badge: { type: 1, color1: "#888888", color2: "#cccccc", color3: "#444444", param: 0, flip: false }
    })
    await db["users.code"].insert({
      user: user._id, branch: "default", modules: code, activeWorld: true, activeSim: true
    })
    await env.set(env.keys.MEMORY + user._id, "{}")
    await db["rooms.objects"].insert({
      type: "spawn", name: "Spawn1", room, x: square[0], y: square[1], user: user._id,
      store: { energy: 300 }, storeCapacityResource: { energy: 300 },
      hits: 5000, hitsMax: 5000, spawning: null, notifyWhenAttacked: false
    })
    await db["rooms.objects"].update({ _id: controller._id }, { $set: {
      user: user._id, level: 1, progress: 0, downgradeTime: null,
      safeMode: Number(await env.get(env.keys.GAMETIME)) + 20000
    } })
    await db.rooms.update({ _id: room }, { $set: { invaderGoal: 1000000 } })
    await env.sadd(env.keys.ACTIVE_ROOMS, room)
    return found(username)
  }`
})

const reloadBot = defineVoid({
  name: "Bots.reload",
  input: Schema.Struct({ bot: Schema.String }),
  code: `({ bot }) => bots.reload(bot)`
})

/** Reads the scripts in a bot's folder again and gives them to all its accounts. */
export const reload = (bot: string): Command<void> => reloadBot({ bot })

const removeBot = defineVoid({
  name: "Bots.remove",
  input: Schema.Struct({ username: Username }),
  code: `({ username }) => bots.removeUser(username)`
})

/**
 * Removes the account of a bot, its creeps and its scripts; its structures become ruins.
 *
 * **Errors** `Rejected` when the account does not exist or does not belong to a bot.
 */
export const remove = (username: string): Command<void> => removeBot({ username })
