import { type Badge, type BadgeInput, parse as badgeOf } from "@screeps-effect/schema/Badge"
import type { Decoration } from "@screeps-effect/schema/Decoration"
import { type MapStatsRoom, stat } from "@screeps-effect/schema/MapStats"
import { isFill, type MarketEvent, type MarketFill } from "@screeps-effect/schema/MoneyEntry"
import type { NotifyPrefsInput } from "@screeps-effect/schema/NotifyPrefs"
import { type Order, type OwnOrder } from "@screeps-effect/schema/Order"
import type { ScoreboardEntry } from "@screeps-effect/schema/ScoreboardEntry"
import type { Owner, UserBrief } from "@screeps-effect/schema/UserBrief"
import type { UserFound } from "@screeps-effect/schema/UserFound"
import { describe, expectTypeOf, it } from "vitest"

declare const market: MarketEvent
declare const decoration: Decoration
declare const room: MapStatsRoom

describe("records", () => {
  it("of own orders are orders", () => {
    expectTypeOf<OwnOrder>().toExtend<Order>()
  })

  it("of money entries are narrowed by the kind of the market's event", () => {
    expectTypeOf(isFill).guards.toEqualTypeOf<MarketFill>()
    expectTypeOf(market).not.toExtend<MarketFill>()
  })

  it("of decorations have paths when they are badges", () => {
    expectTypeOf(decoration).not.toHaveProperty("badge")
    if ("badge" in decoration) expectTypeOf(decoration.badge.path1).toEqualTypeOf<string>()
  })

  it("of users may lack the name", () => {
    expectTypeOf<UserBrief["username"]>().toEqualTypeOf<string | null | undefined>()
    expectTypeOf<Owner["username"]>().toEqualTypeOf<string | null | undefined>()
    expectTypeOf<UserFound["username"]>().toEqualTypeOf<string | null | undefined>()
    expectTypeOf<ScoreboardEntry["username"]>().toEqualTypeOf<string | null | undefined>()
  })

  it("of users have a badge only after badgeOf", () => {
    expectTypeOf<NonNullable<UserBrief["badge"]>>().not.toHaveProperty("type")
    expectTypeOf<UserBrief["badge"]>().toExtend<Parameters<typeof badgeOf>[0]>()
    expectTypeOf(badgeOf).returns.toEqualTypeOf<Badge | undefined>()
  })

  it("of the map have known statistics only", () => {
    expectTypeOf(stat).parameter(1).not.toEqualTypeOf<string>()
    expectTypeOf(stat(room, "creepsLost8")).items.toHaveProperty("value")
    // @ts-expect-error a layer has no statistic
    stat(room, "owner0")
  })

  it("for requests are closed", () => {
    expectTypeOf<{ readonly interval: 7 }>().not.toExtend<NotifyPrefsInput>()
    expectTypeOf<{ readonly interval: 60 }>().toExtend<NotifyPrefsInput>()
    expectTypeOf<BadgeInput["color1"]>().toEqualTypeOf<string>()
  })

  it("are assignable from plain objects", () => {
    expectTypeOf({
      type: 3,
      color1: "#112233",
      color2: "#112233",
      color3: "#112233",
      param: 0
    }).toExtend<BadgeInput>()
  })
})
