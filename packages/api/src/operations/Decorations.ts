/** The user's decorations, on official servers: created from pixels, placed in rooms and on creeps, converted back. */
import { DecorationInstance, DecorationTheme } from "@screeps-effect/schema/Decoration"
import { ActiveStateInput } from "@screeps-effect/schema/ActiveState"
import { Ok } from "@screeps-effect/schema/Envelope"
import { nullish } from "@screeps-effect/schema/Record"
import { answer } from "./answer.ts"
import { ObjectId } from "@screeps-effect/schema/ObjectId"
import * as Schema from "effect/Schema"
import * as Operation from "../Operation.ts"

/** The decorations that the user owns. */
export class Inventory extends answer<Inventory>("Inventory")({
  /** The decorations, placed or not. */
  list: Schema.Array(DecorationInstance)
}) {}

/**
 * Lists the decorations that the user owns.
 *
 * **Errors** `Unauthorized`, `EndpointNotFound` (private servers).
 *
 * **Source** `GET /api/user/decorations/inventory`, reported. xxscreeps: recorded.
 */
export const inventory = Operation.get("/api/user/decorations/inventory", {
  output: Inventory,
  provenance: { private: "absent" }
})

/** The themes of decorations. */
export class Themes extends answer<Themes>("Themes")({
  /** The themes. */
  list: Schema.Array(DecorationTheme)
}) {}

/**
 * Lists the themes of decorations.
 *
 * **Errors** `Unauthorized`, `EndpointNotFound` (private servers).
 *
 * **Source** `GET /api/user/decorations/themes`, reported. xxscreeps: recorded.
 */
export const themes = Operation.get("/api/user/decorations/themes", {
  output: Themes,
  provenance: { private: "absent" }
})

/** The decorations that were created from pixels. */
export class Pixelized extends answer<Pixelized>("Pixelized")({
  /** The new decorations. */
  decorations: nullish(Schema.Array(DecorationInstance))
}) {}

/**
 * Creates decorations from the account's pixels.
 *
 * **Details**
 *
 * A decoration costs 500 pixels, one of a chosen theme 2000; the server's version contains its costs. The game's own
 * client creates at most 24 at a time.
 *
 * **Gotchas**
 *
 * The pixels are spent.
 *
 * **Errors** `Rejected`, `Unauthorized`, `EndpointNotFound` (private servers).
 *
 * **Source** `POST /api/user/decorations/pixelize`, reported. xxscreeps: absent.
 */
export const pixelize = Operation.post("/api/user/decorations/pixelize", {
  input: {
    /** How many decorations to create. */
    count: Schema.Int.check(Schema.isGreaterThanOrEqualTo(1)),
    /** Id of the theme to choose from; default: empty text, which means any theme. */
    theme: Schema.optional(Schema.String)
  },
  defaults: { theme: "" },
  output: Pixelized,
  provenance: { private: "absent", xxscreeps: "absent" }
})

const instances = {
  /** Ids of the user's decorations, at least one. */
  decorations: Schema.Array(ObjectId).check(Schema.isMinLength(1))
} as const

/**
 * Converts decorations back to pixels, 400 for each.
 *
 * **Gotchas**
 *
 * The decorations are lost. Restricted ones cannot be converted.
 *
 * **Errors** `Rejected`, `Unauthorized`, `EndpointNotFound` (private servers).
 *
 * **Source** `POST /api/user/decorations/convert`, reported. xxscreeps: absent.
 */
export const convert = Operation.post("/api/user/decorations/convert", {
  input: instances,
  output: Ok,
  provenance: { private: "absent", xxscreeps: "absent" }
})

/**
 * Places a decoration, or changes how it is placed.
 *
 * **Errors** `Rejected`, `Unauthorized`, `EndpointNotFound` (private servers).
 *
 * **Source** `POST /api/user/decorations/activate`, reported. xxscreeps: recorded.
 */
export const activate = Operation.post("/api/user/decorations/activate", {
  input: {
    /** Id of the user's decoration. */
    _id: ObjectId,
    /**
     * Place (`shard`, `room`; none for creeps and badges), `world` (shown on the map) and chosen properties by name.
     */
    active: ActiveStateInput
  },
  changes: "reversible",
  output: Ok,
  idempotent: true,
  provenance: { private: "absent" }
})

/**
 * Removes decorations from the places where they are shown; the user keeps them.
 *
 * **Errors** `Rejected`, `Unauthorized`, `EndpointNotFound` (private servers).
 *
 * **Source** `POST /api/user/decorations/deactivate`, reported. xxscreeps: recorded.
 */
export const deactivate = Operation.post("/api/user/decorations/deactivate", {
  input: instances,
  changes: "reversible",
  output: Ok,
  idempotent: true,
  provenance: { private: "absent" }
})
