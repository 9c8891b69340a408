/** Values that are nested so deeply that some versions of Node cannot write them as JSON. */
const levels = 20_000

/** JSON text of nested lists. */
export const lists = "[".repeat(levels) + "]".repeat(levels)

/** JSON text of nested objects. */
export const objects = '{"a":'.repeat(levels) + "1" + "}".repeat(levels)

/** The nested lists. */
export const deep: unknown = JSON.parse(lists)

/** Whether this version of Node cannot write them: newer ones (26) do. */
export const isTooDeep = (() => {
  try {
    JSON.stringify(deep)
    return false
  } catch {
    return true
  }
})()
