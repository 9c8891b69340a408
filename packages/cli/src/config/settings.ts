/** The flags that every command understands. */
import * as Flag from "effect/cli/Flag"
import * as GlobalFlag from "effect/cli/GlobalFlag"
import { toggle } from "../input/flags.ts"

/** @internal */
export const Json = GlobalFlag.Setting("screeps/json")({
  flag: toggle("json", "Print JSON for programs: one value per line")
})

/** @internal */
export const ServerName = GlobalFlag.Setting("screeps/server")({
  flag: Flag.String("server").pipe(
    Flag.optional,
    Flag.withMetavar("<name>"),
    Flag.withDescription("A server of the credentials file, by its name")
  )
})

/** @internal */
export const Url = GlobalFlag.Setting("screeps/url")({
  flag: Flag.String("url").pipe(
    Flag.optional,
    Flag.withMetavar("<address>"),
    Flag.withDescription("A server by its address; who you are comes from the environment or --token-file")
  )
})

/** @internal */
export const Shard = GlobalFlag.Setting("screeps/shard")({
  flag: Flag.String("shard").pipe(
    Flag.optional,
    Flag.withMetavar("<name>"),
    Flag.withDescription("The shard, on official servers")
  )
})

/** @internal */
export const File = GlobalFlag.Setting("screeps/config")({
  flag: Flag.Path("config").pipe(
    Flag.optional,
    Flag.withMetavar("<file>"),
    Flag.withDescription("The credentials file; by default searched where tools keep it")
  )
})

/** @internal */
export const TokenFile = GlobalFlag.Setting("screeps/token-file")({
  flag: Flag.String("token-file").pipe(
    Flag.optional,
    Flag.withMetavar("<file>"),
    Flag.withDescription("A file with an API token and nothing else; - for standard input")
  )
})

/** @internal */
export const Guest = GlobalFlag.Setting("screeps/guest")({
  flag: toggle("guest", "Ask as nobody, whatever account is known")
})

/** @internal */
export const Wait = GlobalFlag.Setting("screeps/wait")({
  flag: toggle("wait", "Wait for used-up rate limits instead of failing with status 4")
})

/** @internal */
export const all = [ServerName, Url, Shard, File, TokenFile, Guest, Wait, Json] as const

/** What handlers may ask of the flags above. @internal */
export type Settings = GlobalFlag.Setting.Identifier<(typeof all)[number]["id"]>
