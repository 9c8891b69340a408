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
const claims = (cases: Readonly<Record<string, ReadonlyArray<Case>>>, claim: "takes" | "refuses") =>
  Object.values(cases).flatMap((theme) => theme.flatMap((one) => one[claim].map(nameOf)))

describe("every operation", () => {
  const taken = new Set(claims(onPlain, "takes"))
  const takenWithMods = new Set(claims(withMods, "takes").filter((name) => !taken.has(name)))
  const refused = new Set([...claims(onPlain, "refuses"), ...claims(withMods, "refuses")])

  it("succeeds on a plain server or with mods only, or is on neither, or is never sent", () => {
    const classes = [...taken, ...takenWithMods, ...named(absent), ...named(ofOtherMods), ...named(neverSent)]
    const names = all.map(nameOf)
    const found = {
      missing: names.filter((name) => !classes.includes(name)),
      twice: classes.filter((name, i) => classes.indexOf(name) !== i),
      unknown: classes.filter((name) => !names.includes(name))
    }
    assert.deepStrictEqual(found, { missing: [], twice: [], unknown: [] })
  })

  it("says by itself what private servers and the admin mod have of it", () => {
    const ofMod = all.filter(({ mod }) => mod === "screepsmod-admin-utils").map(nameOf)
    assert.sameMembers(named(ofAdminMod), ofMod)
    assert.includeMembers([...takenWithMods], ofMod)
    const lacking = all.filter(({ provenance: evidence }) => evidence.private === "absent").map(nameOf)
    assert.sameMembers(named(absent), lacking)
  })

  it("is refused once where a server has it, unless nothing can be refused", () => {
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
