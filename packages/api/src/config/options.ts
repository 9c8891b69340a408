/** Options with a server and an account as plain values, named as in credentials files and environment variables. */
import type { ShardName } from "@screeps-effect/schema/ShardName"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Credentials from "../session/Credentials.ts"
import * as Server from "./Server.ts"

/** A secret; plain text is redacted at once. */
export type Secret = string | Redacted.Redacted

/** The server to connect to. */
export interface ServerOptions {
  /** Address of the server; the main world of the official servers by default. */
  readonly url?: string | URL | undefined
  /** Default shard of calls without one; private servers ignore it. */
  readonly shard?: ShardName | undefined
  /** Password of the server itself, not of an account; some private servers require it. */
  readonly serverPassword?: Secret | undefined
  /** Address below which the server's room history is served; see `Server.Options`. */
  readonly historyUrl?: string | URL | undefined
}

/** The account to sign in with; a token takes precedence over a password. */
export type AccountOptions =
  | {
      /** API token of an official server. */
      readonly token: Secret
    }
  | {
      /** Name or mail address of an account on a private server with an auth mod, exactly as registered. */
      readonly username: string
      /** Password of the account. */
      readonly password: Secret
    }
  | {
      /** Ticket of the Steam client as hex text: see `Credentials.layerSteamTicket`. */
      readonly ticket: Secret
      /** Whether it is an encrypted app ticket; by default the server's version determines the kind. */
      readonly useNativeAuth?: boolean | undefined
    }
  | {
      /** Use no account: calls that require one fail with `Unauthorized`. */
      readonly guest: true
    }

/** The server to connect to, and the account to sign in with. */
export type Options = ServerOptions & AccountOptions

const redact = (secret: Secret, label: string): Redacted.Redacted =>
  Redacted.isRedacted(secret) ? secret : Redacted.make(secret, { label })

const serverOf = ({ historyUrl, serverPassword, shard, url }: ServerOptions): Server.Description =>
  Result.getOrThrow(
    Server.parse(String(url ?? Server.official().url), {
      shard,
      historyUrl: historyUrl === undefined ? undefined : String(historyUrl),
      password: serverPassword === undefined ? undefined : redact(serverPassword, "screeps-server-password")
    })
  )

const methodOf = (options: AccountOptions): Credentials.Method => {
  if ("token" in options) return { _tag: "Token", token: redact(options.token, "screeps-token") }
  if ("password" in options) {
    const password = redact(options.password, "screeps-password")
    return { _tag: "Password", username: options.username, password }
  }
  if ("ticket" in options) {
    const ticket = redact(options.ticket, "screeps-ticket")
    return { _tag: "SteamTicket", ticket, useNativeAuth: options.useNativeAuth }
  }
  return { _tag: "Guest" }
}

/** Provides a server and an account from plain values; throws `InvalidServer` when the address is malformed. */
export const layer = (options: Options): Layer.Layer<Server.Server | Credentials.Credentials> =>
  Layer.merge(Server.layer(serverOf(options)), Credentials.layer(methodOf(options)))
