/** A role that always fails. */
type Source = { readonly id: string } | undefined

const nearest = (_name: string): Source => undefined

const harvest = (name: string): string => {
  const source: Source = nearest(name)
  if (source === undefined) throw new Error(`${name}: no source`)
  return source.id
}

export const run = (name: string): void => {
  harvest(name)
}
