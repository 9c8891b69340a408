/**
 * Keeps series apart: Effect accepts metrics of one name with several types and labels that differ in a forbidden
 * character only, but formats do not.
 */
import type * as Metric from "effect/Metric"

/** How a format spells names. */
export interface Naming {
  /** Returns the name of a metric; `""` if nothing remains of it. */
  readonly name: (id: string) => string
  /** Returns the name of a label. */
  readonly label: (name: string) => string
  /** Names that the format adds to the labels of a type of metric. */
  readonly reserved: (type: Metric.Metric.Type) => ReadonlyArray<string>
}

/** Labels that name the unit, which Effect's formats do not show as labels. */
export const isUnit = (label: string): boolean => label === "unit" || label === "time_unit"

type Metadata = Metric.MetricRegistry extends Map<string, infer M> ? M : never

/** Names of the series of a metric. */
const namesOf = (name: string, type: Metric.Metric.Type): ReadonlyArray<string> => {
  if (type === "Histogram") return [name, `${name}_bucket`, `${name}_sum`, `${name}_count`]
  return type === "Summary" ? [name, `${name}_sum`, `${name}_count`] : [name]
}

const renamed = (attributes: Metric.Metric.AttributeSet, taken: ReadonlyArray<string>, naming: Naming) => {
  const labels = new Map<string, string>()
  for (const [key, value] of Object.entries(attributes)) {
    if (isUnit(key)) {
      labels.set(key, value)
      continue
    }
    const base = naming.label(key)
    let label = base
    for (let i = 2; labels.has(label) || isUnit(label) || taken.includes(label); i++) label = `${base}_${i}`
    labels.set(label, value)
  }
  return Object.fromEntries(labels)
}

const keyOf = (name: string, attributes: Metric.Metric.AttributeSet) =>
  JSON.stringify([
    name,
    Object.entries(attributes)
      .filter(([label]) => !isUnit(label))
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      // Half a character is sent as the replacement character.
      .map(([label, value]) => [label, value.replace(/[\ud800-\udfff]/gu, "\ufffd")])
  ])

const distinct = (registry: Metric.MetricRegistry, naming: Naming): Map<string, Metadata> => {
  const kept = new Map<string, Metadata>()
  /** The metric that each name belongs to. */
  const owners = new Map<string, string>()
  for (const metadata of registry.values()) {
    const name = naming.name(metadata.id)
    const owner = `${metadata.type} ${name}`
    const names = namesOf(name, metadata.type)
    if (name === "" || names.some((one) => (owners.get(one) ?? owner) !== owner)) continue
    const attributes = renamed(metadata.attributes ?? {}, naming.reserved(metadata.type), naming)
    const key = keyOf(name, attributes)
    if (kept.has(key)) continue
    for (const one of names) owners.set(one, owner)
    kept.set(key, { ...metadata, id: name, attributes })
  }
  return kept
}

/**
 * Returns a view of a registry with valid and distinct names; of series that conflict, the one that was created first
 * is kept.
 */
export const view = (
  registry: Metric.MetricRegistry,
  naming: Naming,
  onConflicts: (count: number) => void
): Metric.MetricRegistry =>
  new (class extends Map<string, Metadata> {
    override values() {
      const kept = distinct(registry, naming)
      onConflicts(registry.size - kept.size)
      return kept.values()
    }
  })()
