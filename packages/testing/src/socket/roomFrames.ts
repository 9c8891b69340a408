/** One subscription to a room: the full state first, then the changes since it was last sent. */
import type { ObjectId } from "@screeps-effect/schema/ObjectId"
import type { RoomName } from "@screeps-effect/schema/RoomName"
import * as Hash from "effect/Hash"
import { diff } from "../world/state/diff.ts"
import type { User } from "../world/state/accounts.ts"
import { textOf } from "../world/state/fields.ts"
import type { StoredObject } from "../world/state/rooms.ts"
import type { Shard } from "../world/state/shard.ts"
import { roomVisual } from "./snapshots.ts"

/** The two NPCs that every subscriber receives. */
const npcs = ["2", "3"] as const

const info = { mode: "world" } as const

/** A payload of the room channel; fields that are `undefined` are not sent. */
interface RoomPayload {
  readonly objects: Readonly<Record<string, unknown>>
  readonly users?: Readonly<Record<string, unknown>> | undefined
  readonly flags?: string | null | undefined
  readonly info: typeof info
  readonly gameTime?: number
  readonly visual?: string
}

/** Returns the ids of users that an object names: its owner, and those of its reservation and sign. @internal */
export const usersOf = (object: StoredObject): ReadonlyArray<string> =>
  [object, object["reservation"], object["sign"]].map((one) => textOf(one, "user")).filter((id) => id !== "")

/** A user as private servers send it: the stored record with private fields. */
const storedRecord = (user: User) => ({
  _id: user._id,
  ...(user.username === "" ? {} : { username: user.username, usernameLower: user.username.toLowerCase() }),
  email: user.email,
  password: user.password === undefined ? undefined : Hash.string(user.password).toString(16),
  badge: user.badge,
  cpu: user.cpu,
  gcl: user.gcl,
  power: user.power,
  money: user.money,
  blocked: user.blocked
})

/** @internal */
export class RoomFrames {
  readonly channel: string
  readonly shard: Shard
  /** The subscriber, whose flags and drawings are sent and whose limit of rooms applies. */
  readonly account: User
  readonly room: RoomName
  readonly #isLeaky: boolean
  #sent: ReadonlyMap<ObjectId, StoredObject> = new Map()
  readonly #sentUsers = new Set<string>(npcs)

  constructor(
    channel: string,
    at: { readonly shard: Shard; readonly account: User; readonly room: RoomName },
    isLeaky: boolean
  ) {
    this.channel = channel
    this.shard = at.shard
    this.account = at.account
    this.room = at.room
    this.#isLeaky = isLeaky
  }

  /** Returns the first payload of a subscription. */
  whole(): RoomPayload {
    this.#newcomers()
    return {
      objects: this.#changes(),
      users: this.#users(this.#sentUsers),
      flags: this.shard.flags.text(this.account._id, this.room),
      info
    }
  }

  /** Returns the payload after a tick. */
  patch(gameTime: number): RoomPayload {
    const { account, room, shard } = this
    const isFlagged = shard.flags.isKnown(account._id, room)
    const newcomers = this.#newcomers()
    return {
      objects: this.#changes(),
      users: newcomers === undefined ? undefined : this.#users(newcomers),
      flags: isFlagged ? shard.flags.text(account._id, room) : undefined,
      gameTime,
      info,
      visual: roomVisual(shard, account, room)
    }
  }

  /** Returns the present objects; the room may have been recreated. */
  get #objects(): ReadonlyMap<ObjectId, StoredObject> {
    return this.shard.rooms.at(this.room)?.objects ?? new Map()
  }

  #changes() {
    const now = new Map(this.#objects)
    const changes = diff(this.#sent, now)
    this.#sent = now
    return changes
  }

  /** Returns users in the room that were not sent yet; unknown ids are looked up every time. */
  #newcomers(): ReadonlySet<string> | undefined {
    const found = new Set<string>()
    for (const object of this.#objects.values())
      for (const id of usersOf(object)) if (!this.#sentUsers.has(id)) found.add(id)
    for (const id of found) if (this.shard.accounts.brief(id) !== undefined) this.#sentUsers.add(id)
    return found.size === 0 ? undefined : found
  }

  #users(ids: ReadonlySet<string>): Readonly<Record<string, unknown>> {
    if (!this.#isLeaky) return this.shard.accounts.briefs(ids)
    const found = [...ids].flatMap((id) => {
      const user = this.shard.accounts.byId(id)
      const record = user === undefined ? this.shard.accounts.brief(id) : storedRecord(user)
      return record === undefined ? [] : [[id, record] as const]
    })
    return Object.fromEntries(found)
  }
}
