/** Reads fields of unknown type. */
import * as ControllerLevel from "@screeps-effect/schema/ControllerLevel"

/** @internal */
export const field = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined

/** Returns a text field, or the empty text. @internal */
export const textOf = (value: unknown, name: string): string => {
  const found = field(value, name)
  return typeof found === "string" ? found : ""
}

/** Returns a number field, or 0. @internal */
export const numberOf = (value: unknown, name: string): number => {
  const found = field(value, name)
  return typeof found === "number" && !Number.isNaN(found) ? found : 0
}

/** Returns the user who has reserved a controller, or the empty text. @internal */
export const reserver = (controller: unknown): string => textOf(field(controller, "reservation"), "user")

/** Returns the level of a controller; 0 without one. @internal */
export const levelOf = (controller: unknown): ControllerLevel.ControllerLevel => {
  const level = field(controller, "level")
  return ControllerLevel.all.find((one) => one === level) ?? 0
}

/** Returns an object's store by resource. @internal */
export const storeOf = (object: unknown): Readonly<Record<string, number>> => {
  const store = field(object, "store")
  const amounts = Object.entries(typeof store === "object" && store !== null ? store : {})
  return Object.fromEntries(
    amounts.flatMap(([name, amount]) => (typeof amount === "number" ? [[name, amount]] : []))
  )
}

/** Returns the total amount in an object's store. @internal */
export const loadOf = (object: unknown): number =>
  Object.values(storeOf(object)).reduce((sum, amount) => sum + amount, 0)
