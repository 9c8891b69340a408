import { assert, describe, it } from "@effect/vitest"
import { all } from "@screeps-effect/api/Endpoints"
import type { AnyOperation } from "@screeps-effect/api/Operation"
import { type Case, nameOf } from "./support/case.ts"
import {
  absent,
  neverRefused,
  neverSent,
  ofAdminMod,
  ofOtherMods,
  onPlain,
  withMods
} from "./support/operations.ts"

const named = (list: ReadonlyArray<readonly [AnyOperation, unknown]>) => [
  ...new Set(list.map(([operation]) => nameOf(operation)))
]
const claims = (cases: Readonly<Record<string, ReadonlyArray<Case>>>, claim: "accepts" | "refuses") =>
  Object.values(cases).flatMap((theme) => theme.flatMap((one) => one[claim].map(nameOf)))

describe("every operation", () => {
  const accepted = new Set(claims(onPlain, "accepts"))
  const acceptedWithMods = new Set(claims(withMods, "accepts").filter((name) => !accepted.has(name)))
  const refused = new Set([...claims(onPlain, "refuses"), ...claims(withMods, "refuses")])

  it("succeeds on a plain server or with mods, or exists on neither, or is never sent", () => {
    const classes = [
      ...accepted,
      ...acceptedWithMods,
      ...named(absent),
      ...named(ofOtherMods),
      ...named(neverSent)
    ]
    const names = all.map(nameOf)
    const found = {
      missing: names.filter((name) => !classes.includes(name)),
      twice: classes.filter((name, i) => classes.indexOf(name) !== i),
      unknown: classes.filter((name) => !names.includes(name))
    }
    assert.deepStrictEqual(found, { missing: [], twice: [], unknown: [] })
  })

  it("declares whether private servers and the admin mod have it", () => {
    const ofMod = all.filter(({ mod }) => mod === "screepsmod-admin-utils").map(nameOf)
    assert.sameMembers(named(ofAdminMod), ofMod)
    assert.includeMembers([...acceptedWithMods], ofMod)
    const lacking = all.filter(({ provenance: evidence }) => evidence.private === "absent").map(nameOf)
    assert.sameMembers(named(absent), lacking)
  })

  it("is rejected at least once, unless it cannot be rejected", () => {
    const elsewhere = new Set(
      [...absent, ...ofAdminMod, ...ofOtherMods, ...neverSent].map(([operation]) => nameOf(operation))
    )
    const here = all.map(nameOf).filter((name) => !elsewhere.has(name))
    assert.sameMembers(
      here.filter((name) => !refused.has(name)),
      neverRefused.map(nameOf)
    )
  })
})
