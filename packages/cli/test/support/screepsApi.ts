// Signs in with version 1 of the client that most tools use, at the server `local` of the file in SCREEPS_CONFIG.
import { ScreepsAPI } from "screeps-api"

const api = await ScreepsAPI.fromConfig("local")
// Its declarations lack the promise.
const { username } = await Promise.resolve(api.raw.auth.me())
console.log(JSON.stringify({ opts: api.opts, username }))
process.exit()
