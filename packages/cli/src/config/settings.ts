/** The flags of all commands. */
import * as Flag from "effect/cli/Flag"
import * as GlobalFlag from "effect/cli/GlobalFlag"
import { optional, toggle } from "../input/flags.ts"

export const Json = GlobalFlag.Setting("screeps/json")({
  flag: toggle("json", "Print JSON, one value per line")
})

export const ServerName = GlobalFlag.Setting("screeps/server")({
  flag: optional(Flag.String("server"), "Server in the credentials file, by its name", "<name>")
})

export const Url = GlobalFlag.Setting("screeps/url")({
  flag: optional(
    Flag.String("url"),
    "Server by its address; the account comes from the environment or --token-file",
    "<address>"
  )
})

export const Shard = GlobalFlag.Setting("screeps/shard")({
  flag: optional(Flag.String("shard"), "Shard on official servers", "<name>")
})

export const File = GlobalFlag.Setting("screeps/config")({
  flag: optional(
    Flag.Path("config"),
    "Credentials file (default: the first of FILES in screeps --help)",
    "<file>"
  )
})

export const TokenFile = GlobalFlag.Setting("screeps/token-file")({
  flag: optional(
    Flag.String("token-file"),
    "File that contains only an API token; - for standard input",
    "<file>"
  )
})

export const Guest = GlobalFlag.Setting("screeps/guest")({
  flag: toggle("guest", "Send requests without an account")
})

export const Wait = GlobalFlag.Setting("screeps/wait")({
  flag: toggle("wait", "Wait when a rate limit is reached instead of failing with status 4")
})

export const all = [ServerName, Url, Shard, File, TokenFile, Guest, Wait, Json] as const

/** The services through which handlers read the flags above. */
export type Settings = GlobalFlag.Setting.Identifier<(typeof all)[number]["id"]>
