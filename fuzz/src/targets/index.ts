/** All targets by name. */
import type { Target } from "../target.ts"

interface Entry {
  /** How much of the time it gets, relative to the others. */
  readonly share: number
  readonly load: () => Promise<Target>
}

/** Forgets the type of a target's inputs: it is given only those that it made. */
const loading = <Name extends string>(
  module: Promise<Readonly<Record<Name, unknown>>>,
  name: Name
): Promise<Target> => module.then((loaded) => loaded[name] as Target)

const targets: Readonly<Record<string, Entry>> = {
  answers: { share: 4, load: () => loading(import("./answers.ts"), "answers") },
  frames: { share: 4, load: () => loading(import("./frames.ts"), "frames") },
  servers: { share: 1, load: () => loading(import("./servers.ts"), "servers") },
  texts: { share: 2, load: () => loading(import("./texts.ts"), "texts") },
  commands: { share: 2, load: () => loading(import("./commands.ts"), "commandLines") },
  agents: { share: 2, load: () => loading(import("./agents.ts"), "agents") },
  metrics: { share: 1, load: () => loading(import("./metrics.ts"), "metrics") },
  chunks: { share: 1, load: () => loading(import("./chunks.ts"), "chunks") },
  files: { share: 1, load: () => loading(import("./files.ts"), "files") },
  writes: { share: 1, load: () => loading(import("./writes.ts"), "writes") }
}

export const names: ReadonlyArray<string> = Object.keys(targets)
export const shares: Readonly<Record<string, number>> = Object.fromEntries(
  Object.entries(targets).map(([name, { share }]) => [name, share])
)

/** Loads a target; fails for an unknown name. */
export const byName = async (name: string): Promise<Target> => {
  const target = Object.hasOwn(targets, name) ? targets[name] : undefined
  if (target === undefined) throw new Error(`There is no target "${name}": use one of ${names.join(", ")}.`)
  return target.load()
}
