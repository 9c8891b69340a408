/** The same bot with a mistake: the names of its creeps have no role. */
import { work } from "./work"

const roleOf = (creep: Creep): string => {
  const role = creep.name.split("-")[1]
  if (role === undefined) throw new Error(`${creep.name} has no role`)
  return role
}

export const loop = (): void => {
  const creeps = Object.values(Game.creeps)
  for (const spawn of Object.values(Game.spawns)) {
    if (creeps.length < 3 && !spawn.spawning)
      spawn.spawnCreep(["work", "carry", "move"], `worker${Game.time}`)
    for (const creep of creeps) if (roleOf(creep) === "worker") work(creep, spawn, creeps.length < 3)
  }
}
