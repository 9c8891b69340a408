/** What powers and strongholds do to objects for a while. */
import * as Schema from "effect/Schema"
import { level, whole } from "../values/numbers.ts"
import { nullish } from "../values/Nullish.ts"
import { Tick } from "../values/Tick.ts"
import * as TicksLeft from "../values/TicksLeft.ts"

const number = whole(1, 1002)

/**
 * An effect on an object: what it is, how strong (level 1–5) and when it ends.
 *
 * **Details**
 *
 * Either `effect` or `power` may be missing, depending on who wrote it; where both are there they are equal. See `id`.
 *
 * **Source** recorded from a server 4.3.0; without `power` read in the server's source.
 */
export class ObjectEffect extends Schema.Opaque<ObjectEffect>()(
  Schema.Struct({
    /** 1–19 as the powers, 1001 invulnerability, 1002 collapse timer. */
    effect: nullish(number),
    power: nullish(number),
    /** 1–5, of powers only. */
    level: nullish(level),
    /** The tick in which it has ended. */
    endTime: Tick,
    /** In ticks, of stronghold effects only. */
    duration: nullish(whole(0, 100_000))
  }).annotate({ identifier: "ObjectEffect" })
) {}

/**
 * The effects on an object as servers write them: a list, or the same as a map by index (`"0"`, `"1"`, …).
 */
export type ObjectEffects = AsListOrMap<ObjectEffect>

type AsListOrMap<A> = ReadonlyArray<A | null> | { readonly [index: string]: A | null }

/**
 * Checks the effects on an object, whichever way they are written.
 *
 * **Details**
 *
 * Strongholds and shields write lists, powers that are used on an object write maps.
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
 * No harm comes to the object: stronghold cores that are not deployed yet, controllers that such a core keeps.
 *
 * **Source** recorded from a server 4.3.0.
 */
export const invulnerability = 1001

/**
 * The object goes down with its stronghold when this ends.
 *
 * **Source** recorded from a server 4.3.0.
 */
export const collapseTimer = 1002

/** An object on which effects may lie. */
export interface Affected {
  readonly effects?: ObjectEffects | null
}

/**
 * What an effect is: the number of a power (1–19), 1001 or 1002; `undefined` when the server names neither.
 */
export const id = (effect: ObjectEffect): number | undefined => effect.effect ?? effect.power ?? undefined

const isThere = (effect: ObjectEffect | null): effect is ObjectEffect => effect !== null

/**
 * Lists the effects on an object, whichever way they are written.
 *
 * **Gotchas**
 *
 * Servers leave effects there that have ended: see `active`.
 */
export const list = ({ effects }: Affected): ReadonlyArray<ObjectEffect> =>
  effects === null || effects === undefined ? [] : Object.values(effects).filter(isThere)

/** Lists the effects on an object that have not ended. */
export const active = (object: Affected, now: Tick): ReadonlyArray<ObjectEffect> =>
  list(object).filter(({ endTime }) => endTime > now)

/** Counts the ticks until an effect ends; 0 when it has. */
export const ticksLeft = (effect: ObjectEffect, now: Tick): number => TicksLeft.of(effect.endTime, now) ?? 0
