/**
 * Scenarios: a world, the bots in it, what they have to reach, and the limits of a run.
 *
 * **Details**
 *
 * A scenario is a plain value, or a YAML file with the same fields. A minimal one has a bot: it starts with a spawn in a
 * walled room with a controller, two sources and a mineral.
 */
export { ScenarioError } from "./scenario/decode.ts"
export { Bot, type Input, Limits, load, readMap, Room, Scenario } from "./scenario/scenario.ts"
