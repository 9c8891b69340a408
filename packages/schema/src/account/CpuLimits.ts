/** The distribution of a user's CPU limit over the shards. */
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
 * Checks CPU limits that a caller sends: whole milliseconds per tick, not negative.
 *
 * **Details**
 *
 * Official servers are reported to reject a second change within 12 hours ("too soon").
 */
export const CpuLimitsInput: Schema.Codec<CpuLimits> = Schema.Record(
  Schema.String,
  Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))
).annotate({ identifier: "CpuLimitsInput" })
