/** `screeps servers` */
import type * as ConfigFile from "@screeps-effect/api/ConfigFile"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { define } from "../runner/define.ts"
import * as Output from "../output/output.ts"
import { format, oneLine } from "../output/text.ts"
import * as servers from "../config/servers.ts"

interface Row {
  readonly name: string
  readonly url: string | undefined
  readonly kind: string | undefined
  readonly shard: string | undefined
  readonly account: string
  readonly isDefault: boolean
  readonly problem: string | undefined
}

const rowsOf = ({ servers: known }: ConfigFile.ConfigFile): ReadonlyArray<Row> =>
  [...known].map(([name, { credentials, server }]) => {
    const found = Result.getOrUndefined(server)
    const method = Result.getOrUndefined(credentials)
    return {
      name,
      url: found?.url,
      kind: found?.kind,
      shard: found?.shard,
      account: method === undefined ? "none" : method._tag === "Password" ? method.username : "API token",
      isDefault: known.size === 1 || name === "main",
      problem: Result.isFailure(server) ? server.failure.message : undefined
    }
  })

const list = Effect.gen(function* () {
  const file = yield* servers.fileIfAny
  const output = yield* Output.Output
  if (file === undefined)
    return yield* output.note(format`No credentials file found. Create one with screeps login --save.`)
  yield* Output.rows(rowsOf(file), [
    { head: "name", of: ({ name }) => name, paint: ({ isDefault }) => (isDefault ? "bold" : undefined) },
    {
      head: "server",
      of: ({ problem, url }) => problem ?? url,
      paint: (row) => (row.problem ? "red" : undefined)
    },
    { head: "kind", of: ({ kind }) => kind },
    { head: "shard", of: ({ shard }) => shard },
    { head: "account", of: ({ account }) => account }
  ])
  yield* output.note(format`Read from ${oneLine(file.file)}`)
})

export default define(
  Command.make("servers", {}, () => list).pipe(
    Command.withDescription("List the servers in the credentials file")
  )
)
