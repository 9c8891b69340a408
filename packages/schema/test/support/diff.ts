/** The server's side of patches, written from its rules: the patch for a changed document. */
import type { Json, JsonDocument, Objects } from "@screeps-effect/fixtures/documents"

const isObject = (value: Json | undefined): value is ReadonlyArray<Json> | JsonDocument =>
  typeof value === "object" && value !== null

const isSame = (a: Json | undefined, b: Json | undefined) => JSON.stringify(a) === JSON.stringify(b)

/** Lists are compared as objects keyed by index. */
const entries = (value: ReadonlyArray<Json> | JsonDocument): ReadonlyArray<readonly [string, Json]> =>
  Object.entries(value)

const field = (value: ReadonlyArray<Json> | JsonDocument, key: string): Json | undefined =>
  Object.hasOwn(value, key) ? (value as JsonDocument)[key] : undefined

/** Returns the value that is sent for a changed field. */
const change = (before: Json | undefined, after: Json | undefined): Json => {
  if (after === undefined) return null
  if (!isObject(before) || !isObject(after)) return after
  return Object.fromEntries(entries(after).filter(([key, value]) => !isSame(field(before, key), value)))
}

/** Returns the patch for an object that exists before and after. */
export const diff = (before: JsonDocument, after: JsonDocument): JsonDocument =>
  Object.fromEntries(
    [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((key) => {
      const [old, next] = [field(before, key), field(after, key)]
      return isSame(old, next) ? [] : [[key, change(old, next)] as const]
    })
  )

export type Patches = { readonly [id: string]: JsonDocument | null }

/** Returns the patches for a room: whole new objects, `null` for objects that are gone, patches of the others. */
export const diffObjects = (before: Objects, after: Objects): Patches =>
  Object.fromEntries(
    [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((id) => {
      const [old, next] = [before[id], after[id]]
      const patch = next === undefined ? null : old === undefined ? next : diff(old, next)
      return patch !== null && Object.keys(patch).length === 0 ? [] : [[id, patch] as const]
    })
  )
