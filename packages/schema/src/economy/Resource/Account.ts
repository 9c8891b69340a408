/** Resources that belong to accounts instead of rooms, and resources of single seasons. */
import { oneOf } from "../../values/family.ts"

/**
 * The resources of an account; they are the same on every shard and also called intershard resources.
 *
 * **Details**
 *
 * `token` is the former subscription token, which servers still support.
 *
 * **Source** read in the server's source.
 */
export const accountBound = ["token", "cpuUnlock", "pixel", "accessKey"] as const

/** A resource of an account, also called an intershard resource. */
export type AccountBound = (typeof accountBound)[number]

/** Checks whether a value is a resource that is bound to an account. */
export const isAccountBound: (value: unknown) => value is AccountBound = oneOf(accountBound)

/**
 * The twenty-two symbols of the second season, one for each letter.
 *
 * **Gotchas**
 *
 * The twenty-first is `symbol_sim`, although the game's own constant for it says `SIN`.
 *
 * **Source** recorded from a server 4.3.0 with the season's mod.
 */
const symbols = [
  "symbol_aleph",
  "symbol_beth",
  "symbol_gimmel",
  "symbol_daleth",
  "symbol_he",
  "symbol_waw",
  "symbol_zayin",
  "symbol_heth",
  "symbol_teth",
  "symbol_yodh",
  "symbol_kaph",
  "symbol_lamedh",
  "symbol_mem",
  "symbol_nun",
  "symbol_samekh",
  "symbol_ayin",
  "symbol_pe",
  "symbol_tsade",
  "symbol_qoph",
  "symbol_res",
  "symbol_sim",
  "symbol_taw"
] as const

/**
 * The resources that exist only in some seasons: score, thorium and symbols.
 *
 * **Source** recorded from a server 4.3.0 with the seasons' mods.
 */
export const seasonal = ["score", "T", ...symbols] as const

/** A resource that exists only in some seasons. */
export type Seasonal = (typeof seasonal)[number]
