// AGENTS.md of the packages that ship it: docs/guide/agents.md, without links, which packages cannot resolve.
export const make = ({ files: [guide], outputs, read }) => {
  const text = read(guide).replaceAll(/\[([^[\]]+)\]\([^()]+\)/g, "$1")
  return outputs.map(() => text)
}
