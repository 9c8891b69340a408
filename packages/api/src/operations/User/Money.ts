/** The response about the history of a user's credits. */
import { MoneyEntry } from "@screeps-effect/schema/MoneyEntry"
import * as Schema from "effect/Schema"
import { expected } from "@screeps-effect/schema/Record"
import { answer } from "../answer.ts"

/** A page of the history of the user's credits. */
export class MoneyHistory extends answer<MoneyHistory>("MoneyHistory")({
  /** Number of the page, counted from 0. */
  page: expected(Schema.Finite),
  /** At most 20 entries, latest first. */
  list: Schema.Array(MoneyEntry),
  /** Whether there is a next page. */
  hasMore: expected(Schema.Boolean)
}) {}
