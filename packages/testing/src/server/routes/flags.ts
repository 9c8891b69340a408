/** Flags. */
import * as Flags from "@screeps-effect/api/Flags"
import { FlagColor } from "@screeps-effect/schema/FlagColor"
import type { DbUpdate } from "@screeps-effect/schema/DbUpdate"
import type { UserId } from "@screeps-effect/schema/UserId"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { RouteContext } from "../dialect.ts"
import { route, type Route } from "../router.ts"
import { awaitStorage, maybeText, ok, openRoom, refuse } from "./words.ts"

const coordinate = Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 49 }))
const room = maybeText
const colors = { color: FlagColor, secondaryColor: FlagColor }

/** What servers read: the room may be missing and the name empty; colours are required. */
const NewFlag = Schema.Struct({
  room,
  x: coordinate,
  y: coordinate,
  name: Schema.String.check(Schema.isMaxLength(60)),
  ...colors
})
const Painted = Schema.Struct({ room, name: maybeText, ...colors })
const Named = Schema.Struct({ room, name: maybeText })

const maxFlags = 10_000

/**
 * The response to a change: official servers count flags, private ones the single record of a room's flags, which they
 * create.
 */
const changed = (
  { dialect, shard }: RouteContext,
  user: UserId,
  room: string,
  isFound: boolean
): DbUpdate => {
  if (dialect.kind === "official") return dialect.updated(isFound ? 1 : 0)
  const isKnown = shard.flags.isKnown(user, room)
  shard.flags.touch(user, room)
  return dialect.updated(isKnown ? 1 : 0)
}

/** Runs a change of the flags of a room, which private servers read, change and write back as one record. */
const rewriting = <A>(context: RouteContext, user: UserId, room: string, change: () => A): Effect.Effect<A> =>
  Effect.suspend(() => {
    const writeBack = context.shard.flags.read(user, room)
    return Effect.map(awaitStorage(context), () => {
      writeBack()
      return change()
    })
  })

/** @internal */
export const flags = (context: RouteContext): ReadonlyArray<Route> => {
  const { dialect, signedIn, shard } = context
  return [
    route({ ...Flags.create, input: NewFlag }, signedIn, ({ room, ...flag }, { _id: user }, { now }) =>
      Effect.gen(function* () {
        const { name: place } = yield* openRoom(shard, room, now)
        const known = shard.flags.find(user, flag.name)
        if (shard.flags.of(user).length - (known === undefined ? 0 : 1) >= maxFlags)
          return yield* refuse("flags limit exceeded")
        return yield* rewriting(context, user, place, () => {
          const isFirst = !shard.flags.isKnown(user, place)
          const { _id } = shard.flags.set(user, { room: place, ...flag })
          // Private servers store all flags of a room in one record.
          const isMade = dialect.kind === "private" ? isFirst : known === undefined
          return dialect.upserted(isMade ? _id : undefined)
        })
      })
    ),
    route({ ...Flags.changeColor, input: Painted }, signedIn, ({ name, room, ...colors }, { _id: user }) => {
      // Without a room nothing happens, without an error.
      if (room === undefined) return ok
      return rewriting(context, user, room, () => {
        const flag = name === undefined ? undefined : shard.flags.at(user, room, name)
        if (flag !== undefined) shard.flags.paint(user, flag, colors)
        return changed(context, user, room, flag !== undefined)
      })
    }),
    route(Flags.move, signedIn, ({ _id, room, x, y }, { _id: user }, { now }) =>
      Effect.gen(function* () {
        const { name: place } = yield* openRoom(shard, room, now)
        const flag = shard.flags.of(user).find((one) => one._id === _id)
        if (flag !== undefined) shard.flags.set(user, { ...flag, room: place, x, y })
        return dialect.updated(flag === undefined ? 0 : 1)
      })
    ),
    route({ ...Flags.remove, input: Named }, signedIn, ({ name, room }, { _id: user }) => {
      if (room === undefined) return ok
      return rewriting(context, user, room, () =>
        changed(context, user, room, name !== undefined && shard.flags.remove(user, room, name))
      )
    })
  ]
}
