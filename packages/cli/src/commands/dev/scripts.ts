/** Runs console lines for the in-memory server in JavaScript contexts without access to this process. */
import { constants, createContext, runInContext, type Context } from "node:vm"
import type * as ScreepsWorld from "@screeps-effect/testing/ScreepsWorld"
import * as Predicate from "effect/Predicate"

/** The time limit for the lines of one tick, in milliseconds. */
const timeout = 500

/** The first script of a context; its function `tick` runs once per tick and exchanges data as JSON. */
const prelude = `"use strict";
globalThis.global = globalThis;
// Stack frames would be those of this process.
Error.stackTraceLimit = 0;
(() => {
  const { parse, stringify } = JSON;
  const run = eval;
  let log = [];
  const text = (value) => String(value);
  globalThis.console = { log: (...values) => void log.push(values.map(text).join(" ")) };
  globalThis.tick = (given) => {
    const { expressions, memory, time, shard } = parse(given);
    log = [];
    const used = 3 + (time % 7) / 2;
    globalThis.Memory = memory;
    globalThis.Game = {
      time,
      shard: { name: shard, type: "normal", ptr: false },
      cpu: { limit: 100, tickLimit: 500, bucket: 10000, getUsed: () => used },
      creeps: {}, rooms: {}, spawns: {}, structures: {}, flags: {}, constructionSites: {}
    };
    Memory.ticks = (Number(Memory.ticks) || 0) + 1;
    const results = [];
    let error;
    for (const line of expressions) {
      try { results.push(text(run(line))); } catch (thrown) { error = text(thrown && thrown.stack || thrown); break; }
    }
    if (time % 10 === 0) log.push("tick " + time + ": all is well");
    return stringify({ log, results, error, cpu: used, memory: Memory });
  };
})();`

const createGlobal = (): Context => {
  const context = createContext(constants.DONT_CONTEXTIFY)
  runInContext(prelude, context)
  return context
}

interface Ran extends ScreepsWorld.Outcome {
  readonly memory?: Readonly<Record<string, unknown>>
}

/** Creates a runner that keeps one context per player, as the game keeps its global. @internal */
export const make = (): ((run: ScreepsWorld.Run) => ScreepsWorld.Outcome) => {
  const contexts = new Map<string, Context>()
  return ({ expressions, memory, shard, time, user }) => {
    const context = contexts.get(user) ?? createGlobal()
    contexts.set(user, context)
    const given = JSON.stringify(JSON.stringify({ expressions, memory, shard, time }))
    try {
      const { memory: next, ...outcome }: Ran = JSON.parse(
        String(runInContext(`tick(${given})`, context, { timeout }))
      )
      for (const key of Object.keys(memory)) delete memory[key]
      Object.assign(memory, next)
      return outcome
    } catch (error) {
      // The lines timed out or damaged their context: as in the game, a new global is created.
      contexts.delete(user)
      const message = Predicate.hasProperty(error, "message") ? error.message : undefined
      return { error: typeof message === "string" ? message : "the script was aborted" }
    }
  }
}
