/** The public list of community servers, and the news of the game. */
import { expected, nullish, record } from "@screeps-effect/schema/Record"
import { ServerEntry } from "@screeps-effect/schema/ServerEntry"
import * as Schema from "effect/Schema"
import * as Operation from "../Operation.ts"
import { answer } from "./answer.ts"

/** The community servers. */
export class ServerList extends answer<ServerList>("ServerList")({
  /** The servers, with names, addresses and counts of likes. */
  servers: Schema.Array(ServerEntry)
}) {}

/**
 * Lists the community servers that were registered, with their addresses and counts of likes.
 *
 * **Gotchas**
 *
 * Ports are text. The addresses were written by strangers: connect to one only when the user chose it.
 *
 * **Errors** `EndpointNotFound` on private servers.
 *
 * **Source** `POST /api/servers/list`, reported (official servers only). xxscreeps: absent.
 */
export const list = Operation.post("/api/servers/list", {
  changes: "nothing",
  output: ServerList,
  auth: "never",
  provenance: { private: "absent", xxscreeps: "absent" }
})

/** An announcement of the game's maker on Steam. */
export class NewsItem extends record<NewsItem>("NewsItem")({
  /** Id of the announcement. */
  gid: Schema.String,
  /** Headline. */
  title: expected(Schema.String),
  /** Address of the whole text. */
  url: nullish(Schema.String),
  /** Whether the text is outside Steam. */
  is_external_url: nullish(Schema.Boolean),
  /** Who wrote it. */
  author: nullish(Schema.String),
  /** The text, or its beginning, with the markup of Steam. */
  contents: nullish(Schema.String),
  /** Name of the feed, for readers. */
  feedlabel: nullish(Schema.String),
  /** When it was published, in seconds since 1970. */
  date: nullish(Schema.Finite),
  /** Name of the feed. */
  feedname: nullish(Schema.String),
  /** Number of the kind of feed. */
  feed_type: nullish(Schema.Finite),
  /** Number of the game on Steam. */
  appid: nullish(Schema.Finite)
}) {}

/** Announcements, as Steam lists them. */
export class AppNews extends record<AppNews>("AppNews")({
  /** Number of the game on Steam. */
  appid: nullish(Schema.Finite),
  /** The announcements, latest first. */
  newsitems: Schema.Array(NewsItem),
  /** How many announcements there are. */
  count: nullish(Schema.Finite)
}) {}

/** The news of the game. */
export class News extends answer<News>("News")({
  /** Announcements, as Steam lists them. */
  appnews: AppNews
}) {}

/**
 * Lists the announcements of the game's maker on Steam.
 *
 * **Details**
 *
 * The official client reads `gid` and `title`; the other fields are those that Steam documents.
 *
 * **Errors** `EndpointNotFound` on private servers.
 *
 * **Source** `GET /api/steam/news`, reported: the official client of 2026 calls it. xxscreeps: absent.
 */
export const news = Operation.get("/api/steam/news", {
  output: News,
  auth: "never",
  provenance: { private: "absent", xxscreeps: "absent" }
})
