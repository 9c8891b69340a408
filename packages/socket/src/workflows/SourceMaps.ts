/**
 * Maps stack traces of the game to positions in the sources, with the source maps that a bundler wrote. Nothing of this
 * runs in the game, so it costs no CPU there.
 *
 * **Details**
 *
 * `readFolder` reads the maps of a folder of modules, and `make` maps texts with them:
 *
 * ```ts
 * import { Console } from "@screeps-effect/socket/workflows"
 * import * as SourceMaps from "@screeps-effect/socket/workflows/SourceMaps"
 * import * as Effect from "effect/Effect"
 * import * as Stream from "effect/Stream"
 *
 * const program = Effect.gen(function* () {
 *   const { mapText } = SourceMaps.make(yield* SourceMaps.readFolder("dist"))
 *   yield* Stream.runForEach(Console.lines(), ({ text }) => Effect.log(mapText(text)))
 * })
 * ```
 *
 * **Gotchas**
 *
 * A map fits only the code that it was written with. `keep` keeps the maps of each version of the code, and `find` and
 * `lines` use those of the code that ran.
 *
 * **Source** the forms of stack frames recorded from a server 4.3.0, and the characters before a module's first line read
 * in its source and in that of xxscreeps.
 */
export * from "./SourceMaps/Archive.ts"
export * from "./SourceMaps/Mapper.ts"
export * from "./SourceMaps/Running.ts"
export * from "./SourceMaps/SourceMap.ts"
export { layerUser } from "./SourceMaps/userFolder.ts"
