declare global {
  interface CreepMemory {
    isFull?: boolean
  }
}

/** Harvests until the creep is full, then brings the energy to the spawn or to the controller. */
export const work = (creep: Creep, spawn: StructureSpawn, isGrowing: boolean): void => {
  if (creep.store.energy === 0) creep.memory.isFull = false
  if (creep.store.getFreeCapacity() === 0) creep.memory.isFull = true

  const source = creep.pos.findClosestByRange(FIND_SOURCES)
  if (creep.memory.isFull !== true && source !== null) {
    if (creep.harvest(source) === ERR_NOT_IN_RANGE) creep.moveTo(source)
    return
  }
  const { controller } = creep.room
  if (isGrowing && spawn.store.getFreeCapacity("energy") > 0) {
    if (creep.transfer(spawn, "energy") === ERR_NOT_IN_RANGE) creep.moveTo(spawn)
  } else if (controller !== undefined && creep.upgradeController(controller) === ERR_NOT_IN_RANGE) {
    creep.moveTo(controller)
  }
}
