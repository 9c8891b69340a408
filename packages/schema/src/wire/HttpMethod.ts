/** The HTTP methods of the API. */
import type * as Schema from "effect/Schema"
import { literals } from "../values/family.ts"

/**
 * The two methods that the API uses.
 *
 * **Source** recorded from a server 4.3.0.
 */
export const all = ["GET", "POST"] as const

/** The method of a request: `GET` reads, `POST` changes something. */
export type HttpMethod = (typeof all)[number]

/** Checks the method of a request. */
export const HttpMethod: Schema.Codec<HttpMethod> = literals("HttpMethod", all)
