/** Damaged rows in the database of a collector: chunks that were changed before or after their compression. */
import { gzipSync } from "node:zlib"
import { recordings } from "@screeps-effect/fixtures"
import { RoomHistory, RoomName } from "@screeps-effect/schema"
import { Collector } from "@screeps-effect/collector"
import * as NodeSqlite from "@screeps-effect/collector/NodeSqlite"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import * as SqlClient from "effect/sql/SqlClient"
import * as Edits from "../edits.ts"
import * as Hostile from "../hostile.ts"
import { logs, makeShown, problemsOf } from "../oracles.ts"
import type { Random } from "../random.ts"
import type { Case, Target } from "../target.ts"
import { render, type Text } from "../text.ts"

/** Edits of a chunk as JSON, of its compressed bytes, or of the value of a column. */
type RowEdit =
  | { readonly edit: "json"; readonly by: Edits.Edit }
  | { readonly edit: "bytes"; readonly by: Edits.Edit }
  | { readonly edit: "bomb"; readonly megabytes: number }
  | { readonly edit: "column"; readonly value: string | number }
  | { readonly edit: "terrain"; readonly text: Text }

interface Row extends Case {
  readonly edits: ReadonlyArray<RowEdit>
}

const room = RoomName.RoomName.make("W7N3")
const isChunk = Schema.is(RoomHistory.RoomHistory)
const chunk: unknown = recordings()
  .map(({ response }) => response.body)
  .find(isChunk)
const compressed = gzipSync(JSON.stringify(chunk))

const edit = (random: Random): RowEdit => {
  const kind = random.next()
  if (kind < 0.35) return { edit: "json", by: Edits.ofValue(random, chunk) }
  if (kind < 0.5) return { edit: "json", by: Edits.ofText(random) }
  if (kind < 0.88) return { edit: "bytes", by: Edits.ofText(random) }
  if (kind < 0.9) return { edit: "bomb", megabytes: random.pick([1, 20, 65, 100]) }
  if (kind < 0.95) return { edit: "column", value: random.pick(["", "text", 0, 1e9, -1, 1.5]) }
  return { edit: "terrain", text: Hostile.text(random) }
}

/** The edited row: the value of the chunk's column, and the terrain. */
const rowOf = ({ edits }: Row) => {
  const json = edits.flatMap((one) => (one.edit === "json" ? [one.by] : []))
  const bytes = edits.flatMap((one) => (one.edit === "bytes" ? [one.by] : []))
  const bomb = edits.find((one) => one.edit === "bomb")
  const column = edits.find((one) => one.edit === "column")
  const terrain = edits.find((one) => one.edit === "terrain")
  const whole =
    bomb === undefined
      ? gzipSync(Edits.apply(chunk, json), { level: 1 })
      : gzipSync(Buffer.alloc(bomb.megabytes * 1024 * 1024, 32), { level: 1 })
  return {
    chunk: column?.value ?? new Uint8Array(Edits.applyToBytes(whole, bytes)),
    terrain: terrain === undefined ? undefined : render(terrain.text),
    size: bomb === undefined ? whole.length : bomb.megabytes * 1024 * 1024
  }
}

/** The longest message: names of a row, and what is wrong. */
const longest = 1000

/** Stores the row between two good ones, and reads all three. */
const read = ({ chunk, terrain }: ReturnType<typeof rowOf>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* Collector.migrate
    for (const [base, bytes] of [
      [1000, compressed],
      [1020, chunk],
      [1040, compressed]
    ] as const)
      yield* sql`INSERT INTO collected_histories (server, shard, room, base, ticks, collected_at, chunk)
        VALUES ('http://fuzz.test', '', ${room}, ${base}, 20, 1, ${bytes})`
    if (terrain !== undefined)
      yield* sql`INSERT INTO collected_terrain (server, shard, room, terrain)
        VALUES ('http://fuzz.test', '', ${room}, ${terrain})`
    const damaged: Array<Collector.DamagedRow> = []
    const onDamaged = (row: Collector.DamagedRow) => Effect.sync(() => damaged.push(row))
    const chunks = yield* Stream.runCollect(Collector.histories({ room, onDamaged }))
    yield* Collector.terrain({ room, onDamaged })
    return { chunks, damaged }
  }).pipe(Effect.provide(NodeSqlite.layer(":memory:")))

const problemsIn = ({ chunks, damaged }: Effect.Success<ReturnType<typeof read>>) => {
  const histories = damaged.filter(({ table }) => table === "collected_histories")
  return [
    ...(chunks.length + histories.length === 3 ? [] : ["a row is neither read nor reported as damaged"]),
    ...(chunks.length < 2 ? ["a good row is not read"] : []),
    ...(histories.every(({ base }) => base === 1020) ? [] : ["a good row is reported as damaged"]),
    ...(damaged.some(({ message }) => message.length > longest) ? ["an unbounded message"] : [])
  ]
}

export const chunks: Target<Row> = {
  name: "chunks",
  // Tables are created, three rows are read, and 64 MiB may be decompressed.
  stall: 1_000,
  size: () => 1,
  make: (random) => ({ edits: Array.from({ length: 1 + random.below(4) }, () => edit(random)) }),
  prepare: (input) => {
    const row = rowOf(input)
    const run = async () => {
      const shown = makeShown()
      const exit = await Effect.runPromiseExit(read(row).pipe(Effect.provide(logs(shown))))
      if (Exit.isFailure(exit)) return problemsOf(exit, shown)
      for (const { message } of exit.value.damaged) shown.search("the message of a damaged row", message)
      return [...problemsIn(exit.value), ...shown.leaks]
    }
    return { bytes: row.size, run }
  }
}
