import * as Account from "@screeps-effect/api/Account"
import * as Auth from "@screeps-effect/api/Auth"
import * as AuthTokens from "@screeps-effect/api/AuthTokens"
import * as Code from "@screeps-effect/api/Code"
import * as Decorations from "@screeps-effect/api/Decorations"
import * as Memory from "@screeps-effect/api/Memory"
import * as Messages from "@screeps-effect/api/Messages"
import type * as Operation from "@screeps-effect/api/Operation"
import * as Register from "@screeps-effect/api/Register"
import type { ScreepsClient } from "@screeps-effect/api/ScreepsClient"
import type { ScreepsError } from "@screeps-effect/api/ScreepsError"
import * as Segments from "@screeps-effect/api/Segments"
import * as User from "@screeps-effect/api/User"
import type { DbInsert } from "@screeps-effect/schema/DbInsert"
import type { DbUpdate } from "@screeps-effect/schema/DbUpdate"
import type { Ok } from "@screeps-effect/schema/Envelope"
import type { MoneyEntry } from "@screeps-effect/schema/MoneyEntry"
import * as ObjectId from "@screeps-effect/schema/ObjectId"
import * as UserId from "@screeps-effect/schema/UserId"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import type * as Stream from "effect/Stream"
import { describe, expectTypeOf, it } from "vitest"

type Asked<A> = Effect.Effect<A, ScreepsError, ScreepsClient>

const id = UserId.make("7c8fe39e74fdae1")
const secret = Redacted.make("secret")
const text: string = "text"

describe("a user", () => {
  it("is found by name or by identity, never by both or by neither", () => {
    expectTypeOf(User.find({ username: "bob" })).toEqualTypeOf<Asked<User.FoundUser>>()
    expectTypeOf(User.find({ id })).toEqualTypeOf<Asked<User.FoundUser>>()
    expectTypeOf(User.find).toExtend<Operation.AnyOperation>()
    // @ts-expect-error a server would answer an arbitrary user
    void User.find()
    // @ts-expect-error a server would answer an arbitrary user
    void User.find({})
    // @ts-expect-error a server would pass over the name
    void User.find({ username: "bob", id })
    // @ts-expect-error a name is no identity
    void User.find({ id: text })
  })

  it("owns rooms, nobody owns none", () => {
    expectTypeOf(User.rooms({ id, reservation: 1 })).toEqualTypeOf<Asked<User.UserRooms>>()
    // @ts-expect-error a server would answer everybody's rooms
    void User.rooms({})
    // @ts-expect-error the endpoint knows 1 and nothing else
    void User.rooms({ id, reservation: true })
  })

  it("has statistics of closed names and intervals", () => {
    expectTypeOf(User.overview()).toEqualTypeOf<Asked<User.Overview>>()
    expectTypeOf(User.stats({ id, interval: 180 })).toEqualTypeOf<Asked<User.UserStats>>()
    // @ts-expect-error slots are of 8, 180 or 1440 minutes
    void User.overview({ interval: 7 })
    // @ts-expect-error nothing of this name is counted
    void User.overview({ statName: "fun" })
    // @ts-expect-error which interval?
    void User.stats({ id })
  })

  it("is oneself, and has a history of credits in pages", () => {
    expectTypeOf(User.whoAmI()).toEqualTypeOf<Asked<User.WhoAmI>>()
    expectTypeOf(User.moneyHistory()).toEqualTypeOf<Asked<User.MoneyHistory>>()
    expectTypeOf(User.moneyHistoryPages()).toEqualTypeOf<
      Stream.Stream<User.MoneyHistory, ScreepsError, ScreepsClient>
    >()
    expectTypeOf(User.moneyHistoryEntries()).toEqualTypeOf<
      Stream.Stream<MoneyEntry, ScreepsError, ScreepsClient>
    >()
    expectTypeOf(User.respawn()).toEqualTypeOf<Asked<DbUpdate>>()
    // @ts-expect-error it takes nothing
    void User.respawn({})
  })
})

describe("a message", () => {
  it("goes to an identity, not to a name", () => {
    expectTypeOf(Messages.send({ respondent: id, text })).toEqualTypeOf<Asked<Ok>>()
    expectTypeOf(Messages.list({ respondent: id })).toEqualTypeOf<Asked<Messages.MessageList>>()
    // @ts-expect-error a server would send it to an arbitrary user
    void Messages.send({ text })
    // @ts-expect-error a name is no identity
    void Messages.send({ respondent: text, text })
    // @ts-expect-error with whom?
    void Messages.list()
    // @ts-expect-error a name is no identity
    void Messages.list({ respondent: text })
  })

  it("is marked as read by its identity", () => {
    expectTypeOf(Messages.markRead({ id: ObjectId.make("1") })).toEqualTypeOf<Asked<Ok>>()
    // @ts-expect-error a server would mark every message of every user
    void Messages.markRead()
    // @ts-expect-error a server would mark every message of every user
    void Messages.markRead({})
    // @ts-expect-error a user is no message
    void Messages.markRead({ id })
  })
})

describe("a branch", () => {
  it("is copied over another only by callers who say so", () => {
    expectTypeOf(Code.clone({ branch: "dev", newName: "old" })).toEqualTypeOf<Asked<Code.CodeStored>>()
    expectTypeOf(Code.createBranch({ newName: "old", modules: {} })).toEqualTypeOf<Asked<Code.CodeStored>>()
    void Code.clone({ branch: "dev", newName: "old", existing: "overwrite" })
    void Code.cloneBranch({ branch: "dev", newName: "old", existing: "overwrite" })
    // @ts-expect-error the operation does not look whether there is one
    void Code.cloneBranch({ branch: "dev", newName: "old" })
    // @ts-expect-error a server would make a branch without a name
    void Code.cloneBranch({ branch: "dev", existing: "overwrite" })
    // @ts-expect-error a server would make a branch without a name
    void Code.clone({ branch: "dev" })
    // @ts-expect-error there is one word for it
    void Code.clone({ branch: "dev", newName: "old", existing: true })
  })

  it("is active in the world or the simulation", () => {
    expectTypeOf(Code.setActiveBranch({ branch: "dev", activeName: "activeSim" })).toEqualTypeOf<Asked<Ok>>()
    // @ts-expect-error there is no third
    void Code.setActiveBranch({ branch: "dev", activeName: "world" })
    expectTypeOf(Code.removeBranch({ branch: "old" })).toEqualTypeOf<Asked<Code.CodeStored>>()
    // @ts-expect-error which?
    void Code.removeBranch({})
  })
})

describe("Memory", () => {
  it("is removed by path, emptied by name", () => {
    expectTypeOf(Memory.remove({ path: "flags" })).toEqualTypeOf<Asked<DbInsert>>()
    expectTypeOf(Memory.clear()).toEqualTypeOf<Asked<DbInsert>>()
    // @ts-expect-error a server would empty all of it
    void Memory.remove({})
    // @ts-expect-error a server would empty all of it
    void Memory.remove()
    // @ts-expect-error that would be a write
    void Memory.remove({ path: "flags", value: 1 })
    // @ts-expect-error that would be a removal
    void Memory.clear({ path: "flags" })
  })

  it("is written with values that fit their schema", () => {
    expectTypeOf(Memory.write({ path: "level", value: 3 }, Schema.Int)).toEqualTypeOf<Asked<DbInsert>>()
    // @ts-expect-error a text is no number
    void Memory.write({ path: "level", value: "3" }, Schema.Int)
    // @ts-expect-error with what?
    void Memory.write({ path: "level" }, Schema.Int)
  })
})

describe("a segment", () => {
  it("is written one at a time and read one or many", () => {
    expectTypeOf(Segments.set({ segment: 1, data: text })).toEqualTypeOf<Asked<Ok>>()
    expectTypeOf(Segments.read({ segment: 1 })).toEqualTypeOf<Asked<Option.Option<string>>>()
    expectTypeOf(Segments.readMany({ segments: [1, 2] })).toEqualTypeOf<
      Asked<ReadonlyArray<Option.Option<string>>>
    >()
    expectTypeOf(Segments.get({ segment: [1, 2] })).toEqualTypeOf<Asked<Segments.SegmentData>>()
    // @ts-expect-error one per call
    void Segments.set({ segment: [1, 2], data: text })
    // @ts-expect-error segments hold text
    void Segments.set({ segment: 1, data: { json: true } })
    // @ts-expect-error which?
    void Segments.get({})
  })
})

describe("an account", () => {
  it("changes its password only after thinking", () => {
    const acknowledge = "a wrong old password ends the server"
    expectTypeOf(Account.changePassword({ password: secret, acknowledge })).toEqualTypeOf<Asked<Ok>>()
    // @ts-expect-error a wrong old password ends the server
    void Account.changePassword({ oldPassword: secret, password: secret })
    // @ts-expect-error these are other words
    void Account.changePassword({ password: secret, acknowledge: "yes" })
    // @ts-expect-error a bare password ends up in logs
    void Account.changePassword({ password: "secret", acknowledge })
    // @ts-expect-error to which password?
    void Account.changePassword({ oldPassword: secret, acknowledge })
  })

  it("has preferences out of closed sets", () => {
    expectTypeOf(Account.notifyPrefs({ interval: 60 })).toEqualTypeOf<Asked<DbUpdate>>()
    // @ts-expect-error servers would pass it over in silence
    void Account.notifyPrefs({ interval: 7 })
    expectTypeOf(Account.badgeSvg({ username: "bob" })).toEqualTypeOf<Asked<Account.BadgePicture>>()
    expectTypeOf<Account.BadgePicture>().toExtend<string>()
  })

  it("gets a name, and secrets in wrapping only", () => {
    expectTypeOf(Register.setUsername({ username: "dave" })).toEqualTypeOf<Asked<DbUpdate>>()
    expectTypeOf(Auth.platformTicket({ platform: "steam", ticket: secret })).toEqualTypeOf<
      Asked<Auth.PlatformSignedIn>
    >()
    expectTypeOf<Auth.PlatformSignedIn["token"]>().toEqualTypeOf<Redacted.Redacted>()
    expectTypeOf<AuthTokens.NewToken["token"]>().toEqualTypeOf<Redacted.Redacted>()
    // @ts-expect-error the only platform that is known is steam
    void Auth.platformTicket({ platform: "club", ticket: secret })
    // @ts-expect-error a bare ticket ends up in logs
    void Auth.platformTicket({ platform: "steam", ticket: "14000000" })
    // @ts-expect-error a bare token ends up in logs
    void Auth.queryToken({ token: text })
    // @ts-expect-error full or selected
    void AuthTokens.create({ type: "half" })
  })

  it("pays with pixels for a number of decorations", () => {
    expectTypeOf(Decorations.pixelize({ count: 1 })).toEqualTypeOf<Asked<Decorations.Pixelized>>()
    // @ts-expect-error how many?
    void Decorations.pixelize({ theme: "" })
  })
})
