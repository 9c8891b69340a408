/** The package can be loaded by programs in CommonJS. */
import { execFile } from "node:child_process"
import { promisify } from "node:util"
import { assert, it } from "@effect/vitest"

const program = `
const { connect, ScreepsError } = require("@screeps-effect/promise")
connect({ url: "http://127.0.0.1:1", guest: true })
  .then((screeps) =>
    screeps.game
      .roomTerrain({ room: "nowhere" })
      .catch((error) => console.log(error instanceof ScreepsError, error.reason._tag))
      .then(() => screeps.close())
  )
`

it("works with require", async () => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["--input-type=commonjs", "--disable-warning=ExperimentalWarning", "--eval", program],
    { cwd: import.meta.dirname }
  )
  assert.strictEqual(stdout, "true InvalidInput\n")
})
