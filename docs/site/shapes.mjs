// JSON Schema as tables for people.
const prefix = /^#\/(?:components\/schemas|\$defs)\//
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value)

/** As it may stand in a cell of a table. */
const cell = (text) => String(text).replaceAll("|", "\\|").replaceAll("\n", " ")
const row = (cells) => `| ${cells.map(cell).join(" | ")} |`
export const table = (head, rows) => [row(head), row(head.map(() => "---")), ...rows.map(row)].join("\n")

const literal = (value) => JSON.stringify(value)
const fewLiterals = 9

const notNull = (options) => options.filter((option) => option.type !== "null")
const allowsNull = (schema) => schema.anyOf?.some((option) => option.type === "null") ?? false

/** `{ allOf: [{ maxLength: 5 }] }` around a type says no more than which texts or numbers. */
const typeOf = (schema) => {
  if (!isObject(schema)) return "unknown"
  if (schema.$ref) return schema.$ref.replace(prefix, "").replace(/Encoded$/, "")
  if (schema.anyOf ?? schema.oneOf) {
    const options = notNull(schema.anyOf ?? schema.oneOf)
    const types = [...new Set(options.map(typeOf))]
    return types.length > fewLiterals ? `one of ${types.length}` : types.join(" | ") || "null"
  }
  if ("const" in schema) return literal(schema.const)
  if (schema.enum) {
    const { enum: values } = schema
    return values.length > fewLiterals
      ? `${values.slice(0, 4).map(literal).join(" | ")} | … (${values.length})`
      : values.map(literal).join(" | ")
  }
  if (schema.type === "array") {
    const inner = isObject(schema.items)
      ? typeOf(schema.items)
      : (schema.prefixItems ?? []).map(typeOf).join(", ")
    return schema.prefixItems ? `[${inner}]` : / /.test(inner) ? `(${inner})[]` : `${inner || "unknown"}[]`
  }
  if (schema.type === "object") {
    if (schema.properties) {
      return `{ ${Object.keys(schema.properties).join(", ")} }`
    }
    return isObject(schema.additionalProperties)
      ? `{ [name]: ${typeOf(schema.additionalProperties)} }`
      : "object"
  }
  return Array.isArray(schema.type) ? schema.type.join(" | ") : (schema.type ?? "unknown")
}

const bounds = (schema) => {
  const all = { ...schema, ...Object.assign({}, ...(schema.allOf ?? [])) }
  const said = []
  if (all.minLength > 1) said.push(`at least ${all.minLength} characters`)
  if (all.maxLength) said.push(`at most ${all.maxLength} characters`)
  if (typeof all.minimum === "number") said.push(`from ${all.minimum}`)
  if (typeof all.maximum === "number" && all.maximum < Number.MAX_SAFE_INTEGER) said.push(`to ${all.maximum}`)
  if (all.maxItems) said.push(`at most ${all.maxItems} items`)
  return said.join(", ")
}

const targetOf = (schema, components) => (schema.$ref ? components[schema.$ref.replace(prefix, "")] : schema)

/** A type, and what it is in JSON where its name does not say it. */
const typeCell = (schema, components) => {
  const target = targetOf(schema, components)
  const isValue = schema.$ref && isObject(target) && target.type !== "object"
  return `\`${typeOf(schema)}\`${isValue ? ` (\`${typeOf(target)}\`)` : ""}`
}

/** What a named text or number is: it stands for a field that needs no line of its own. */
const valueOf = (schema, components) => {
  const target = targetOf(schema, components)
  return schema.$ref && isObject(target) && !target.properties ? (target.description ?? "") : ""
}

const boundsOf = (schema, components) => {
  const target = targetOf(schema, components)
  return isObject(target) ? bounds(target) : ""
}

/** Short notes as one sentence. */
const sentence = (notes) => {
  const text = notes.filter(Boolean).join("; ")
  return text === "" ? "" : `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}

/** Fields of an object, one line each. */
export const fields = (schema, components, extra = {}) => {
  const entries = Object.entries(schema.properties ?? {})
  const needed = schema.required ?? []
  return table(
    ["field", "type", "description"],
    entries.map(([name, inner]) => {
      const optional = !needed.includes(name) || allowsNull(inner)
      return [
        `\`${name}\``,
        typeCell(inner, components),
        [
          optional ? "*Optional.*" : "",
          inner.description ?? valueOf(inner, components),
          sentence([extra[name] ?? "", boundsOf(inner, components)])
        ]
          .filter(Boolean)
          .join(" ")
      ]
    })
  )
}

/** Records that a schema names, itself left out; those of room objects would be pages of their own. */
const named = (schema, components, found = new Map(), depth = 0) => {
  if (!isObject(schema) && !Array.isArray(schema)) return found
  for (const [key, value] of Object.entries(schema)) {
    if (key === "$ref") {
      const name = value.replace(prefix, "")
      const target = components[name]
      if (found.has(name) || !isObject(target)) continue
      if (target.type === "object" && target.properties) {
        found.set(name, target)
        if (depth < 2) named(target, components, found, depth + 1)
      }
    } else named(value, components, found, depth)
  }
  return found
}

const heading = (name, { description = "" }) => `The record \`${name}\`: ${description}\n\n`

/** A schema as text: its fields, then those of the records it names. */
export const describe = (schema, components, extra = {}) => {
  const name = schema.$ref?.replace(prefix, "")
  const target = name === undefined ? schema : (components[name] ?? {})
  const inside = named(target, components)
  if (name !== undefined) inside.delete(name)
  const main = target.properties
    ? `${name === undefined ? "" : heading(name, target)}${fields(target, components, extra)}`
    : `\`${name === undefined ? typeOf(target) : `${name}: ${typeOf(target)}`}\``
  const others = [...inside].map(
    ([title, record]) => `### ${title}\n\n${record.description ?? ""}\n\n${fields(record, components)}`
  )
  return [main, ...others].join("\n\n")
}
