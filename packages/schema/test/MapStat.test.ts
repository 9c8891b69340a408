import * as MapStat from "@screeps-effect/schema/MapStat"
import * as Schema from "effect/Schema"
