/** Memory and segments. */
import * as Memory from "@screeps-effect/api/Memory"
import * as Segments from "@screeps-effect/api/Segments"
import * as GzipJson from "@screeps-effect/schema/GzipJson"
import * as Effect from "effect/Effect"
import type { User } from "../../../packages/testing/src/world/state/accounts.ts"
import { lookUp, replace, write } from "../../../packages/testing/src/world/state/memory.ts"
import type { Shard } from "../../../packages/testing/src/world/state/shard.ts"
import { packedNothing } from "../../../packages/testing/src/server/routes/memory.ts"
import { refusal } from "../../../packages/testing/src/server/pages.ts"
import type { Route } from "../../../packages/testing/src/server/router.ts"
import { type Endpoint, ok } from "./endpoint.ts"
import { anything, number, text } from "./fields.ts"

const wrongPath = "Incorrect memory path"
const maxMemory = 1024 * 1024
const maxSegment = 100 * 1024

/** Returns a value of Memory; a missing one is a text. */
export const memoryAt = (shard: Shard, user: User, path: string): unknown => {
  const { memory } = shard.memoryOf(user)
  const isUnset = Object.keys(memory).length === 0 && !shard.runs(user)
  if (path === "") return isUnset ? null : memory
  const found = lookUp(memory, path)
  return typeof found === "string" ? wrongPath : found.value
}

/** Performs a write; returns the script's error. */
const perform = (shard: Shard, user: User, path: string, value: unknown): string | undefined => {
  const { memory } = shard.memoryOf(user)
  if (path === "") {
    replace(memory, value)
    return undefined
  }
  const thrown = write(path, value === undefined ? undefined : JSON.stringify(value))(memory)
  return thrown?.replace(/^TypeError: /, "")
}

const isSegment = (id: number) => Number.isInteger(id) && id >= 0 && id <= 99
const noSegment = () => refusal("invalid segment ID")

export const memory = (endpoint: Endpoint, shard: Shard): ReadonlyArray<Route> => [
  endpoint(Memory.get, { path: text }, ({ path }, { player }) =>
    player((user) =>
      Effect.match(GzipJson.encode(memoryAt(shard, user, path)), {
        onSuccess: (data) => ok({ data }),
        onFailure: () => ok({ data: packedNothing })
      })
    )
  ),
  // The real server answers after the next tick, when the value is written: here it is written at once.
  endpoint(Memory.set, { path: text, value: anything }, ({ path, value: { value } }, { player }) =>
    player((user) => {
      if ((JSON.stringify(value) ?? "").length > maxMemory) return refusal("memory size is too large")
      if (!shard.runs(user)) return refusal("Runner did not respond")
      const thrown = perform(shard, user, path, value)
      return thrown === undefined ? ok() : refusal(thrown)
    })
  ),
  endpoint(Segments.get, { segment: text }, ({ segment }, { player }) =>
    player((user) => {
      const id = Number(segment)
      return isSegment(id) ? ok({ data: shard.memoryOf(user).segments.get(id) ?? "" }) : noSegment()
    })
  ),
  endpoint(Segments.set, { segment: number, data: text }, ({ data, segment }, { player }) =>
    player((user) => {
      if (!isSegment(segment)) return noSegment()
      if (data.length > maxSegment) return refusal("length limit exceeded")
      shard.memoryOf(user).segments.set(segment, data)
      return ok()
    })
  )
]
