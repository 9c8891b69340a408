/**
 * The worker thread that runs players' console lines, in a JavaScript engine compiled to WebAssembly.
 *
 * The engine has no function that reaches Node: it exchanges texts with this module, and nothing else. It cannot stop
 * every long call itself, so `scripts.ts` ends the thread.
 */
import { workerData } from "node:worker_threads"
import engine from "@jitl/quickjs-ng-wasmfile-release-sync"
import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSContext,
  type QuickJSHandle
} from "quickjs-emscripten-core"
import { type Call, type Link, maxText } from "./protocol.ts"

const page = 65_536
const mebibyte = 1024 * 1024

/** Memory of one player's engine: WebAssembly enforces the maximum. The engine's own limit counts only single allocations. */
const memory = { initial: (16 * mebibyte) / page, maximum: (32 * mebibyte) / page }

/** Players who keep their global from tick to tick; another one replaces the one that ran least recently. */
const maxPlayers = 8

/** The first script of a player's global: returns the functions that run a step and return its outcome. */
const prelude = `"use strict";
globalThis.global = globalThis;
// As on the game's servers, a stack begins with the message; the frames would be those of this module.
Error.prepareStackTrace = (error) => String(error);
(() => {
  const { parse, stringify } = JSON;
  const run = eval;
  const text = String;
  const describe = (thrown) => { try { return text(thrown); } catch { return "an error without a text"; } };
  let log = [];
  let results, error, used;
  globalThis.console = { log: (...values) => void log.push(values.map(text).join(" ")) };
  const begin = ({ time, shard }) => {
    used = 3 + (time % 7) / 2;
    const cpu = used;
    globalThis.Game = {
      time,
      shard: { name: shard, type: "normal", ptr: false },
      cpu: { limit: 100, tickLimit: 500, bucket: 10000, getUsed: () => cpu },
      creeps: {}, rooms: {}, spawns: {}, structures: {}, flags: {}, constructionSites: {}
    };
    Memory.ticks = (Number(Memory.ticks) || 0) + 1;
    if (time % 10 === 0) log.push("tick " + time + ": all is well");
  };
  const step = (given) => {
    const { line, memory, tick } = parse(given);
    results = [];
    error = undefined;
    if (memory !== undefined) globalThis.Memory = memory;
    if (tick !== undefined) begin(tick);
    if (line === undefined) return;
    try { results.push(text(run(line))); } catch (thrown) { error = describe(thrown && thrown.stack || thrown); }
  };
  const end = () => {
    const printed = log;
    log = [];
    return stringify({ log: printed, results, error, cpu: used, memory: Memory });
  };
  return { step, end };
})();`

interface Player {
  readonly vm: QuickJSContext
  readonly step: QuickJSHandle
  readonly end: QuickJSHandle
}

const { port, posted }: Link = workerData

// The package's types describe its CommonJS modules, which have the engine as `default`.
// oxlint-disable-next-line import/no-named-as-default-member
const variant = "default" in engine ? engine.default : engine

const createPlayer = async (): Promise<Player> => {
  const wasmMemory = new WebAssembly.Memory(memory)
  const loaded = await newQuickJSWASMModuleFromVariant(newVariant(variant, { wasmMemory }))
  const vm = loaded.newContext()
  const made = vm.unwrapResult(vm.evalCode(prelude))
  return { vm, step: vm.getProp(made, "step"), end: vm.getProp(made, "end") }
}

/** Least recently used first. */
const players = new Map<string, Player>()

const playerOf = async (user: string): Promise<Player> => {
  const player = players.get(user) ?? (await createPlayer())
  players.delete(user)
  players.set(user, player)
  for (const oldest of players.keys()) {
    if (players.size <= maxPlayers) break
    players.delete(oldest)
  }
  return player
}

/** Runs one step of a player; returns JSON, which the player's script may have forged. */
const run = ({ end, step, vm }: Player, given: string): string => {
  vm.newString(given).consume((text) => vm.unwrapResult(vm.callFunction(step, vm.undefined, text)).dispose())
  // Promises of a line continue here; an error in one ends only that one.
  vm.runtime.executePendingJobs().dispose()
  return vm.unwrapResult(vm.callFunction(end, vm.undefined)).consume((outcome) => {
    const length = vm.getProp(outcome, "length").consume((one) => vm.getNumber(one))
    if (!(length <= maxText)) throw new RangeError("too much output")
    return vm.getString(outcome)
  })
}

const send = (message: string) => {
  port.postMessage(message)
  Atomics.add(posted, 0, 1)
  Atomics.notify(posted, 0)
}

port.on("message", ({ given, user }: Call) => {
  void playerOf(user).then((player) => {
    send("")
    try {
      send(run(player, given))
    } catch {
      // Whatever the script did to its engine: without an outcome the thread is replaced.
      send("")
    }
  })
})
