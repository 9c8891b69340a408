import type { GlobalIntent, ObjectIntent } from "../state/intents.ts"
import type { World } from "../state/world.ts"

/** Carries out an intent, or does nothing when it cannot be done: nothing is reported to the player. */
type Rule<Intent> = (world: World, intent: Intent, now: number) => void

/** @internal */
export type ObjectRule = Rule<ObjectIntent>

/** @internal */
export type GlobalRule = Rule<GlobalIntent>
