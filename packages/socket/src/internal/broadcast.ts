import { SocketError, TooSlow } from "../SocketError.ts"
import * as Mailbox from "./mailbox.ts"

/** Tells the same to several listeners, each of which may leave so many waiting. */
export interface Broadcast<in out A> {
  readonly publish: (item: A) => void
  /** Takes a place; what is given comes first. */
  readonly join: (first: ReadonlyArray<A>) => Mailbox.Seat<A>
  readonly fail: (error: SocketError) => void
}

export const make = <A>(channel: string, bound: number): Broadcast<A> => {
  const mailboxes = new Set<Mailbox.Mailbox<A>>()
  let failure: SocketError | undefined
  return {
    publish: (item) => {
      for (const mailbox of mailboxes) {
        if (mailbox.size() < bound) {
          mailbox.push(item)
        } else {
          mailbox.fail(new SocketError({ reason: new TooSlow({ channel, bound }) }))
          mailboxes.delete(mailbox)
        }
      }
    },
    join: (first) => {
      const mailbox = Mailbox.make<A>()
      mailbox.change(() => first)
      if (failure === undefined) mailboxes.add(mailbox)
      else mailbox.fail(failure)
      return { mailbox, leave: () => void mailboxes.delete(mailbox) }
    },
    fail: (error) => {
      failure ??= error
      for (const mailbox of mailboxes) mailbox.fail(failure)
      mailboxes.clear()
    }
  }
}
