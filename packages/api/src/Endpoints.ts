/**
 * Every operation, as data.
 *
 * @since 0.1.0
 */
import * as Auth from "./Auth.ts"
import * as Code from "./Code.ts"
import * as Game from "./Game.ts"
import * as Memory from "./Memory.ts"
import type { Any } from "./Operation.ts"
import * as Register from "./Register.ts"
import * as User from "./User.ts"

/**
 * Every operation of the SDK: what tables, documents and tests are made from.
 *
 * @category data
 * @since 0.1.0
 */
export const all: ReadonlyArray<Any> = [
  Auth.signIn,
  Auth.me,
  Auth.authmod,
  Register.submit,
  Game.version,
  Game.time,
  Game.worldSize,
  Game.roomTerrain,
  Game.roomStatus,
  Game.roomOverview,
  Game.placeSpawn,
  User.worldStatus,
  User.worldStartRoom,
  User.branches,
  User.console,
  Code.get,
  Code.set,
  Memory.get,
  Memory.set
]
