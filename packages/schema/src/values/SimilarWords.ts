/** Suggests words for a misspelt one, such as the name of a resource or of a field. */

/** Returns how many letters must be inserted, removed or replaced to turn one word into another (Levenshtein). */
const distance = (a: string, b: string): number => {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, change))
    }
    row = next
  }
  return row[b.length] ?? 0
}

/** Returns the distance relative to the length; a word that contains the other one, or needs two changes, is near. */
const farness = (given: string, word: string): number => {
  const [a, b] = [given.toLowerCase(), word.toLowerCase()]
  const changes = distance(a, b)
  const share = changes / Math.max(a.length, b.length)
  return (a.length > 2 && b.includes(a)) || (changes <= 2 && a.length > 2) ? Math.min(share, 0.5) : share
}

/** No word is longer; the work grows with the length. */
const longest = 100

/** Returns up to three similar words, the most similar first; an empty list when all are far. */
export const nearest = (given: string, words: ReadonlyArray<string>): ReadonlyArray<string> =>
  words
    .map((word) => ({ word, far: farness(given.slice(0, longest), word) }))
    .filter(({ far }) => far <= 0.5)
    .toSorted((a, b) => a.far - b.far)
    .slice(0, 3)
    .map(({ word }) => word)

/** Returns a question such as `did you mean energy?`; an empty text when no word is similar. */
export const question = (given: string, words: ReadonlyArray<string>): string => {
  const similar = nearest(given, words)
  return similar.length === 0 ? "" : `did you mean ${similar.join(" or ")}?`
}
