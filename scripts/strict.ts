/**
 * Makes `ScreepsClient.Strictness` strict for tests: a response or payload without a part that its schema expects is a
 * failure, so that the in-memory server and the tests' own servers cannot drift from the schemas unnoticed. Tests of
 * tolerant reading provide `tolerant`.
 */
import { Strictness } from "@screeps-effect/api/Drift"
import * as Context from "effect/Context"

Reflect.defineProperty(Strictness, "defaultValue", { value: () => "strict" })

if (Context.get(Context.empty(), Strictness) !== "strict") throw new Error("Tests are not strict.")
