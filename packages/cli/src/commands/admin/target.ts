/** The server that `screeps admin` administers, and the change that a dry run shows. */
import * as Administration from "@screeps-effect/private-server/Administration"
import type { AdministrationError } from "@screeps-effect/private-server/AdministrationError"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Output from "../../output/output.ts"
import { parseAddress, toggle } from "../../input/flags.ts"
import { Usage } from "../../runner/failure.ts"

type Target = Layer.Layer<Administration.Administration, Usage>

const parseHttp = (text: string): Option.Option<Target> => {
  const url = URL.parse(text)
  if (url === null) return Option.none()
  if (url.username !== "" || url.password !== "") {
    // The message of an invalid flag would repeat the password.
    const message = "--cli: the address must not contain a name or a password, which other users can see"
    return Option.some(Layer.effect(Administration.Administration, new Usage({ message })))
  }
  return Option.some(Administration.layerHttp({ url }).pipe(Layer.provide(FetchHttpClient.layer)))
}

const parse = (text: string): Option.Option<Target> =>
  /^https?:\/\//i.test(text)
    ? parseHttp(text)
    : Option.map(parseAddress(text), (address) => Administration.layerCli(address))

const cli = Flag.String("cli").pipe(
  Flag.withMetavar("<address>"),
  Flag.withDefault("127.0.0.1:21026"),
  Flag.filterMap(parse, () => "an address such as 127.0.0.1:21026 or http://127.0.0.1:21026"),
  Flag.withDescription(
    "Address of the server's command line: host and port for TCP, a URL for HTTP, without /cli (default: 127.0.0.1:21026)"
  )
)

/** The flags of commands that only read. */
export const reads = { cli }

/** The flags of commands that change something. */
export const changes = {
  cli,
  dryRun: toggle("dry-run", "Show the changes without making them").pipe(Flag.withAlias("n"))
}

const columns: ReadonlyArray<Output.Column<Administration.PlannedChange>> = [
  { head: "change", of: ({ command }) => command },
  { head: "input", of: ({ input }) => (input === null ? "" : JSON.stringify(input)) }
]

/** Reads from the server and prints the result. */
export const read = <A, E2, R2>(
  cli: Target,
  program: Effect.Effect<A, AdministrationError, Administration.Administration>,
  print: (result: A) => Effect.Effect<void, E2, R2>
): Effect.Effect<void, AdministrationError | Usage | E2, R2> =>
  Effect.flatMap(Effect.provide(program, cli, { local: true }), print)

/** Executes a program and prints its result; with `--dry-run`, prints the changes that it would make. */
export const execute = <A, E2, R2>(
  { cli, dryRun }: { readonly cli: Target; readonly dryRun: boolean },
  program: Effect.Effect<A, AdministrationError, Administration.Administration>,
  print: (result: A) => Effect.Effect<void, E2, R2>
): Effect.Effect<void, AdministrationError | Usage | E2, R2 | Output.Output> =>
  dryRun
    ? read(cli, Administration.plan(program), ({ changes }) => Output.rows(changes, columns))
    : read(cli, program, print)

/** Prints nothing: the result of commands that only change something. */
export const nothing = () => Effect.void
