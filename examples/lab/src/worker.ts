/** A small bot: three workers, which upgrade the controller. */
import { work } from "./work"

const body: BodyPartConstant[] = ["work", "carry", "move"]

export const loop = (): void => {
  const creeps = Object.values(Game.creeps)
  for (const spawn of Object.values(Game.spawns)) {
    if (creeps.length < 3 && !spawn.spawning) spawn.spawnCreep(body, `worker${Game.time}`)
    for (const creep of creeps) work(creep, spawn, creeps.length < 3)
  }
}
