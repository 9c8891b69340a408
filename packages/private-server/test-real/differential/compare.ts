/** Compares two protocols of the same scenario, apart from ids and times. */
import type { Protocol } from "./stage.ts"

/** A difference between the responses or frames of two servers. */
export interface Difference {
  readonly step: string
  readonly path: string
  readonly real: string
  readonly memory: string
}

/** A known difference, and its reason. `step` and `path` are regular expressions. */
export interface Known {
  readonly step: string
  readonly path: string
  readonly why: string
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const isId = (text: string) => /^[0-9a-f]{12,24}$/.test(text)

/** Whether a field is internal: of the storage, or temporary during the processing of a tick. */
const isBookkeeping = (key: string) => key === "meta" || key === "$loki" || /^_(?!id$)/.test(key)

const isMoment = (value: number) => value > 1.5e12 && value < 3e12

/** Replaces what differs between any two runs of the same server: times, tokens, traces. */
const essence = (value: unknown): unknown => {
  if (typeof value === "number") return isMoment(value) ? "<moment>" : value
  if (typeof value !== "string") return value
  if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)) return "<moment>"
  if (/^time \d+$/.test(value)) return "time <moment>"
  // Stack traces contain the file names of the server's machine.
  if (/^(?:[A-Z]\w*)?Error: /.test(value)) return value.split("\n")[0]
  const page = /^<!DOCTYPE html>[^]*<pre>(.*?)(?:<br>|<\/pre>)/.exec(value)
  if (page !== null) return `page: ${page[1]}`
  return value.replaceAll(/\b[0-9a-f]{40}\b/g, "<token>")
}

const show = (value: unknown) => {
  const text = value === undefined ? "nothing" : JSON.stringify(value)
  return text.length > 160 ? `${text.slice(0, 160)}…` : text
}

/** The compared fields of users; private servers also send private ones: mail addresses, password hashes, settings. */
const ofUser = new Set(["_id", "username", "badge"])

const isUser = (path: string) => /\.users\.[^.]+$/.test(path)

/** Returns a key by which records with different ids can be matched. */
const look = (value: unknown) => {
  if (!isRecord(value)) return ""
  const { name, structureType, type, username, x, y } = value
  return JSON.stringify([type, structureType, name, username, x, y])
}

/** Compares two protocols. Ids are equal when each one always corresponds to the same other one. */
export const compare = (real: Protocol, memory: Protocol): ReadonlyArray<Difference> => {
  const found: Array<Difference> = []
  const theirs = new Map<string, string>()
  const ours = new Map<string, string>()

  const match = (a: string, b: string) => {
    if (theirs.get(a) === b) return true
    if (theirs.has(a) || ours.has(b)) return false
    theirs.set(a, b)
    ours.set(b, a)
    return true
  }

  /** Pairs of keys: equal ones, those of matched ids, then unknown ids of similar records. */
  const pairs = (a: Readonly<Record<string, unknown>>, b: Readonly<Record<string, unknown>>) => {
    const keys = Object.keys(a).filter((key) => !isBookkeeping(key))
    const left = new Set(Object.keys(b).filter((key) => !isBookkeeping(key)))
    const list: Array<readonly [string | undefined, string | undefined]> = []
    const unmatched: Array<string> = []
    for (const key of keys) {
      const known = theirs.get(key) ?? key
      if (left.delete(known)) list.push([key, known])
      else if (isId(key) && !theirs.has(key)) unmatched.push(key)
      else list.push([key, undefined])
    }
    for (const key of unmatched) {
      const others = [...left].filter((other) => isId(other) && !ours.has(other))
      const alike = others.find((other) => look(b[other]) === look(a[key]))
      if (alike !== undefined && match(key, alike) && left.delete(alike)) list.push([key, alike])
      else list.push([key, undefined])
    }
    for (const key of left) list.push([undefined, key])
    return list
  }

  const walk = (step: string, path: string, a: unknown, b: unknown): void => {
    const note = () => found.push({ step, path, real: show(a), memory: show(b) })
    if (Array.isArray(a) && Array.isArray(b)) {
      if (a.length !== b.length) return void note()
      for (const [i, item] of a.entries()) walk(step, `${path}[${i}]`, item, b[i])
      return
    }
    if (isRecord(a) && isRecord(b)) {
      for (const [mine, other] of pairs(a, b)) {
        if (isUser(path) && !ofUser.has(mine ?? other ?? "")) continue
        const name = mine ?? other ?? ""
        const key = isId(name) ? "*" : name
        const value = other === undefined ? undefined : b[other]
        walk(step, `${path}.${key}`, mine === undefined ? undefined : a[mine], value)
      }
      return
    }
    if (typeof a === "string" && typeof b === "string" && isId(a) && isId(b)) {
      if (!match(a, b)) note()
      return
    }
    if (essence(a) !== essence(b)) note()
  }

  const steps = Math.max(real.lines.length, memory.lines.length)
  for (let i = 0; i < steps; i++) {
    const [a, b] = [real.lines[i], memory.lines[i]]
    const step = a?.step ?? b?.step ?? ""
    if (a?.step !== b?.step) found.push({ step, path: "step", real: show(a?.step), memory: show(b?.step) })
    walk(step, "", a?.result, b?.result)
  }
  for (const channel of new Set([...real.frames.keys(), ...memory.frames.keys()])) {
    const [a, b] = [real.frames.get(channel) ?? [], memory.frames.get(channel) ?? []]
    if (a.length !== b.length)
      found.push({ step: channel, path: "count", real: show(a.length), memory: show(b.length) })
    for (let i = 0; i < Math.min(a.length, b.length); i++) walk(`${channel} #${i + 1}`, "", a[i], b[i])
  }
  return found
}

/** Returns differences without an explanation, and explanations without a difference. */
export const judge = (differences: ReadonlyArray<Difference>, known: ReadonlyArray<Known>) => {
  const covers = ({ path, step }: Known, difference: Difference) =>
    new RegExp(step).test(difference.step) && new RegExp(path).test(difference.path)
  return {
    unexplained: differences.filter((difference) => !known.some((one) => covers(one, difference))),
    idle: known.filter((one) => !differences.some((difference) => covers(one, difference)))
  }
}
