/** Messages between players. */
import * as Messages from "@screeps-effect/api/Messages"
import { maxLength } from "@screeps-effect/schema/Message"
import * as Npc from "@screeps-effect/schema/Npc"
import * as Schema from "effect/Schema"
import type { RouteContext } from "../dialect.ts"
import { refusal } from "../pages.ts"
import { route, type Route } from "../router.ts"
import type { StoredMessage } from "../../world/state/events.ts"
import { anything, numbered, ok, refuse, texts, values } from "./words.ts"

const Sent = Schema.Struct({
  respondent: anything,
  text: Schema.String.check(Schema.isMaxLength(maxLength))
})

const newest = 100

const brief = ({ _id, date, text, type, unread }: StoredMessage) => ({ _id, date, type, text, unread })

/** Returns the latest message of each conversation; private servers group by the owner and return at most one. */
const index = ({ dialect, shard }: RouteContext, own: ReadonlyArray<StoredMessage>) => {
  const found = new Map<StoredMessage["user"], StoredMessage>()
  for (const message of own.toReversed()) {
    const _id = dialect.kind === "private" ? message.user : message.respondent
    if (!found.has(_id)) found.set(_id, message)
  }
  return {
    ...ok,
    messages: [...found].map(([_id, message]) => ({ _id, message })),
    users: shard.accounts.briefs(found.keys())
  }
}

/** @internal */
export const messages = (context: RouteContext): ReadonlyArray<Route> => {
  const { dialect, signedIn, shard } = context
  const isOfficial = dialect.kind === "official"
  const { accounts } = shard
  return [
    route(Messages.index, signedIn, (_, { _id }) => index(context, shard.messages.of(_id))),
    route(texts(Messages.list, "respondent"), signedIn, ({ respondent }, { _id }) => {
      // Without a respondent private servers return the messages of all conversations.
      const isRequested = (message: StoredMessage) =>
        message.respondent === respondent || (respondent === undefined && !isOfficial)
      const found = shard.messages.of(_id).filter(isRequested).slice(-newest)
      return { ...ok, messages: isOfficial ? found.map(brief) : found }
    }),
    route(
      { ...Messages.send, input: Sent },
      signedIn,
      ({ respondent, text }, { _id }, { now }) => {
        // Private servers deliver a message without a respondent to any user.
        const isWithoutRespondent = respondent === undefined && !isOfficial
        const receiver = isWithoutRespondent ? Npc.invader : accounts.brief(respondent)
        if (receiver === undefined) return refuse("invalid respondent")
        shard.messages.send(_id, receiver._id, text, now)
        return ok
      },
      () => refusal("text too long")
    ),
    route(values(Messages.markRead, "id"), signedIn, ({ id }, { _id }) => {
      // Without an id private servers mark all messages of all users.
      const isMarked =
        id === undefined && !isOfficial
          ? shard.messages.markAllRead(_id)
          : shard.messages.markRead(_id, String(id))
      if (!isMarked) return refuse("invalid id")
      return numbered(dialect, isOfficial ? { 0: 1, 1: 1, 2: 1 } : { 2: 1 })
    }),
    route(Messages.unreadCount, signedIn, (_, { _id }) => {
      const unread = shard.messages.of(_id).filter(({ type, unread }) => type === "in" && unread)
      return { ...ok, count: unread.length }
    })
  ]
}
