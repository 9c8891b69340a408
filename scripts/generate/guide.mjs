// The reference of all commands in the guide of the command, made from their help.
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import * as Effect from "effect/Effect"

export const make = async ({ outputs: [page], read, root }) => {
  const { guide } = await import(pathToFileURL(join(root, "packages/cli/test/support/guide.ts")).href)
  return [await Effect.runPromise(guide(read(page), read("packages/cli/README.md")))]
}
