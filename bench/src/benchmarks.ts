/** All benchmarks, in the order in which they run. */
import * as calls from "./calls.ts"
import * as answers from "./cases/answers.ts"
import * as decode from "./cases/decode.ts"
import * as history from "./cases/history.ts"
import * as market from "./cases/market.ts"
import * as objects from "./cases/objects.ts"
import * as rooms from "./cases/rooms.ts"
import * as tolerant from "./cases/tolerant.ts"
import * as frames from "./frames.ts"
import { type Benchmark, compare } from "./harness.ts"
import { memory } from "./memory.ts"
import type { Peer } from "./peers.ts"
import * as start from "./start.ts"
import { world } from "./world.ts"

export const benchmarksOf = (peers: ReadonlyArray<Peer>): ReadonlyArray<Benchmark> => [
  ...[
    ...decode.cases,
    ...answers.cases,
    ...market.cases,
    ...objects.cases,
    ...history.cases,
    ...rooms.cases,
    ...tolerant.cases
  ].map(compare),
  ...calls.benchmarks(peers),
  ...frames.benchmarks(peers),
  frames.growth,
  memory,
  world,
  ...start.benchmarks(peers)
]
