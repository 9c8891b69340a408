/**
 * Names of the socket's channels, such as `room:shard3/W7N3` or `user:5f…/console`.
 *
 * **Details**
 *
 * On sharded servers the names of channels of rooms, map visuals and memory paths contain the shard; private servers
 * silently ignore names with a shard. When a subscriber exceeds the limit of rooms, the server sends an error on the
 * channel's name with the prefix `err@`.
 *
 * **Source** recorded from a server 4.3.0; names with a shard reported for official servers.
 */
import type { UserId } from "../values/UserId.ts"

/** The channel of a room, `room:W7N3` or `room:shard3/W7N3`. */
export interface RoomChannel {
  readonly _tag: "Room"
  readonly room: string
  readonly shard?: string | undefined
}

/** The channel of a room on the coarse map, `roomMap2:W7N3`. */
export interface RoomMapChannel {
  readonly _tag: "RoomMap"
  readonly room: string
  readonly shard?: string | undefined
}

/** The channel of a user's map visuals, `mapVisual:<user>`. */
export interface MapVisualChannel {
  readonly _tag: "MapVisual"
  readonly user: UserId
  readonly shard?: string | undefined
}

/**
 * The channel of a watched path of Memory, `user:<user>/memory/<path>`.
 *
 * **Gotchas**
 *
 * Paths may contain slashes, so a received name does not distinguish a shard from the beginning of a path: `parse`
 * leaves the shard, if any, in `path`.
 */
export interface MemoryChannel {
  readonly _tag: "Memory"
  readonly user: UserId
  /** Steps of the path, joined by dots. */
  readonly path: string
  readonly shard?: string | undefined
}

/** The channel of the messages between two users, `user:<user>/message:<respondent>`. */
export interface ConversationChannel {
  readonly _tag: "Conversation"
  /** Identifier of the subscriber. */
  readonly user: UserId
  /** Identifier of the other user. */
  readonly respondent: UserId
}

const userNames: { readonly [tag in UserChannel["_tag"]]: string } = {
  Console: "console",
  Cpu: "cpu",
  Resources: "resources",
  Money: "money",
  Code: "code",
  ActiveBranch: "set-active-branch",
  NewMessage: "newMessage"
}

/** A channel of a user without further parameters, such as `user:<user>/console`. */
export interface UserChannel {
  readonly _tag: "Console" | "Cpu" | "Resources" | "Money" | "Code" | "ActiveBranch" | "NewMessage"
  readonly user: UserId
}

/** The channel of the server operator's messages to all users, `server-message`. */
export interface ServerMessageChannel {
  readonly _tag: "ServerMessage"
}

const adminNames: { readonly [tag in AdminModChannel["_tag"]]: string } = {
  ServerStats: "stats:full",
  UserStats: "stats:users",
  Battles: "warpath:battles",
  Battle: "warpath:battle"
}

/** A channel of `screepsmod-admin-utils`: `stats:full`, `stats:users`, `warpath:battles` or `warpath:battle`. */
export interface AdminModChannel {
  readonly _tag: "ServerStats" | "UserStats" | "Battles" | "Battle"
}

/** The channel of another channel's errors, `err@room:W7N3`. */
export interface ErrorChannel {
  readonly _tag: "Error"
  /** Channel that the errors are about. */
  readonly of: ChannelName
}

/** An unknown channel. */
export interface UnknownChannel {
  readonly _tag: "Unknown"
  readonly name: string
}

/** A channel, as the parts of its name. */
export type ChannelName =
  | RoomChannel
  | RoomMapChannel
  | MapVisualChannel
  | MemoryChannel
  | ConversationChannel
  | UserChannel
  | ServerMessageChannel
  | AdminModChannel
  | ErrorChannel
  | UnknownChannel

const errorPrefix = "err@"

/** Returns the text before and after the first `separator`; `undefined` after it if the text does not contain it. */
const cut = (text: string, separator: string): readonly [before: string, after: string | undefined] => {
  const at = text.indexOf(separator)
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + separator.length)]
}

const isUserId = (text: string): text is UserId => text !== ""

const isPart = (text: string) => text !== "" && !text.includes("/")

const isUserTag = (tag: string): tag is UserChannel["_tag"] => Object.hasOwn(userNames, tag)

const adminTags = ["ServerStats", "UserStats", "Battles", "Battle"] as const

const tagOf = (name: string) =>
  Object.keys(userNames)
    .filter(isUserTag)
    .find((tag) => userNames[tag] === name)

const parseRoom = (_tag: "Room" | "RoomMap", text: string): ChannelName | undefined => {
  const [shard, room] = cut(text, "/")
  if (room === undefined) return isPart(shard) ? { _tag, room: shard } : undefined
  return isPart(shard) && isPart(room) ? { _tag, room, shard } : undefined
}

const parseMapVisual = (text: string): ChannelName | undefined => {
  const [user, shard] = cut(text, "/")
  if (!isUserId(user)) return undefined
  if (shard === undefined) return { _tag: "MapVisual", user }
  return isPart(shard) ? { _tag: "MapVisual", user, shard } : undefined
}

const parseUser = (text: string): ChannelName | undefined => {
  const [user, name] = cut(text, "/")
  if (!isUserId(user) || name === undefined) return undefined
  const _tag = tagOf(name)
  if (_tag !== undefined) return { _tag, user }
  const [first, path] = cut(name, "/")
  if (first === "memory" && path !== undefined && path !== "") return { _tag: "Memory", user, path }
  const [kind, respondent] = cut(name, ":")
  return kind === "message" && respondent !== undefined && isUserId(respondent)
    ? { _tag: "Conversation", user, respondent }
    : undefined
}

const parseKnown = (name: string): ChannelName | undefined => {
  if (name === "server-message") return { _tag: "ServerMessage" }
  const _tag = adminTags.find((tag) => adminNames[tag] === name)
  if (_tag !== undefined) return { _tag }
  const [family, rest] = cut(name, ":")
  if (rest === undefined) return undefined
  switch (family) {
    case "room":
      return parseRoom("Room", rest)
    case "roomMap2":
      return parseRoom("RoomMap", rest)
    case "mapVisual":
      return parseMapVisual(rest)
    case "user":
      return parseUser(rest)
    default:
      return undefined
  }
}

const parsePlain = (name: string): ChannelName => parseKnown(name) ?? { _tag: "Unknown", name }

/** Parses a channel's name. The errors of errors are unknown channels. */
export const parse = (name: string): ChannelName =>
  name.startsWith(errorPrefix)
    ? { _tag: "Error", of: parsePlain(name.slice(errorPrefix.length)) }
    : parsePlain(name)

const sharded = (shard: string | undefined, rest: string) => (shard === undefined ? rest : `${shard}/${rest}`)

/** Formats a channel's name. */
export const format = (channel: ChannelName): string => {
  switch (channel._tag) {
    case "Room":
      return `room:${sharded(channel.shard, channel.room)}`
    case "RoomMap":
      return `roomMap2:${sharded(channel.shard, channel.room)}`
    case "MapVisual":
      return `mapVisual:${channel.user}${channel.shard === undefined ? "" : `/${channel.shard}`}`
    case "Memory":
      return `user:${channel.user}/memory/${sharded(channel.shard, channel.path)}`
    case "Conversation":
      return `user:${channel.user}/message:${channel.respondent}`
    case "ServerMessage":
      return "server-message"
    case "ServerStats":
    case "UserStats":
    case "Battles":
    case "Battle":
      return adminNames[channel._tag]
    case "Error":
      return `${errorPrefix}${format(channel.of)}`
    case "Unknown":
      return channel.name
    default:
      return `user:${channel.user}/${userNames[channel._tag]}`
  }
}
