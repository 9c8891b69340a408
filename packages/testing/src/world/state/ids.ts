/** Identities and tokens of a world: made by counting, so that the same world makes the same ones. */
import * as ObjectId from "@screeps-effect/schema/ObjectId"
import * as UserId from "@screeps-effect/schema/UserId"

/** @internal */
export class Ids {
  #count = 0

  /** The next identity: 15 hex digits, as the built-in storage makes them. */
  next(): string {
    this.#count += 1
    return `a${this.#count.toString(16).padStart(14, "0")}`
  }

  object(): ObjectId.ObjectId {
    return ObjectId.make(this.next())
  }

  user(): UserId.UserId {
    return UserId.make(this.next())
  }

  /** A session's token: 40 hex digits. */
  session(): string {
    return `c0ffee${this.next().padStart(34, "0")}`
  }

  /** An API token: a UUID whose first eight digits, which 429 responses contain, are its own. */
  uuid(): string {
    const digits = this.next().slice(-8)
    return `${digits}-0000-4000-8000-${digits.padStart(12, "0")}`
  }
}
