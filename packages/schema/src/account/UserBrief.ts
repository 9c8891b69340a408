/** Public profiles of users. */
import { profile } from "./userFields.ts"
import { expected, record } from "../values/Record.ts"
import { UserId } from "../values/UserId.ts"

/**
 * The public profile of a user: id, name and badge. All other fields are dropped.
 *
 * **Gotchas**
 *
 * Private servers with the built-in storage send whole user records instead, with mail address and password hash;
 * decoding drops them. A user who signed up through a game platform has no name until one is chosen.
 *
 * **Source** recorded from a server 4.3.0.
 */
export class UserBrief extends record<UserBrief>("UserBrief")({
  /** Id of the user; in maps of users also the key of the entry. */
  _id: expected(UserId),
  ...profile
}) {}

/**
 * The owner of an object, where a server sends only name and badge.
 *
 * **Source** recorded from a server 4.3.0 (`room-overview`).
 */
export class Owner extends record<Owner>("Owner")({ ...profile }) {}
