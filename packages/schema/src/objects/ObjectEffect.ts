/** Temporary effects of powers and strongholds on objects. */
import * as Schema from "effect/Schema"
import { level, whole } from "../values/numbers.ts"
import { nullish, record } from "../values/Record.ts"
import { Tick } from "../values/Tick.ts"

const number = whole(1, 1002)

/**
 * A temporary effect on an object.
 *
 * **Details**
 *
 * Either `effect` or `power` may be absent, depending on the cause of the effect; if both are present they are equal.
 * `id` returns the one that is present.
 *
 * **Source** recorded from a server 4.3.0; without `power` read in the server's source.
 */
export class ObjectEffect extends record<ObjectEffect>("ObjectEffect")({
  /** Number of the effect: a power (1 to 19), 1001 (invulnerability) or 1002 (collapse timer). */
  effect: nullish(number),
  /** Number of the power (1 to 19), or the same number as `effect`. */
  power: nullish(number),
  /** Level of the power, 1 to 5; absent on effects of strongholds. */
  level: nullish(level),
  /** First tick in which the effect no longer applies. */
  endTime: Tick,
  /** Duration in ticks; only on effects of strongholds. */
  duration: nullish(whole(0, 100_000))
}) {}

/**
 * The effects on an object, as servers write them: a list, or an object keyed by index (`"0"`, `"1"`, …).
 */
export type ObjectEffects = AsListOrMap<ObjectEffect>

type AsListOrMap<A> = ReadonlyArray<A | null> | { readonly [index: string]: A | null }

/**
 * Decodes the effects on an object, in either form.
 *
 * **Details**
 *
 * Effects of strongholds and shields are lists; powers used on an object are stored as an object keyed by index.
 *
 * **Source** recorded from a server 4.3.0.
 */
export const ObjectEffects: Schema.Codec<
  ObjectEffects,
  AsListOrMap<(typeof ObjectEffect)["Encoded"]>
> = Schema.Union([
  Schema.Array(Schema.NullOr(ObjectEffect)),
  Schema.Record(Schema.String, Schema.NullOr(ObjectEffect))
]).annotate({ identifier: "ObjectEffects" })

/**
 * The effect of invulnerable objects: stronghold cores before they deploy, and controllers that such a core holds.
 *
 * **Source** recorded from a server 4.3.0.
 */
export const invulnerability = 1001

/** An object that may have effects. */
export interface Affected {
  /** Effects, as a list or as an object keyed by index. */
  readonly effects?: ObjectEffects | null
}

/** Returns the number of an effect: a power (1–19), 1001 or 1002; `undefined` when the server sends none. */
export const id = (effect: ObjectEffect): number | undefined => effect.effect ?? effect.power ?? undefined

const isThere = (effect: ObjectEffect | null): effect is ObjectEffect => effect !== null

/**
 * Lists the effects on an object, in either form.
 *
 * **Gotchas**
 *
 * Servers do not remove effects that have ended.
 */
const list = ({ effects }: Affected): ReadonlyArray<ObjectEffect> =>
  effects === null || effects === undefined ? [] : Object.values(effects).filter(isThere)

/** Lists the effects on an object that have not ended. */
export const active = (object: Affected, now: Tick): ReadonlyArray<ObjectEffect> =>
  list(object).filter(({ endTime }) => endTime > now)
