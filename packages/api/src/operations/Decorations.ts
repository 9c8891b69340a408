/**
 * The user's decorations, on official servers: made of pixels, placed in rooms and on creeps, turned back.
 */
import { DecorationInstance, DecorationTheme } from "@screeps-effect/schema/Decoration"
import { ActiveStateInput } from "@screeps-effect/schema/ActiveState"
import { Ok } from "@screeps-effect/schema/Envelope"
import { nullish } from "@screeps-effect/schema/Nullish"
import { ObjectId } from "@screeps-effect/schema/ObjectId"
import * as Schema from "effect/Schema"
import * as Operation from "../Operation.ts"

/** The decorations that the user owns, placed or not. */
export class Inventory extends Schema.Opaque<Inventory>()(
  Schema.Struct({ ok: Schema.Literal(1), list: Schema.Array(DecorationInstance) }).annotate({
    identifier: "Inventory"
  })
) {}

/**
 * Lists the decorations that the user owns.
 *
 * **Errors** `Unauthorized`, `EndpointNotFound` (private servers).
 *
 * **Source** `GET /api/user/decorations/inventory`, reported.
 */
export const inventory = Operation.get("/api/user/decorations/inventory", {
  output: Inventory,
  provenance: { private: "absent" }
})

/** The themes of decorations. */
export class Themes extends Schema.Opaque<Themes>()(
  Schema.Struct({ ok: Schema.Literal(1), list: Schema.Array(DecorationTheme) }).annotate({
    identifier: "Themes"
  })
) {}

/**
 * Lists the themes of decorations.
 *
 * **Errors** `Unauthorized`, `EndpointNotFound` (private servers).
 *
 * **Source** `GET /api/user/decorations/themes`, reported.
 */
export const themes = Operation.get("/api/user/decorations/themes", {
  output: Themes,
  provenance: { private: "absent" }
})

/** Decorations were made of pixels: the new ones. */
export class Pixelized extends Schema.Opaque<Pixelized>()(
  Schema.Struct({ ok: Schema.Literal(1), decorations: nullish(Schema.Array(DecorationInstance)) }).annotate({
    identifier: "Pixelized"
  })
) {}

/**
 * Makes decorations of the account's pixels, as many as `count` says.
 *
 * **Details**
 *
 * One costs 500 pixels, one of a chosen theme 2000; a server's version tells its costs. `theme` is a theme's
 * identity, empty (the default) for any. The game's own client makes at most 24 at a time.
 *
 * **Gotchas**
 *
 * Pixels are spent.
 *
 * **Errors** `Rejected`, `Unauthorized`, `EndpointNotFound` (private servers).
 *
 * **Source** `POST /api/user/decorations/pixelize`, reported.
 */
export const pixelize = Operation.post("/api/user/decorations/pixelize", {
  input: {
    count: Schema.Int.check(Schema.isGreaterThanOrEqualTo(1)),
    theme: Schema.optional(Schema.String)
  },
  defaults: { theme: "" },
  output: Pixelized,
  provenance: { private: "absent" }
})

const Instances = Schema.Array(ObjectId).check(Schema.isMinLength(1))

/**
 * Turns decorations back into pixels, 400 for each.
 *
 * **Gotchas**
 *
 * The decorations are gone. Restricted ones cannot be turned back.
 *
 * **Errors** `Rejected`, `Unauthorized`, `EndpointNotFound` (private servers).
 *
 * **Source** `POST /api/user/decorations/convert`, reported.
 */
export const convert = Operation.post("/api/user/decorations/convert", {
  input: { decorations: Instances },
  output: Ok,
  provenance: { private: "absent" },
  inSpecification: false
})

/**
 * Places a decoration, or changes how it is placed.
 *
 * **Details**
 *
 * `active` is one flat record: the place (`shard` and `room`, left out for creeps and badges), `world` (whether the
 * map shows it), and the chosen properties by name.
 *
 * **Errors** `Rejected`, `Unauthorized`, `EndpointNotFound` (private servers).
 *
 * **Source** `POST /api/user/decorations/activate`, reported.
 */
export const activate = Operation.post("/api/user/decorations/activate", {
  input: { _id: ObjectId, active: ActiveStateInput },
  output: Ok,
  idempotent: true,
  provenance: { private: "absent" },
  inSpecification: false
})

/**
 * Takes decorations from where they are placed; the user keeps them.
 *
 * **Errors** `Rejected`, `Unauthorized`, `EndpointNotFound` (private servers).
 *
 * **Source** `POST /api/user/decorations/deactivate`, reported.
 */
export const deactivate = Operation.post("/api/user/decorations/deactivate", {
  input: { decorations: Instances },
  output: Ok,
  idempotent: true,
  provenance: { private: "absent" },
  inSpecification: false
})
