/** Deposits, which lie between the sectors and supply the raw material of commodities. */
import { count } from "../../values/numbers.ts"
import { located, ofType } from "../objectFields.ts"
import { nullish, record } from "../../values/Record.ts"
import { Resource } from "../../economy/Resource.ts"
import { Tick } from "../../values/Tick.ts"

/**
 * A deposit of a raw material for commodities.
 *
 * **Source** recorded from a server 4.3.0 and from xxscreeps 0.0.9.
 */
export class Deposit extends record<Deposit>("Deposit")({
  ...ofType("deposit"),
  ...located,
  /** Resource that can be harvested here. */
  depositType: Resource,
  /** Amount harvested so far; the cooldown grows with it. Absent on xxscreeps. */
  harvested: nullish(count),
  /** Cooldown after the last harvest, in ticks; xxscreeps only. */
  lastCooldown: nullish(count),
  /** Tick in which the deposit disappears unless it is harvested before; absent on xxscreeps. */
  decayTime: nullish(Tick),
  /** The same as `decayTime`, on xxscreeps. */
  nextDecayTime: nullish(Tick),
  /** Tick from which the deposit can be harvested again; absent until the cooldown exceeds one tick. */
  cooldownTime: nullish(Tick)
}) {}
