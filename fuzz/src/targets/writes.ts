/** Files that are written while the disk is full or fails, the program is interrupted or killed, and others write, too. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import * as NodePath from "@effect/platform-node/NodePath"
import { LocalFile } from "@screeps-effect/api"
import { type Ended, type Fault, runWith } from "@screeps-effect/fixtures/files"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import type { Random } from "../random.ts"
import type { Case, Target } from "../target.ts"

interface Write {
  readonly how: "write" | "modify" | "append"
  /** What is at the path before. */
  readonly place: "file" | "nothing" | "link" | "dangling link" | "new folder"
  readonly text: string
  readonly isPrivate: boolean
  /** How many do the same at once. */
  readonly callers: number
  readonly fault: Fault
}

interface Writes extends Case {
  readonly edits: ReadonlyArray<Write>
}

const faults = [
  "interrupt",
  "kill",
  { code: "ENOSPC" },
  { code: "EROFS" },
  { code: "EIO" },
  { code: "EACCES" }
] as const

const write = (random: Random): Write => ({
  how: random.pick(["write", "modify", "append"] as const),
  place: random.pick(["file", "nothing", "link", "dangling link", "new folder"] as const),
  text: random.pick(["", "new", "x".repeat(10_000), "é\n".repeat(100)]),
  isPrivate: random.chance(0.5),
  callers: random.chance(0.7) ? 1 : 3,
  fault: { at: random.below(12), is: random.pick(faults) }
})

const platform = Layer.merge(NodeFileSystem.layer, NodePath.layer)

const before = "old\n"

const put = (folder: string, place: Write["place"]): string => {
  const [file, other] = [join(folder, "a.txt"), join(folder, "b.txt")]
  if (place === "file") writeFileSync(file, before)
  if (place === "link") writeFileSync(other, before)
  if (place === "link" || place === "dangling link") symlinkSync("b.txt", file)
  return place === "new folder" ? join(folder, "c", "a.txt") : file
}

const writing = ({ how, isPrivate, text }: Write, file: string) => {
  if (how === "write") return LocalFile.write(file, text, { isPrivate })
  if (how === "append") return LocalFile.append(file, text, { isPrivate })
  return LocalFile.modify(file, (old) => Effect.succeed(["done", `${old ?? ""}${text}`]), { isPrivate })
}

const filesBelow = (folder: string): ReadonlyArray<string> =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })

/** Returns the texts that may be in the file: after any number of whole writes. */
const possible = ({ callers, how, text }: Write, start: string): ReadonlyArray<string> =>
  how === "write" ? [start, text] : Array.from({ length: callers + 1 }, (_, i) => start + text.repeat(i))

const check = (
  one: Write,
  folder: string,
  file: string,
  ended: Ended<unknown, unknown>
): ReadonlyArray<string> => {
  const isThere = one.place === "file" || one.place === "link"
  const found = existsSync(file) ? readFileSync(file, "utf8") : undefined
  const problems: Array<string> = []
  if (found === undefined ? isThere : !possible(one, isThere ? before : "").includes(found))
    problems.push(`${one.how} left a part of the text`)
  if (typeof ended !== "string" && Exit.isSuccess(ended)) {
    const all = one.how === "write" ? one.text : (isThere ? before : "") + one.text.repeat(one.callers)
    if (found !== all) problems.push(`${one.how} succeeded and lost something`)
  }
  if (typeof ended !== "string" && Exit.isFailure(ended) && !Cause.hasInterruptsOnly(ended.cause)) {
    const error = Cause.squash(ended.cause)
    if (!(error instanceof LocalFile.LocalFileError))
      problems.push(`a failure without a type: ${String(error)}`)
  }
  const left = filesBelow(folder).filter((name) => /screeps-(?:tmp|lock)$/.test(name))
  // A killed program cannot clean up, and a disk that fails may not remove anything.
  const isClean = ended === "unreached" || (one.fault.is !== "kill" && typeof one.fault.is !== "object")
  if (isClean && left.length > 0) problems.push(`${one.how} left ${left.length} files behind`)
  return problems
}

export const writes: Target<Writes> = {
  name: "writes",
  // Folders that are created and removed, and locks that are waited for.
  stall: 1_000,
  size: ({ edits }) => Math.max(1, edits.length),
  make: (random) => ({ edits: Array.from({ length: 1 + random.below(3) }, () => write(random)) }),
  prepare: ({ edits }) => {
    const run = async () => {
      const problems: Array<string> = []
      for (const one of edits) {
        const folder = mkdtempSync(join(tmpdir(), "fuzz-writes-"))
        try {
          mkdirSync(join(folder, "d"))
          const file = put(folder, one.place)
          const callers = Array.from({ length: one.callers }, () => writing(one, file))
          const program = Effect.all(callers, { concurrency: "unbounded", discard: true })
          const ended = await Effect.runPromise(Effect.provide(runWith(one.fault, program), platform))
          problems.push(...check(one, folder, file, ended))
        } finally {
          // Of a killed program, what was begun may still be written.
          rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 20 })
        }
      }
      return problems
    }
    return { bytes: 1, run }
  }
}
