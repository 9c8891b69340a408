/** The flags of all commands. */
import * as Flag from "effect/cli/Flag"
import * as GlobalFlag from "effect/cli/GlobalFlag"
import { toggle } from "../input/flags.ts"

/** @internal */
export const Json = GlobalFlag.Setting("screeps/json")({
  flag: toggle("json", "Print JSON, one value per line")
})

/** @internal */
export const ServerName = GlobalFlag.Setting("screeps/server")({
  flag: Flag.String("server").pipe(
    Flag.optional,
    Flag.withMetavar("<name>"),
    Flag.withDescription("Server in the credentials file, by its name")
  )
})

/** @internal */
export const Url = GlobalFlag.Setting("screeps/url")({
  flag: Flag.String("url").pipe(
    Flag.optional,
    Flag.withMetavar("<address>"),
    Flag.withDescription("Server by its address; the account comes from the environment or --token-file")
  )
})

/** @internal */
export const Shard = GlobalFlag.Setting("screeps/shard")({
  flag: Flag.String("shard").pipe(
    Flag.optional,
    Flag.withMetavar("<name>"),
    Flag.withDescription("Shard on official servers")
  )
})

/** @internal */
export const File = GlobalFlag.Setting("screeps/config")({
  flag: Flag.Path("config").pipe(
    Flag.optional,
    Flag.withMetavar("<file>"),
    Flag.withDescription("Credentials file (default: the first one found, see screeps --help)")
  )
})

/** @internal */
export const TokenFile = GlobalFlag.Setting("screeps/token-file")({
  flag: Flag.String("token-file").pipe(
    Flag.optional,
    Flag.withMetavar("<file>"),
    Flag.withDescription("File that contains only an API token; - for standard input")
  )
})

/** @internal */
export const Guest = GlobalFlag.Setting("screeps/guest")({
  flag: toggle("guest", "Send requests without an account")
})

/** @internal */
export const Wait = GlobalFlag.Setting("screeps/wait")({
  flag: toggle("wait", "Wait when a rate limit is reached instead of failing with status 4")
})

/** @internal */
export const all = [ServerName, Url, Shard, File, TokenFile, Guest, Wait, Json] as const

/** The services through which handlers read the flags above. @internal */
export type Settings = GlobalFlag.Setting.Identifier<(typeof all)[number]["id"]>
