/** Leaves out names that a server chooses and that contain a secret: it may repeat a token as a key, and metrics are public. */
import * as Session from "@screeps-effect/api/Session"
import * as Resource from "@screeps-effect/schema/Resource"
import type { Services } from "@screeps-effect/socket/Screeps"
import * as Context from "effect/Context"
import { labelsOf, maxLabel, type Sample } from "./samples.ts"
import type { SourceKey } from "./series.ts"

/** Labels whose values this package chooses. */
const own: ReadonlySet<string> = new Set(["mode", "owner", "structure"])

/** Decides what may be shown. */
export interface Secrets {
  /** Whether a text contains a secret of an account, or what looks like one. */
  readonly areIn: (text: string) => boolean
  /** Returns the samples of a source whose labels may be shown. */
  readonly withoutSecrets: (source: SourceKey, samples: ReadonlyArray<Sample>) => ReadonlyArray<Sample>
}

/** Knows the secrets of all accounts: several may be on one server. */
export const make = (accounts: ReadonlyArray<Context.Context<Services>>): Secrets => {
  const redactions = accounts.map((services) => Context.get(services, Session.Session).redact)
  const areIn = (text: string) => redactions.some((redact) => redact(text) !== text)

  /** Returns the part of a label that the server chose: a configured word or one of the game is no secret. */
  const chosen = ({ item, shard }: SourceKey, label: string, text: string): string => {
    if (own.has(label) || text === shard || text === item) return ""
    if (label === "resource" && Resource.isKnown(text)) return ""
    return label === "path" && item !== undefined && text.startsWith(item) ? text.slice(item.length) : text
  }

  return {
    areIn,
    withoutSecrets: (source, samples) =>
      samples.filter(({ labels, name }) =>
        labelsOf(name).every((label) => {
          const text = labels[label]
          if (text === undefined) return true
          return text.length <= maxLabel && !areIn(chosen(source, label, text))
        })
      )
  }
}
