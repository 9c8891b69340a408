/** Writes the reference of all commands into the guide: `pnpm generate` runs this. */
import { Effect } from "effect"
import { current, guide, write } from "./guide.ts"

write(await Effect.runPromise(guide(current())))
