/** The script of the page: `scripts/generate/page.mjs` compiles it for the pages of `RoomPage`. */
import type { UserId } from "@screeps-effect/schema/UserId"
import type { About } from "../page.ts"
import { dataElements, dataOf } from "./dom.ts"
import * as Live from "./live.ts"
import * as Replay from "./replay.ts"
import { Rooms } from "./rooms.ts"

const about: About & { readonly user?: UserId } = dataOf(dataElements("about")[0])
const rooms = new Rooms(about.rooms, about.user)
document.body.dataset["mode"] = about.mode
document.addEventListener("keydown", ({ key }) => key === "Escape" && rooms.unselect())
if (about.mode === "live") Live.start(rooms, about)
else Replay.start(rooms, about)
