/** Hostile files: bytes that are no text, and pipes, devices, folders and links in the place of files. */
import { execFileSync } from "node:child_process"
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import * as NodePath from "@effect/platform-node/NodePath"
import { ConfigFile, LocalFile } from "@screeps-effect/api"
import { CodeSync } from "@screeps-effect/socket/workflows"
import * as SourceMaps from "@screeps-effect/socket/workflows/SourceMaps"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import type * as Path from "effect/Path"
import { makeShown, problemsOf } from "../oracles.ts"
import type { Random } from "../random.ts"
import type { Case, Target } from "../target.ts"

/** What is in the place of a file. */
type Entry =
  | { readonly is: "bytes"; readonly pieces: ReadonlyArray<ReadonlyArray<number>> }
  | { readonly is: "pipe" | "folder" | "endless" | "silent" | "terminal" | "itself" | "nothing" | "huge" }

interface Placed {
  readonly file: string
  readonly entry: Entry
}

interface Files extends Case {
  readonly edits: ReadonlyArray<Placed>
}

const names = [
  "main.js",
  "main.js.map",
  "lib.wasm",
  "lib/util.js",
  "lib/util.js.map",
  ".screeps.yaml",
  "screeps.json",
  "a.txt"
]

const words: ReadonlyArray<ReadonlyArray<number>> = [
  [0xef, 0xbb, 0xbf],
  [0xff, 0xfe],
  [0xfe, 0xff],
  [0xff, 0xfe, 0, 0],
  [0, 0, 0xfe, 0xff],
  [0x61, 0],
  [0, 0x61],
  [0x3d, 0xd8],
  [0x00, 0xde],
  [0xed, 0xa0, 0x80],
  [0xc0, 0x80],
  [0xf0, 0x9f],
  [0xe4],
  [0xef, 0xbf, 0xbd],
  [0x0a],
  [0x0d, 0x0a],
  ...[
    '{"version":3,"sources":[],"mappings":""}',
    "servers:\n",
    "  main: { host: a }\n",
    "{",
    "}",
    "loop()"
  ].map((text) => [...Buffer.from(text)])
]

const entry = (random: Random): Entry =>
  random.chance(0.6)
    ? {
        is: "bytes",
        pieces: Array.from({ length: random.below(8) }, () =>
          random.chance(0.8) ? random.pick(words) : [random.below(256), random.below(256)]
        )
      }
    : {
        is: random.pick([
          "pipe",
          "folder",
          "endless",
          "silent",
          "terminal",
          "itself",
          "nothing",
          "huge"
        ] as const)
      }

/** Names of devices that a link can point to: one never ends, one waits for what nobody types. */
const devices = { endless: "/dev/zero", silent: "/dev/random", terminal: "/dev/ptmx" } as const

const put = (file: string, { is, ...rest }: Entry) => {
  if (is === "bytes") writeFileSync(file, "pieces" in rest ? new Uint8Array(rest.pieces.flat()) : "")
  else if (is === "pipe") execFileSync("mkfifo", [file])
  else if (is === "folder") mkdirSync(file)
  else if (is === "itself") symlinkSync(file, file)
  else if (is === "nothing") symlinkSync("missing", file)
  else if (is === "huge") {
    writeFileSync(file, "")
    // It has no blocks: nothing is written.
    truncateSync(file, 100 * 1024 * 1024)
  } else symlinkSync(devices[is], file)
}

const platform = Layer.merge(NodeFileSystem.layer, NodePath.layer)

const typed = ["CodeFolderError", "ConfigFileError", "LocalFileError", "SourceMapError"]

const isTagged = (error: unknown): error is { readonly _tag: string; readonly message: string } =>
  typeof error === "object" && error !== null && "_tag" in error && "message" in error

const again = (text: string): Uint8Array => new TextEncoder().encode(text)

/** Returns whether a decoded text is the bytes: in UTF-8, or of a text that had a byte order mark. */
const isExact = (text: string, bytes: Uint8Array): boolean => {
  const mark = bytes.slice(0, 3).join()
  if (mark.startsWith("255,254") || mark.startsWith("254,255")) {
    const units = Buffer.from(`\uFEFF${text}`, "utf16le")
    return (mark.startsWith("255,254") ? units : units.swap16()).equals(bytes)
  }
  return Buffer.from(again(text)).equals(mark === "239,187,191" ? bytes.slice(3) : bytes)
}

const decoding = (bytes: Uint8Array): ReadonlyArray<string> => {
  const text = LocalFile.decodeText(bytes)
  const utf8 = LocalFile.decodeUtf8(bytes)
  return [
    ...(text === undefined || isExact(text, bytes) ? [] : ["a decoded text is not that of the bytes"]),
    ...(utf8 === undefined || Buffer.from(again(utf8)).equals(bytes) ? [] : ["UTF-8 is not byte for byte"])
  ]
}

export const files: Target<Files> = {
  name: "files",
  // Programs that create pipes, and a folder that is removed.
  stall: 1_000,
  size: ({ edits }) => Math.max(1, edits.length),
  make: (random) => ({
    edits: Array.from({ length: 1 + random.below(4) }, () => ({
      file: random.pick(names),
      entry: entry(random)
    }))
  }),
  prepare: ({ edits }) => {
    const run = async () => {
      const folder = mkdtempSync(join(tmpdir(), "fuzz-files-"))
      try {
        mkdirSync(join(folder, "lib"))
        const placed = new Map(edits.map(({ entry, file }) => [file, entry]))
        for (const [file, one] of placed) put(join(folder, file), one)
        const reads: ReadonlyArray<Effect.Effect<unknown, unknown, FileSystem.FileSystem | Path.Path>> = [
          CodeSync.readFolder(folder),
          SourceMaps.readFolder(folder),
          ...[...placed.keys()].flatMap((file) => [
            LocalFile.readText(join(folder, file)),
            ConfigFile.read({ file: join(folder, file) })
          ])
        ]
        const problems: Array<string> = []
        for (const read of reads) {
          const exit = await Effect.runPromiseExit(Effect.provide(read, platform))
          if (Exit.isSuccess(exit)) continue
          const error = Cause.squash(exit.cause)
          if (Cause.hasDies(exit.cause) || !isTagged(error) || !typed.includes(error._tag))
            problems.push(...problemsOf(Exit.die(error), makeShown([])))
          else if (error.message.length > 5_000) problems.push(`unbounded message of ${error._tag}`)
        }
        for (const one of placed.values())
          if (one.is === "bytes") problems.push(...decoding(new Uint8Array(one.pieces.flat())))
        return problems
      } finally {
        rmSync(folder, { recursive: true, force: true })
      }
    }
    return { bytes: 1, run }
  }
}
