/** Stores before July 2019, whose amounts and capacities were fields of the object itself. */
import { isDocument, type Document } from "../rooms/RoomPatch.ts"
import * as Resource from "../economy/Resource.ts"

const numberOf = (document: Document, field: string): number | undefined => {
  const value = Object.hasOwn(document, field) ? document[field] : undefined
  return typeof value === "number" ? value : undefined
}

const withNumbers = (entries: ReadonlyArray<readonly [string, number | undefined]>) =>
  Object.fromEntries(entries.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))

/** The fields of a document that are amounts of resources. */
const amountsIn = (document: Document) =>
  Object.keys(document).filter((field) => Resource.isKnown(field) && typeof document[field] === "number")

/** The mineral of a laboratory, which had a field for its name. */
const mineralOf = (document: Document): string | undefined => {
  const name = document["mineralType"]
  return typeof name === "string" && Resource.isKnown(name) ? name : undefined
}

/** Whether amounts or a capacity are fields of the document, which has no store. */
export const hasOldStore = (document: unknown): document is Document =>
  isDocument(document) &&
  (document["store"] ?? undefined) === undefined &&
  (numberOf(document, "energyCapacity") !== undefined ||
    amountsIn(document).length > 0 ||
    (mineralOf(document) !== undefined && numberOf(document, "mineralAmount") !== undefined))

/**
 * Returns a document with its old store in the present form; `fields` are those that its kind has. The same document if it has
 * no old store.
 */
export const withStore = (document: Document, fields: object): Document => {
  if (!("store" in fields) || !hasOldStore(document)) return document
  const mineral = mineralOf(document)
  const store = withNumbers([
    ...amountsIn(document).map((resource) => [resource, numberOf(document, resource)] as const),
    ...(mineral === undefined ? [] : [[mineral, numberOf(document, "mineralAmount")] as const])
  ])
  const energy = numberOf(document, "energyCapacity")
  const limits = withNumbers([
    ["energy", energy],
    ["G", numberOf(document, "GCapacity")],
    ["power", numberOf(document, "powerCapacity")],
    ...(mineral === undefined ? [] : [[mineral, numberOf(document, "mineralCapacity")] as const])
  ])
  const isLimited = "storeCapacityResource" in fields
  return {
    ...document,
    store,
    ...(isLimited && document["storeCapacityResource"] === undefined && energy !== undefined
      ? { storeCapacityResource: limits }
      : {}),
    ...(!isLimited &&
    "storeCapacity" in fields &&
    document["storeCapacity"] === undefined &&
    energy !== undefined
      ? { storeCapacity: energy }
      : {})
  }
}
