import type { GlobalIntent, ObjectIntent } from "../state/intents.ts"
import type { World } from "../state/world.ts"

/** Executes an intent; an impossible one has no effect and is not reported to the player. */
type Rule<Intent> = (world: World, intent: Intent, now: number) => void

/** @internal */
export type ObjectRule = Rule<ObjectIntent>

/** @internal */
export type GlobalRule = Rule<GlobalIntent>
