/** The public list of community servers. */
import * as Schema from "effect/Schema"
import { nullish } from "../values/Nullish.ts"
import { ObjectId } from "../values/ObjectId.ts"

/**
 * How a community server is reached.
 *
 * **Details**
 *
 * `port` is text. `pass` is the password that the server asks of everybody, empty when it asks for none.
 *
 * **Source** reported.
 */
export class ServerSettings extends Schema.Opaque<ServerSettings>()(
  Schema.Struct({
    host: Schema.String,
    port: nullish(Schema.Union([Schema.String, Schema.Finite])),
    pass: nullish(Schema.String)
  }).annotate({ identifier: "ServerSettings" })
) {}

/**
 * A community server: its name, how it is reached, and how many people like it.
 *
 * **Source** reported (official servers only).
 */
export class ServerEntry extends Schema.Opaque<ServerEntry>()(
  Schema.Struct({
    _id: ObjectId,
    name: Schema.String,
    status: nullish(Schema.String),
    likeCount: nullish(Schema.Finite),
    settings: ServerSettings
  }).annotate({ identifier: "ServerEntry" })
) {}

/**
 * The port on which private servers listen by default.
 *
 * **Source** read in the server's source.
 */
export const defaultPort = 21025

const hostname = /^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?$/

/**
 * The address of a server as a URL: `https` on port 443, `http` on any other; `undefined` when the entry names no
 * plain host and port.
 *
 * **Gotchas**
 *
 * People write these entries themselves: reach the address only when the user chose it.
 */
export const url = ({ settings }: ServerEntry): string | undefined => {
  const port = settings.port === undefined || settings.port === null ? "" : String(settings.port).trim()
  const number = port === "" ? defaultPort : Number(port)
  if (!hostname.test(settings.host) || !Number.isInteger(number) || number < 1 || number > 65_535)
    return undefined
  return number === 443 ? `https://${settings.host}` : `http://${settings.host}:${number}`
}

/** Checks whether a server asks everybody for a password. */
export const hasPassword = ({ settings }: ServerEntry): boolean => (settings.pass ?? "") !== ""
