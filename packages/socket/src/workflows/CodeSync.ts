/**
 * Deploys and downloads code: compares a folder's modules with a branch, uploads them when they differ, and confirms
 * the upload over the socket.
 *
 * **Details**
 *
 * `readFolder` and `writeFolder` convert files into modules and back, `diff` compares, `push` uploads, `pull`
 * downloads, `watch` pushes a folder whenever it changes. The functions for folders need Effect's `FileSystem` and
 * `Path`, which the platform provides.
 *
 * ```ts
 * import { CodeSync } from "@screeps-effect/socket/workflows"
 * import * as Effect from "effect/Effect"
 *
 * const deploy = Effect.gen(function* () {
 *   const modules = yield* CodeSync.readFolder("dist")
 *   const pushed = yield* CodeSync.push(modules, {
 *     branch: "release",
 *     activate: "activeWorld",
 *     confirm: "10 seconds"
 *   })
 *   yield* Effect.log(`${pushed.branch}: ${pushed.code}, ${pushed.activation}`)
 * })
 *
 * const save = Effect.gen(function* () {
 *   const { branch, modules } = yield* CodeSync.pull("$activeWorld")
 *   const { removed, written } = yield* CodeSync.writeFolder(`saved/${branch}`, modules)
 *   yield* Effect.log(`${written.length} files written, ${removed.length} removed`)
 * })
 * ```
 */
export { withoutInlineMap } from "./CodeSync/codeFile.ts"
export * from "./CodeSync/Folder.ts"
export * from "./CodeSync/Push.ts"
export * from "./CodeSync/Watch.ts"
