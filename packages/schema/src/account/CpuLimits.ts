/** How a user's CPU is spread over the shards. */
import * as Schema from "effect/Schema"

/**
 * The CPU limits of a user in milliseconds per tick, by shard name.
 *
 * **Source** reported (official servers only).
 */
export type CpuLimits = { readonly [shard: string]: number }

/** Decodes CPU limits by shard name. */
export const CpuLimits: Schema.Codec<CpuLimits> = Schema.Record(Schema.String, Schema.Finite).annotate({
  identifier: "CpuLimits"
})

/**
 * CPU limits as callers may set them: whole milliseconds, none below zero.
 *
 * **Details**
 *
 * Official servers are reported to refuse a second change within 12 hours ("too soon").
 */
export const CpuLimitsInput: Schema.Codec<CpuLimits> = Schema.Record(
  Schema.String,
  Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))
).annotate({ identifier: "CpuLimitsInput" })

/** The CPU of all shards together, in milliseconds per tick. */
export const total = (limits: CpuLimits): number => Object.values(limits).reduce((sum, cpu) => sum + cpu, 0)
