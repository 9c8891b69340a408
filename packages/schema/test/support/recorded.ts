import * as RoomObject from "@screeps-effect/schema/RoomObject"
import { objectsOf } from "@screeps-effect/fixtures"

/** Returns the recorded objects of a kind. */
export const recorded = <T extends RoomObject.Type>(type: T): ReadonlyArray<RoomObject.Kinds[T]> =>
  objectsOf(type)
    .map(({ document }) => RoomObject.classify(document))
    .filter(RoomObject.is<T>(type))

/** Returns the first recorded object of a kind that meets the condition. */
export const oneOf = <T extends RoomObject.Type>(
  type: T,
  condition: (object: RoomObject.Kinds[T]) => boolean = () => true
): RoomObject.Kinds[T] => {
  const object = recorded(type).find(condition)
  if (object === undefined) throw new Error(`no recorded ${type} meets the condition`)
  return object
}

/** Returns a copy of an object with some fields changed. */
export const changed = <A extends object, B extends object>(object: A, changes: B): Omit<A, keyof B> & B => ({
  ...object,
  ...changes
})
