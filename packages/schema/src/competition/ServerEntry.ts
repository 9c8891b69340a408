/** The public list of community servers. */
import * as Schema from "effect/Schema"
import { expected, nullish, record } from "../values/Record.ts"
import { ObjectId } from "../values/ObjectId.ts"

/**
 * The connection settings of a community server.
 *
 * **Source** reported.
 */
export class ServerSettings extends record<ServerSettings>("ServerSettings")({
  /** Host name of the server. */
  host: Schema.String,
  /** Port of the server, as text. */
  port: nullish(Schema.Union([Schema.String, Schema.Finite])),
  /** Server password that every client must send; empty if the server has none. */
  pass: nullish(Schema.String)
}) {}

/**
 * A community server.
 *
 * **Source** reported (official servers only).
 */
export class ServerEntry extends record<ServerEntry>("ServerEntry")({
  /** Id of the entry. */
  _id: expected(ObjectId),
  /** Name of the server. */
  name: Schema.String,
  /** Status of the entry, such as `active`. */
  status: nullish(Schema.String),
  /** Number of users who like the server. */
  likeCount: nullish(Schema.Finite),
  /** Address and password of the server. */
  settings: ServerSettings
}) {}

/**
 * The port on which private servers listen by default.
 *
 * **Source** read in the server's source.
 */
const defaultPort = 21025

const hostname = /^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?$/

/**
 * Returns the URL of a server: `https` on port 443, `http` on any other port; `undefined` when host or port is invalid.
 *
 * **Gotchas**
 *
 * Anyone can add entries to the list: connect to a server only when the user chose it.
 */
export const url = ({ settings }: ServerEntry): string | undefined => {
  const port = settings.port === undefined || settings.port === null ? "" : String(settings.port).trim()
  const number = port === "" ? defaultPort : Number(port)
  if (!hostname.test(settings.host) || !Number.isInteger(number) || number < 1 || number > 65_535)
    return undefined
  return number === 443 ? `https://${settings.host}` : `http://${settings.host}:${number}`
}
