/** All kinds of jobs. */
import type { Kind, KindDefinition } from "../job.ts"
import { history } from "./history.ts"
import { orders, prices } from "./market.ts"
import { ranks } from "./ranks.ts"
import { rooms } from "./rooms.ts"
import { terrain } from "./terrain.ts"

export const definitions: { readonly [K in Kind]: KindDefinition } = {
  rooms,
  orders,
  ranks,
  history,
  prices,
  terrain
}
