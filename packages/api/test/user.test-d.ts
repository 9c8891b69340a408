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

type Call<A> = Effect.Effect<A, ScreepsError, ScreepsClient>

const id = UserId.make("7c8fe39e74fdae1")
const secret = Redacted.make("secret")
const text: string = "text"

describe("User", () => {
  it("requires exactly one of username and id for find", () => {
    expectTypeOf(User.find({ username: "bob" })).toEqualTypeOf<Call<User.FoundUser>>()
    expectTypeOf(User.find({ id })).toEqualTypeOf<Call<User.FoundUser>>()
    expectTypeOf(User.find).toExtend<Operation.AnyOperation>()
    // @ts-expect-error a server would return an arbitrary user
    void User.find()
    // @ts-expect-error a server would return an arbitrary user
    void User.find({})
    // @ts-expect-error a server would ignore the name
    void User.find({ username: "bob", id })
    // @ts-expect-error a string is not a UserId
    void User.find({ id: text })
  })

  it("requires an id for rooms", () => {
    expectTypeOf(User.rooms({ id, reservation: 1 })).toEqualTypeOf<Call<User.UserRooms>>()
    // @ts-expect-error a server would return the rooms of all users
    void User.rooms({})
    // @ts-expect-error the only value is 1
    void User.rooms({ id, reservation: true })
  })

  it("accepts only known statistics and intervals", () => {
    expectTypeOf(User.overview()).toEqualTypeOf<Call<User.Overview>>()
    expectTypeOf(User.stats({ id, interval: 180 })).toEqualTypeOf<Call<User.UserStats>>()
    // @ts-expect-error an interval is 8, 180 or 1440 minutes
    void User.overview({ interval: 7 })
    // @ts-expect-error fun is not a statistic
    void User.overview({ statName: "fun" })
    // @ts-expect-error interval is required
    void User.stats({ id })
  })

  it("has named outputs for whoAmI, respawn and the history of credits", () => {
    expectTypeOf(User.whoAmI()).toEqualTypeOf<Call<User.WhoAmI>>()
    expectTypeOf(User.moneyHistory()).toEqualTypeOf<Call<User.MoneyHistory>>()
    expectTypeOf(User.moneyHistoryEntries()).toEqualTypeOf<
      Stream.Stream<MoneyEntry, ScreepsError, ScreepsClient>
    >()
    expectTypeOf(User.respawn()).toEqualTypeOf<Call<DbUpdate>>()
    // @ts-expect-error respawn has no input
    void User.respawn({})
  })
})

describe("Messages", () => {
  it("address users by UserId, not by name", () => {
    expectTypeOf(Messages.send({ respondent: id, text })).toEqualTypeOf<Call<Ok>>()
    expectTypeOf(Messages.list({ respondent: id })).toEqualTypeOf<Call<Messages.MessageList>>()
    // @ts-expect-error a server would send it to an arbitrary user
    void Messages.send({ text })
    // @ts-expect-error a string is not a UserId
    void Messages.send({ respondent: text, text })
    // @ts-expect-error respondent is required
    void Messages.list()
    // @ts-expect-error a string is not a UserId
    void Messages.list({ respondent: text })
  })

  it("are marked as read by ObjectId", () => {
    expectTypeOf(Messages.markRead({ id: ObjectId.make("1") })).toEqualTypeOf<Call<Ok>>()
    // @ts-expect-error a server would mark every message of every user
    void Messages.markRead()
    // @ts-expect-error a server would mark every message of every user
    void Messages.markRead({})
    // @ts-expect-error a UserId is not an ObjectId
    void Messages.markRead({ id })
  })
})

describe("Code", () => {
  it("requires consent to overwrite a branch", () => {
    expectTypeOf(Code.clone({ branch: "dev", newName: "old" })).toEqualTypeOf<Call<Code.CodeStored>>()
    expectTypeOf(Code.createBranch({ newName: "old", modules: {} })).toEqualTypeOf<Call<Code.CodeStored>>()
    void Code.clone({ branch: "dev", newName: "old", existing: "overwrite" })
    void Code.cloneBranch({ branch: "dev", newName: "old", existing: "overwrite" })
    void Code.cloneBranch({ branch: "dev", newName: "old" })
    // @ts-expect-error the only value is overwrite
    void Code.cloneBranch({ branch: "dev", newName: "old", existing: "yes" })
    // @ts-expect-error a server would create a branch without a name
    void Code.cloneBranch({ branch: "dev", existing: "overwrite" })
    // @ts-expect-error a server would create a branch without a name
    void Code.clone({ branch: "dev" })
    // @ts-expect-error the only value is overwrite
    void Code.clone({ branch: "dev", newName: "old", existing: true })
  })

  it("sets the active branch of the world or the simulation", () => {
    expectTypeOf(Code.setActiveBranch({ branch: "dev", activeName: "activeSim" })).toEqualTypeOf<Call<Ok>>()
    // @ts-expect-error names are activeWorld and activeSim
    void Code.setActiveBranch({ branch: "dev", activeName: "world" })
    expectTypeOf(Code.removeBranch({ branch: "old" })).toEqualTypeOf<Call<Code.CodeStored>>()
    // @ts-expect-error branch is required
    void Code.removeBranch({})
  })
})

describe("Memory", () => {
  it("is removed with a path and cleared without one", () => {
    expectTypeOf(Memory.remove({ path: "flags" })).toEqualTypeOf<Call<DbInsert>>()
    expectTypeOf(Memory.clear()).toEqualTypeOf<Call<DbInsert>>()
    // @ts-expect-error a server would empty the whole Memory
    void Memory.remove({})
    // @ts-expect-error a server would empty the whole Memory
    void Memory.remove()
    // @ts-expect-error remove has no value
    void Memory.remove({ path: "flags", value: 1 })
    // @ts-expect-error clear has no path
    void Memory.clear({ path: "flags" })
  })

  it("is written with values that fit their schema", () => {
    expectTypeOf(Memory.write({ path: "level", value: 3 }, Schema.Int)).toEqualTypeOf<Call<DbInsert>>()
    // @ts-expect-error a string is not a number
    void Memory.write({ path: "level", value: "3" }, Schema.Int)
    // @ts-expect-error value is required
    void Memory.write({ path: "level" }, Schema.Int)
  })
})

describe("Segments", () => {
  it("are written one per call and read one or several per call", () => {
    expectTypeOf(Segments.set({ segment: 1, data: text })).toEqualTypeOf<Call<Ok>>()
    expectTypeOf(Segments.read({ segment: 1 })).toEqualTypeOf<Call<Option.Option<string>>>()
    expectTypeOf(Segments.readMany({ segments: [1, 2] })).toEqualTypeOf<
      Call<ReadonlyArray<Option.Option<string>>>
    >()
    expectTypeOf(Segments.get({ segment: [1, 2] })).toEqualTypeOf<Call<Segments.SegmentData>>()
    // @ts-expect-error one per call
    void Segments.set({ segment: [1, 2], data: text })
    // @ts-expect-error segments hold text
    void Segments.set({ segment: 1, data: { json: true } })
    // @ts-expect-error segment is required
    void Segments.get({})
  })
})

describe("account operations", () => {
  it("require the acknowledge text to change a password", () => {
    const acknowledge = "a wrong old password ends the server"
    expectTypeOf(Account.changePassword({ password: secret, acknowledge })).toEqualTypeOf<Call<Ok>>()
    // @ts-expect-error acknowledge is required
    void Account.changePassword({ oldPassword: secret, password: secret })
    // @ts-expect-error the text must be the exact one
    void Account.changePassword({ password: secret, acknowledge: "yes" })
    // @ts-expect-error an unredacted password would appear in logs
    void Account.changePassword({ password: "secret", acknowledge })
    // @ts-expect-error password is required
    void Account.changePassword({ oldPassword: secret, acknowledge })
  })

  it("accept only known preferences", () => {
    expectTypeOf(Account.notifyPrefs({ interval: 60 })).toEqualTypeOf<Call<DbUpdate>>()
    // @ts-expect-error servers would ignore it silently
    void Account.notifyPrefs({ interval: 7 })
    expectTypeOf(Account.badgeSvg({ username: "bob" })).toEqualTypeOf<Call<Account.BadgePicture>>()
    expectTypeOf<Account.BadgePicture>().toExtend<string>()
  })

  it("accept secrets only as Redacted", () => {
    expectTypeOf(Register.setUsername({ username: "dave" })).toEqualTypeOf<Call<DbUpdate>>()
    expectTypeOf(Auth.steamTicket({ ticket: secret })).toEqualTypeOf<Call<Auth.PlatformSignedIn>>()
    expectTypeOf<Auth.PlatformSignedIn["token"]>().toEqualTypeOf<Redacted.Redacted>()
    expectTypeOf<AuthTokens.NewToken["token"]>().toEqualTypeOf<Redacted.Redacted>()
    // @ts-expect-error an unredacted ticket would appear in logs
    void Auth.steamTicket({ ticket: "14000000" })
    // @ts-expect-error an unredacted token would appear in logs
    void Auth.queryToken({ token: text })
    // @ts-expect-error types are full and selected
    void AuthTokens.create({ type: "half" })
  })

  it("require a count for pixelize", () => {
    expectTypeOf(Decorations.pixelize({ count: 1 })).toEqualTypeOf<Call<Decorations.Pixelized>>()
    // @ts-expect-error count is required
    void Decorations.pixelize({ theme: "" })
  })
})
