/** Measures one client of one benchmark for `isolated.ts`. */
import { benchmarksOf } from "./benchmarks.ts"
import { warm } from "./harness.ts"
import type { Description } from "./isolated.ts"
import { loadPeers } from "./peers.ts"

const [benchmarkName, index] = process.argv.slice(2)
const { peers } = await loadPeers()
const benchmark = benchmarksOf(peers).find(({ name }) => name === benchmarkName)
if (benchmark === undefined) throw new Error(`There is no benchmark "${benchmarkName}".`)
const { clients } = await benchmark.open()
const client = clients[Number(index)]
if (client === undefined) throw new Error(`"${benchmarkName}" has no client ${index}.`)
const measure = await warm(client)
process.on("message", async () => process.send?.(await measure()))
process.on("disconnect", () => process.exit())
process.send?.(clients.map(({ does, isOurs, name }): Description => ({ name, does, isOurs })))
