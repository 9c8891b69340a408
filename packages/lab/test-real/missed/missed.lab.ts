/** A test of a bot that fails; `../vitest.test.ts` runs it in a process of its own. */
import * as lab from "../../src/vitest.ts"

lab.test("builds ten creeps at once", {
  bots: { player: { code: { main: "module.exports.loop = () => {}" } } },
  milestones: [{ creeps: 10, within: 2 }]
})
