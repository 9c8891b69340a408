/** Edits of recorded values and texts, one at a time, so that a failing input can be reduced to the few that matter. */
import * as Hostile from "./hostile.ts"
import type { Random } from "./random.ts"
import { render, type Text } from "./text.ts"

type Step = string | number

/** One edit: of the value at a path, or of the text; positions in the text are fractions of its length. */
export type Edit =
  | { readonly edit: "set"; readonly path: ReadonlyArray<Step>; readonly json: Text }
  | { readonly edit: "remove"; readonly path: ReadonlyArray<Step> }
  | { readonly edit: "rename"; readonly path: ReadonlyArray<Step>; readonly to: string }
  | { readonly edit: "add"; readonly path: ReadonlyArray<Step>; readonly key: string; readonly json: Text }
  | { readonly edit: "list"; readonly path: ReadonlyArray<Step> }
  | { readonly edit: "cut"; readonly at: number }
  | { readonly edit: "byte"; readonly at: number; readonly value: number }
  | { readonly edit: "insert"; readonly at: number; readonly text: Text }
  | { readonly edit: "whole"; readonly text: Text }
  | { readonly edit: "twice" }
  | { readonly edit: "utf16" }

/** Text in the place of a value. */
class Raw {
  readonly text: Text
  constructor(text: Text) {
    this.text = text
  }
}

type Container = Array<unknown> | Record<string, unknown>
const isContainer = (value: unknown): value is Container =>
  typeof value === "object" && value !== null && !(value instanceof Raw)

const get = (value: Container, step: Step): unknown =>
  Object.hasOwn(value, step) ? (value as Record<Step, unknown>)[step] : undefined

const put = (value: Container, step: Step, entry: unknown) =>
  Object.defineProperty(value, step, { value: entry, enumerable: true, configurable: true, writable: true })

const copy = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(copy)
  if (!isContainer(value)) return value
  const copied = {}
  for (const [key, entry] of Object.entries(value)) put(copied, key, copy(entry))
  return copied
}

const print = (value: unknown): string => {
  if (value instanceof Raw) return render(value.text)
  if (Array.isArray(value)) return `[${value.map((entry) => print(entry)).join(",")}]`
  if (isContainer(value)) {
    return `{${Object.entries(value)
      .map(([key, entry]) => `${JSON.stringify(key)}:${print(entry)}`)
      .join(",")}}`
  }
  return JSON.stringify(value) ?? "null"
}

/** The container of the last step of a path, unless an earlier edit removed it. */
const parentOf = (whole: unknown, path: ReadonlyArray<Step>): Container | undefined => {
  let value = whole
  for (const step of path.slice(0, -1)) {
    if (!isContainer(value)) return undefined
    value = get(value, step)
  }
  return isContainer(value) ? value : undefined
}

const editValue = (root: Container, edit: Edit) => {
  if (!("path" in edit)) return
  const path = [0, ...edit.path]
  const last = path.at(-1) ?? 0
  const parent = parentOf(root, path)
  if (parent === undefined) return
  if (edit.edit === "set") put(parent, last, new Raw(edit.json))
  else if (edit.edit === "remove") {
    if (Array.isArray(parent)) parent.splice(Number(last), 1)
    else delete parent[String(last)]
  } else if (edit.edit === "rename") {
    if (Array.isArray(parent)) return
    const entry = get(parent, last)
    delete parent[String(last)]
    put(parent, edit.to, entry)
  } else {
    const value = get(parent, last)
    if (!isContainer(value)) return
    if (edit.edit === "list") put(parent, last, Object.fromEntries(Object.entries(value)))
    else if (Array.isArray(value)) value.push(new Raw(edit.json))
    else put(value, edit.key, new Raw(edit.json))
  }
}

const editBytes = (bytes: Buffer, edit: Edit): Buffer => {
  if (edit.edit === "whole") return Buffer.from(render(edit.text))
  if (edit.edit === "twice") return Buffer.concat([bytes, bytes])
  if (edit.edit === "utf16") return Buffer.from(bytes.toString(), "utf16le")
  if (!("at" in edit)) return bytes
  const at = Math.floor(edit.at * bytes.length)
  if (edit.edit === "cut") return bytes.subarray(0, at)
  if (edit.edit === "insert")
    return Buffer.concat([bytes.subarray(0, at), Buffer.from(render(edit.text)), bytes.subarray(at)])
  const changed = Buffer.from(bytes)
  if (at < changed.length) changed[at] = edit.value
  return changed
}

const isText = (edit: Edit): boolean => !("path" in edit)

/** Applies edits to a value: first those of values, then those of the text. */
export const apply = (value: unknown, edits: ReadonlyArray<Edit>): Buffer => {
  const root = [typeof value === "object" ? copy(value) : value]
  for (const edit of edits) editValue(root, edit)
  const text = typeof root[0] === "string" ? root[0] : print(root[0])
  return applyToBytes(Buffer.from(text), edits.filter(isText))
}

/** Applies the edits of texts to bytes. */
export const applyToBytes = (bytes: Buffer, edits: ReadonlyArray<Edit>): Buffer =>
  edits.reduce(editBytes, bytes)

/** Chooses a place in a value. */
const placeIn = (random: Random, value: unknown): ReadonlyArray<Step> => {
  const path: Array<Step> = []
  let inner = value
  while (isContainer(inner) && random.chance(0.8)) {
    const keys = Object.keys(inner)
    if (keys.length === 0) break
    const key = random.pick(keys)
    path.push(Array.isArray(inner) ? Number(key) : key)
    inner = get(inner, key)
  }
  return path
}

/** Chooses an edit of a value. */
export const ofValue = (random: Random, value: unknown): Edit => {
  const path = placeIn(random, value)
  const kind = random.next()
  if (kind < 0.62) return { edit: "set", path, json: Hostile.json(random) }
  if (kind < 0.74) return { edit: "remove", path }
  if (kind < 0.78) return { edit: "rename", path, to: Hostile.key(random) }
  if (kind < 0.82) return { edit: "list", path }
  return { edit: "add", path, key: Hostile.key(random), json: Hostile.json(random) }
}

/** Chooses an edit of a text. */
export const ofText = (random: Random): Edit => {
  const kind = random.next()
  const at = random.next()
  if (kind < 0.25) return { edit: "cut", at }
  if (kind < 0.5) return { edit: "byte", at, value: random.below(256) }
  if (kind < 0.7) return { edit: "insert", at, text: Hostile.text(random) }
  if (kind < 0.78) return { edit: "insert", at: 0, text: random.pick(["\ufeff", " ", ")]}',\n", "{"]) }
  if (kind < 0.9) {
    const text = Hostile.text(random)
    const page: Text = ["<!doctype html><pre>", ...(typeof text === "string" ? [text] : text), "</pre>"]
    return {
      edit: "whole",
      text: random.chance(0.5) ? page : random.chance(0.5) ? text : Hostile.json(random)
    }
  }
  return kind < 0.95 ? { edit: "twice" } : { edit: "utf16" }
}
