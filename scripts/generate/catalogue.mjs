// The group, the name and the first sentence of every operation, read from the sources. The doc comment is the only source
// of this text for documents, commands and tools.
const declaration =
  /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*export const (\w+)[^=\n]*=\s*Operation\.(get|post)\(\s*"([^"]+)"/g

const firstSentence = (comment) => {
  const text = comment
    .replaceAll(/^[\t ]*\* ?/gm, "")
    .replaceAll(/\s+/g, " ")
    .trim()
  return /^.*?[.!?](?=\s|$)/.exec(text)?.[0] ?? text
}

/** Returns the group of a file: the exported namespace, also for parts of one in a folder of its name. */
const groupOf = (file) => file.split("/")[4].replace(/\.ts$/, "")

export const make = ({ files, read }) => {
  const entries = files.flatMap((file) =>
    [...read(file).matchAll(declaration)].map(([, comment, name, method, path]) => [
      `${method.toUpperCase()} ${path}`,
      { group: groupOf(file), name, sentence: firstSentence(comment) }
    ])
  )
  return [
    `/** Group and name of an operation, and its first sentence. @internal */
export interface Entry {
  readonly group: string
  readonly name: string
  readonly sentence: string
}

/** By method and path. @internal */
export const catalogue: Readonly<Record<string, Entry>> = ${JSON.stringify(Object.fromEntries(entries), null, 2)}
`
  ]
}
