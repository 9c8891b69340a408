/**
 * Objects that seasons brought.
 *
 * **Details**
 *
 * They stay in a world after the mods that made them are gone.
 */
import * as Schema from "effect/Schema"
import { amount } from "../../values/numbers.ts"
import { located, owned } from "../objectFields.ts"
import { nullish } from "../../values/Nullish.ts"
import { Resource } from "../../economy/Resource.ts"
import { Store, StoreCapacityResource } from "../Store.ts"
import { Tick } from "../../values/Tick.ts"
import * as TicksLeft from "../../values/TicksLeft.ts"
import type { UserId } from "../../values/UserId.ts"

/**
 * A container of score (season 1).
 *
 * **Source** recorded from a server 4.3.0 with the season's mod.
 */
export class ScoreContainer extends Schema.Opaque<ScoreContainer>()(
  Schema.Struct({
    type: Schema.Literal("scoreContainer"),
    ...located,
    store: Store,
    /** The tick in which it vanishes. */
    decayTime: Tick
  }).annotate({ identifier: "ScoreContainer" })
) {}

/**
 * A collector that takes score (season 1).
 *
 * **Source** recorded from a server 4.3.0 with the season's mod.
 */
export class ScoreCollector extends Schema.Opaque<ScoreCollector>()(
  Schema.Struct({
    type: Schema.Literal("scoreCollector"),
    ...located,
    store: Store,
    storeCapacityResource: StoreCapacityResource
  }).annotate({ identifier: "ScoreCollector" })
) {}

/**
 * A container of symbols (season 2).
 *
 * **Source** recorded from a server 4.3.0 with the season's mod.
 */
export class SymbolContainer extends Schema.Opaque<SymbolContainer>()(
  Schema.Struct({
    type: Schema.Literal("symbolContainer"),
    ...located,
    /** `symbol_aleph`, `symbol_beth`, … */
    resourceType: Resource,
    store: Store,
    /** The tick in which it vanishes. */
    decayTime: Tick
  }).annotate({ identifier: "SymbolContainer" })
) {}

/**
 * A decoder that takes one kind of symbol (season 2).
 *
 * **Details**
 *
 * What players brought stands in `symbols` and `decoded` by user, or, with a server's built-in storage, in fields
 * named `symbols.<user>` and `decoded.<user>`: read it with `symbolsOf` and `decodedOf`.
 *
 * **Source** recorded from a server 4.3.0 with the season's mod; the nested records read in the mod's source.
 */
export class SymbolDecoder extends Schema.Opaque<SymbolDecoder>()(
  Schema.Struct({
    type: Schema.Literal("symbolDecoder"),
    ...located,
    /** `symbol_aleph`, `symbol_beth`, … */
    resourceType: Resource,
    store: Store,
    storeCapacityResource: StoreCapacityResource,
    symbols: nullish(Schema.Record(Schema.String, Schema.NullOr(amount))),
    decoded: nullish(Schema.Record(Schema.String, Schema.NullOr(amount)))
  }).annotate({ identifier: "SymbolDecoder" })
) {}

/**
 * A reactor that runs on thorium (season 5).
 *
 * **Source** recorded from a server 4.3.0 with the season's mod.
 */
export class Reactor extends Schema.Opaque<Reactor>()(
  Schema.Struct({
    type: Schema.Literal("reactor"),
    ...located,
    ...owned,
    store: Store,
    storeCapacityResource: StoreCapacityResource,
    /** The tick since which it runs without a break; `null` while it stands still. */
    launchTime: nullish(Tick)
  }).annotate({ identifier: "Reactor" })
) {}

/** Counts the ticks until a container of score or symbols vanishes. */
export const decayTicksLeft = (container: ScoreContainer | SymbolContainer, now: Tick): number =>
  TicksLeft.of(container.decayTime, now) ?? 0

const counter = (decoder: SymbolDecoder, name: "symbols" | "decoded", user: UserId): number => {
  const flat: unknown = Reflect.get(decoder, `${name}.${user}`)
  return decoder[name]?.[user] ?? (typeof flat === "number" ? flat : 0)
}

/** How many symbols a player brought to a decoder. */
export const symbolsOf = (decoder: SymbolDecoder, user: UserId): number => counter(decoder, "symbols", user)

/** What a decoder counts as decoded for a player. */
export const decodedOf = (decoder: SymbolDecoder, user: UserId): number => counter(decoder, "decoded", user)
