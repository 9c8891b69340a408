/** Installs the secrets scanner before every test file, and searches its texts afterwards. */
import { afterAll } from "vitest"
import { install } from "./hooks.ts"
import { type Counts, type Found, make, type Scanner } from "./scanner.ts"

declare global {
  /** The scanner of this worker. */
  var secretsScanner: Scanner | undefined
}

declare module "vitest" {
  interface TaskMeta {
    /** How many places were searched for how many secrets, and how many were found. */
    secrets?: { readonly counts: Counts; readonly secrets: number; readonly found: number }
  }
}

const installed = async (): Promise<Scanner> => {
  const scanner = make()
  await install(scanner)
  return scanner
}

const scanner = (globalThis.secretsScanner ??= await installed())

/** Describes a found secret without showing it, since reports are kept. */
const describe = ({ kind, secret, text }: Found) => {
  const at = Math.max(0, text.indexOf(secret) - 60)
  return `${kind}: ${text.slice(at, at + 200).replaceAll(secret, `${secret.slice(0, 3)}…`)}`
}

// oxlint-disable-next-line eslint/no-empty-pattern -- the empty pattern requests no fixtures from the runner
afterAll(({}, file) => {
  const { counts, found, secrets } = scanner.end()
  file.meta.secrets = { counts, secrets, found: found.length }
  if (found.length > 0) {
    throw new Error(
      `secrets are shown in ${found.length} places:\n${found.slice(0, 10).map(describe).join("\n")}`
    )
  }
})
