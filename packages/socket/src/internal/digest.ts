import type { RoomFrame } from "@screeps-effect/schema/RoomFrame"
import * as RoomPatch from "@screeps-effect/schema/RoomPatch"
import { isFull } from "@screeps-effect/schema/RoomFrame"
import type { Digest } from "../Channel.ts"

/**
 * Puts the messages of a room together to one that holds everything, as a server sends it to a new subscriber: without
 * `gameTime` and `visual`, which mark it as whole.
 */
export const roomDigest = (): Digest<RoomFrame> => {
  let told = false
  let users: NonNullable<RoomFrame["users"]> = {}
  let rest: Pick<RoomFrame, "flags" | "info" | "decorations"> = {}
  const objects = new Map<string, RoomPatch.Document>()
  return {
    add: (frame) => {
      told = true
      if (isFull(frame)) objects.clear()
      for (const [id, patch] of Object.entries(frame.objects ?? {})) {
        const document = RoomPatch.apply(objects.get(id), patch)
        if (document === undefined) objects.delete(id)
        else objects.set(id, document)
      }
      if (Object.keys(frame.users ?? {}).length > 0) users = { ...users, ...frame.users }
      if ("flags" in frame) rest = { ...rest, flags: frame.flags }
      if ("info" in frame) rest = { ...rest, info: frame.info }
      if ("decorations" in frame) rest = { ...rest, decorations: frame.decorations }
    },
    read: () => (told ? { objects: Object.fromEntries(objects), users, ...rest } : undefined)
  }
}
