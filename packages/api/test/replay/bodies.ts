/** Rebuilt bodies of which only the size was recorded; a test checks their size. */

const x = (length: number) => "x".repeat(length)

/** In bytes of JSON. */
export const sizes: Readonly<Record<string, number>> = {
  "user/code-post.too-large": 5_242_928,
  "user/memory-set.too-large": 1_048_602,
  "user/messages-send.too-long": 102_443,
  "user/segment-set.max-length-ok": 102_424,
  "user/segment-set.too-long": 102_425
}

/** Filled with `x` up to its size. */
const filled = (name: string, body: (text: string) => object) => () => {
  const empty = JSON.stringify(body("")).length
  return body(x((sizes[name] ?? empty) - empty))
}

const fill = (name: string, body: (text: string) => object) => [name, filled(name, body)] as const

export const bodies: Readonly<Record<string, () => object>> = Object.fromEntries([
  ["game/body-too-large", () => ({ rooms: [x(9 * 1024 * 1024)], statName: "owner0" })] as const,
  fill("user/code-post.too-large", (text) => ({ branch: "dev", modules: { main: text } })),
  fill("user/memory-set.too-large", (text) => ({ path: "big", value: text })),
  fill("user/messages-send.too-long", (text) => ({ respondent: "0db5e39e7adf237", text })),
  fill("user/segment-set.max-length-ok", (text) => ({ segment: 14, data: text })),
  fill("user/segment-set.too-long", (text) => ({ segment: 14, data: text }))
])
