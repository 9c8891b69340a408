/** One subscription to a room of xxscreeps: the whole state, then what changed in each tick. */
import type { RoomName } from "@screeps-effect/schema/RoomName"
import { roomDecorations } from "../decorations.ts"
import { shortRecord } from "../records.ts"
import type { User } from "../../../../packages/testing/src/world/state/accounts.ts"
import type { Document } from "../../../../packages/testing/src/world/state/diff.ts"
import type { Shard } from "../../../../packages/testing/src/world/state/shard.ts"
import { usersOf } from "../../../../packages/testing/src/socket/roomFrames.ts"
import { roomVisual } from "../../../../packages/testing/src/socket/snapshots.ts"
import { rendered } from "./objects.ts"
import { patch } from "./patch.ts"

export class RoomFrames {
  readonly #shard: Shard
  readonly #room: RoomName
  /** The receiver; `undefined` for guests. */
  readonly #user: User | undefined
  #sent: Document = {}
  #sentDecorations: string | undefined
  readonly #sentUsers = new Set<string>()

  constructor(shard: Shard, room: RoomName, user: User | undefined) {
    this.#shard = shard
    this.#room = room
    this.#user = user
  }

  /** Returns the next payload; the first is the whole room. */
  next(): object {
    const objects = this.#shard.rooms.at(this.#room)?.objects ?? new Map<string, never>()
    const viewing = { time: this.#shard.time, viewer: this.#user?._id }
    const now = Object.fromEntries([...objects].map(([id, object]) => [id, rendered(object, viewing)]))
    const changes = patch(this.#sent, now)
    this.#sent = now
    return {
      objects: changes,
      info: { mode: "world" },
      gameTime: this.#shard.time,
      users: this.#newcomers([...objects.values()].flatMap(usersOf)),
      ...this.#own(),
      ...this.#decorations()
    }
  }

  #newcomers(ids: ReadonlyArray<string>): Readonly<Record<string, object>> {
    const found = [...new Set(ids)].filter((id) => !this.#sentUsers.has(id))
    for (const id of found) this.#sentUsers.add(id)
    return Object.fromEntries(found.map((id) => [id, shortRecord(this.#shard, id)]))
  }

  /** The receiver's flags and visuals. */
  #own(): object {
    if (this.#user === undefined) return {}
    const flags = this.#shard.flags.text(this.#user._id, this.#room) ?? ""
    const visual = roomVisual(this.#shard, this.#user, this.#room)
    return { flags, ...(visual === "" ? {} : { visual }) }
  }

  /** The room's decorations, at first and after a change. */
  #decorations(): object {
    const decorations = roomDecorations(this.#shard, this.#room)
    const text = JSON.stringify(decorations)
    if (text === this.#sentDecorations) return {}
    this.#sentDecorations = text
    return { decorations }
  }
}
