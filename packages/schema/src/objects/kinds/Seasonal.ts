/**
 * Objects that the mods of seasons add.
 *
 * **Details**
 *
 * They stay in a world after the mods that created them are removed.
 */
import * as Schema from "effect/Schema"
import { amount } from "../../values/numbers.ts"
import { contents, limitedStore, located, ofType, owned, temporary } from "../objectFields.ts"
import { nullish, record } from "../../values/Record.ts"
import { Resource } from "../../economy/Resource.ts"
import { Tick } from "../../values/Tick.ts"

const symbol = {
  /** Kind of symbol, such as `symbol_aleph`. */
  resourceType: Resource
} as const

/**
 * A container of score (season 1).
 *
 * **Source** recorded from a server 4.3.0 with the season's mod.
 */
export class ScoreContainer extends record<ScoreContainer>("ScoreContainer")({
  ...ofType("scoreContainer"),
  ...located,
  ...contents,
  ...temporary
}) {}

/**
 * A collector, to which players bring score (season 1).
 *
 * **Source** recorded from a server 4.3.0 with the season's mod.
 */
export class ScoreCollector extends record<ScoreCollector>("ScoreCollector")({
  ...ofType("scoreCollector"),
  ...located,
  ...limitedStore
}) {}

/**
 * A container of symbols (season 2).
 *
 * **Source** recorded from a server 4.3.0 with the season's mod.
 */
export class SymbolContainer extends record<SymbolContainer>("SymbolContainer")({
  ...ofType("symbolContainer"),
  ...located,
  ...symbol,
  ...contents,
  ...temporary
}) {}

/**
 * A decoder, to which players bring one kind of symbol (season 2).
 *
 * **Details**
 *
 * The counters of players are in `symbols` and `decoded`, keyed by user. With a server's built-in storage they are in
 * fields named `symbols.<user>` and `decoded.<user>`, which no field of this schema has.
 *
 * **Source** recorded from a server 4.3.0 with the season's mod; the nested records read in the mod's source.
 */
export class SymbolDecoder extends record<SymbolDecoder>("SymbolDecoder")({
  ...ofType("symbolDecoder"),
  ...located,
  ...symbol,
  ...limitedStore,
  /** Number of symbols that each player brought, keyed by user. */
  symbols: nullish(Schema.Record(Schema.String, Schema.NullOr(amount))),
  /** Number of symbols that count as decoded for each player, keyed by user. */
  decoded: nullish(Schema.Record(Schema.String, Schema.NullOr(amount)))
}) {}

/**
 * A reactor that runs on thorium (season 5).
 *
 * **Source** recorded from a server 4.3.0 with the season's mod.
 */
export class Reactor extends record<Reactor>("Reactor")({
  ...ofType("reactor"),
  ...located,
  ...owned,
  ...limitedStore,
  /** Tick since which the reactor has run without interruption; `null` while it is idle. */
  launchTime: nullish(Tick)
}) {}
