/** The history of a user's credits as servers answer it. */
import { MoneyEntry } from "@screeps-effect/schema/MoneyEntry"
import * as Schema from "effect/Schema"

/** A page of the history of the user's credits, newest entries first. */
export class MoneyHistory extends Schema.Opaque<MoneyHistory>()(
  Schema.Struct({
    ok: Schema.Literal(1),
    page: Schema.Finite,
    list: Schema.Array(MoneyEntry),
    hasMore: Schema.Boolean
  }).annotate({ identifier: "MoneyHistory" })
) {}
