/** Which of many words somebody may have meant. */

/** How many letters must be put in, taken out or changed to make one word of another (Levenshtein). */
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

/** How far a word is from another, by its length; a word that holds the other one, or takes two changes, is near. */
const farness = (given: string, word: string): number => {
  const [a, b] = [given.toLowerCase(), word.toLowerCase()]
  const changes = distance(a, b)
  const share = changes / Math.max(a.length, b.length)
  return (a.length > 2 && b.includes(a)) || (changes <= 2 && a.length > 2) ? Math.min(share, 0.5) : share
}

/** The nearest words, the nearest first; none where all are far. @internal */
export const nearest = (given: string, words: ReadonlyArray<string>, most = 3): ReadonlyArray<string> =>
  words
    .map((word) => ({ word, far: farness(given, word) }))
    .filter(({ far }) => far <= 0.5)
    .toSorted((a, b) => a.far - b.far)
    .slice(0, most)
    .map(({ word }) => word)
