/** Finds the branch that Git has checked out. */
import * as Effect from "effect/Effect"
import { FileSystem } from "effect/FileSystem"
import { Path } from "effect/Path"
import * as Result from "effect/Result"
import * as LocalFile from "../files/LocalFile.ts"
import type { CheckedOut } from "./entry.ts"

/** More than any name of a branch or path of a repository. */
const mostBytes = 65_536

/** Returns the first line of a small regular file; `undefined` for anything else. */
const firstLine = (file: string) =>
  LocalFile.readText(file, { mostBytes }).pipe(
    Effect.map((text) => text?.split(/\r?\n/, 1)[0]),
    Effect.orElseSucceed(() => undefined)
  )

/** Returns the file that names what is checked out, for the repository of the working directory. */
const findHead = Effect.gen(function* () {
  const files = yield* FileSystem
  const path = yield* Path
  for (let folder = path.resolve("."); ; folder = path.dirname(folder)) {
    const git = path.join(folder, ".git")
    const found = yield* Effect.option(files.stat(git))
    if (found._tag === "Some") {
      // In a linked working tree and in a submodule it is a file that names the folder.
      const named = found.value.type === "File" ? /^gitdir: (.+)$/.exec((yield* firstLine(git)) ?? "") : null
      return path.resolve(folder, named?.[1] ?? git, "HEAD")
    }
    if (folder === path.dirname(folder)) return undefined
  }
})

/** Returns the branch that is checked out in the working directory. @internal */
export const checkedOutBranch: Effect.Effect<CheckedOut, never, FileSystem | Path> = Effect.gen(function* () {
  const head = yield* findHead
  if (head === undefined) return Result.fail("auto requires a Git repository, and this folder is in none")
  const line = yield* firstLine(head)
  const branch = /^ref: refs\/heads\/(.+)$/.exec(line ?? "")?.[1]
  if (branch !== undefined && branch !== ".invalid") return Result.succeed(branch)
  return Result.fail(
    /^[0-9a-f]{40,64}$/.test(line ?? "")
      ? "auto is the branch that Git has checked out, and Git has checked out a commit without a branch"
      : `auto is the branch that Git has checked out, and ${head} does not name it`
  )
})
