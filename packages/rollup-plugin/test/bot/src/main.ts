import { run } from "./role/harvester.ts"

interface Creep {
  readonly name: string
}

// Types and comments are not part of the bundle, so that its lines differ from these.
export const loop = (): void => {
  const creeps: ReadonlyArray<Creep> = [{ name: "Harvester1" }]
  for (const creep of creeps) run(creep.name)
}
