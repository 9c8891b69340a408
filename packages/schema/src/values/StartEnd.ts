/** The two laboratories of a reaction. */
import * as Schema from "effect/Schema"
import { coordinate } from "./numbers.ts"

/**
 * The squares of the two laboratories that take part in another's reaction; all four numbers are 0–49.
 *
 * **Source** recorded from a server 4.3.0.
 */
export class StartEnd extends Schema.Opaque<StartEnd>()(
  Schema.Struct({ x1: coordinate, y1: coordinate, x2: coordinate, y2: coordinate }).annotate({
    identifier: "StartEnd"
  })
) {}
