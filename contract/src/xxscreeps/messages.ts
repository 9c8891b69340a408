/** Messages between players. Both copies of a message have one id. */
import * as Messages from "@screeps-effect/api/Messages"
import { maxLength } from "@screeps-effect/schema/Message"
import type { StoredMessage } from "../../../packages/testing/src/world/state/events.ts"
import type { Shard } from "../../../packages/testing/src/world/state/shard.ts"
import { refusal } from "../../../packages/testing/src/server/pages.ts"
import type { Route } from "../../../packages/testing/src/server/router.ts"
import { type Endpoint, ok } from "./endpoint.ts"
import { text } from "./fields.ts"
import { records } from "./records.ts"

/** Returns a message as it is sent: without its users. */
export const shown = ({ _id, date, outMessage, text, type, unread }: StoredMessage) => ({
  _id: outMessage ?? _id,
  type,
  text,
  date,
  unread
})

const notSignedIn = () => refusal("not authenticated")

const index = ({ messages }: Shard, user: StoredMessage["user"]) => {
  const latest = new Map<string, StoredMessage>()
  for (const message of messages.of(user).toReversed())
    if (!latest.has(message.respondent)) latest.set(message.respondent, message)
  return latest
}

export const messages = (endpoint: Endpoint, shard: Shard): ReadonlyArray<Route> => {
  const all = shard.messages
  return [
    endpoint(Messages.index, {}, (_, { player }) =>
      player(({ _id: user }) => {
        const latest = index(shard, user)
        const list = [...latest].map(([_id, message]) => ({ _id, message: shown(message) }))
        return ok({ messages: list, users: records(shard, latest.keys()) })
      }, notSignedIn)
    ),
    endpoint(Messages.list, { respondent: text }, ({ respondent }, { player }) =>
      player(
        ({ _id }) =>
          ok({
            messages: all
              .of(_id)
              .filter((one) => one.respondent === respondent)
              .map(shown)
          }),
        notSignedIn
      )
    ),
    endpoint(Messages.send, { respondent: text, text }, ({ respondent, text: sent }, { now, player }) =>
      player(({ _id }) => {
        const trimmed = sent.trim()
        if (trimmed === "" || trimmed.length > maxLength) return refusal("invalid text")
        const receiver = shard.accounts.byId(respondent)
        if (receiver === undefined || receiver._id === _id) return refusal("invalid respondent")
        all.send(_id, receiver._id, trimmed, now)
        return ok()
      }, notSignedIn)
    ),
    // Unknown ids, and those of others, are accepted without effect.
    endpoint(Messages.markRead, { id: text }, ({ id }, { player }) =>
      player(({ _id }) => {
        const own = all.of(_id).find(({ outMessage }) => outMessage === id)
        if (own?.unread === true) all.markRead(_id, own._id)
        return ok()
      }, notSignedIn)
    ),
    endpoint(Messages.unreadCount, {}, (_, { player }) =>
      player(
        ({ _id }) => ok({ count: all.of(_id).filter(({ type, unread }) => type === "in" && unread).length }),
        () => ok({ count: 0 })
      )
    )
  ]
}
