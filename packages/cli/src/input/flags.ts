/** Kinds of flags that several commands use. */
import * as RoomName from "@screeps-effect/schema/RoomName"
import * as Argument from "effect/cli/Argument"
import * as ConfigFile from "@screeps-effect/api/ConfigFile"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Flag from "effect/cli/Flag"
import * as Param from "effect/cli/Param"
import { Usage } from "../runner/failure.ts"

/** Creates a switch that is off by default. */
export const toggle = (name: string, description: string): Flag.Flag<boolean> =>
  Flag.Boolean(name).pipe(Flag.withoutNegation, Flag.withDefault(false), Flag.withDescription(description))

/** Makes a flag optional: without it, its value is `undefined`. */
export const optional = <A>(
  flag: Flag.Flag<A>,
  description: string,
  metavar?: string
): Flag.Flag<A | undefined> =>
  (metavar === undefined ? flag : Flag.withMetavar(flag, metavar)).pipe(
    Flag.withDefault(undefined),
    Flag.withDescription(description)
  )

/** A room, in upper or lower case. */
export const roomArgument = (description: string): Argument.Argument<RoomName.RoomName> =>
  Argument.String("room").pipe(
    Argument.filterMap(
      (text) => Option.getSuccess(RoomName.parse(text)),
      () => "a room such as W7N3"
    ),
    Argument.withDescription(description)
  )

/** Accepts a flag any number of times. */
export const repeatable = <A>(flag: Flag.Flag<A>): Flag.Flag<ReadonlyArray<A>> =>
  flag.pipe(Flag.atLeast(1), Flag.withDefault<ReadonlyArray<A>>([]))

/** Shows what a command would do. */
export const dryRun: Flag.Flag<boolean> = toggle(
  "dry-run",
  "Show what would be uploaded without uploading it"
).pipe(Flag.withAlias("n"))

/** Names a branch; without it `CodeSync.chooseBranch` does. */
export const branch = (description: string): Flag.Flag<string | undefined> =>
  Flag.String("branch").pipe(
    Flag.withAlias("b"),
    Flag.withMetavar("<name>"),
    Flag.withDefault(undefined),
    Flag.withDescription(
      `${description}; auto for the one that Git has checked out (default: the branch of the server in the credentials file, else the active one)`
    )
  )

/** Accepts only some values of a flag or an argument. */
export const accept =
  <A>(isAccepted: (value: A) => boolean, message: string) =>
  <Kind extends Param.ParamKind>(param: Param.Param<Kind, A>): Param.Param<Kind, A> =>
    Param.filter(param, isAccepted, () => message)

/** Accepts numbers above 0 only. */
export const positive = (message: string) => accept((value: number) => value > 0, message)

/** A host and a port. */
export interface Address {
  readonly host: string
  readonly port: number
}

/** Parses an address such as `127.0.0.1:9464` or `[::1]:9464`. */
export const parseAddress = (text: string): Option.Option<Address> => {
  const [, bracketed, name, digits] =
    /^(?:\[([\da-f:.]{2,45})\]|([\w.-]{1,253})):(\d{1,5})$/i.exec(text) ?? []
  const host = bracketed ?? name
  const port = Number(digits)
  return host !== undefined && port >= 1 && port <= 65_535 ? Option.some({ host, port }) : Option.none()
}

const units = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 } as const

/** Parses a duration such as `10s`. */
export const parseDuration = (text: string): Option.Option<Duration.Duration> => {
  const [, amount, unit] = /^(\d{1,9}(?:\.\d{1,3})?)(ms|s|m|h)$/.exec(text) ?? []
  const known = Object.entries(units).find(([name]) => name === unit)
  const millis = Number(amount) * (known?.[1] ?? Number.NaN)
  return millis > 0 ? Option.some(Duration.millis(millis)) : Option.none()
}

/** Creates a flag for a duration such as `10s`. */
export const duration = (name: string, description: string): Flag.Flag<Duration.Duration> =>
  Flag.String(name).pipe(
    Flag.withMetavar("<duration>"),
    Flag.filterMap(parseDuration, () => "a duration such as 500ms, 10s, 5m or 1h"),
    Flag.withDescription(description)
  )

/** Returns the branch of `--branch`; `undefined` without the flag. */
export const branchOf = (name: string | undefined) =>
  name === undefined
    ? Effect.undefined
    : Effect.mapError(ConfigFile.branch(name), ({ message }) => new Usage({ message: `--${message}` }))
