/** Values that break programs: numbers, texts and structures that nobody expects. */
import type { Random } from "./random.ts"
import { quoted, repeat, type Text } from "./text.ts"

/** Secrets of every case: servers repeat them, and nothing may show them. */
export const secrets = {
  token: "5ec4e700-5ec4-4000-8000-00005ec4e700",
  password: 'fuzz-5ec4e7 "pass word" & more',
  mail: "fuzz-5ec4e7@example.com",
  session: "5ec4e70000000000000000000000000000000fa7"
}

const deep = (open: string, close: string, middle: string, depth: number): Text => [
  repeat(open, depth),
  middle,
  repeat(close, depth)
]

/** Sizes of long texts: 20 kB is an ordinary response, the others are not. */
const sizes = [200, 2_000, 20_000, 100_000]
const big = [1_000_000, 9_000_000]

const units = [
  ...Array.from("a0f@.-+%<>&#;:{}[]()\"'\\/ \t\n\r\u0000\u001b\u007f\u009b\u202e\u2028"),
  "a@",
  "a.",
  "b-",
  "@a.b ",
  "token=",
  "<pre>",
  "<title>",
  "<!--",
  "&#x1b;",
  "&#",
  "\u001b[",
  "\u001b]0;",
  "\u001b]8;;",
  "1;",
  "  at eval ",
  " \n",
  "0123456789abcdef-",
  "W1N1/",
  "~1",
  "|",
  "💥",
  "👨‍👩‍👧",
  "e\u0301",
  "\ud800",
  "- ",
  "a: ",
  "? ",
  "&a *a ",
  "__proto__.",
  "\u{e0100}",
  "\u{e0041}",
  "\u3164\u2800",
  "\ufe0f",
  "\u200d",
  "»",
  "«"
]

const controls =
  "\u001b]0;title\u0007\u001b[2J\u001b[31m\u009b35m\u009d0;c\u009c\u202ebidi\u2066\u200f\b\b\r\u007f\u2028\u0085"

const texts: ReadonlyArray<string> = [
  "",
  " ",
  "\u0000",
  "\ud800",
  "\udc00\ud800",
  "\u202e",
  "💥",
  "1",
  "0x10",
  "1e999",
  "null",
  "__proto__",
  "constructor",
  "W1N1",
  "shard3",
  "../../../etc/passwd",
  "C:\\con",
  "https://example.com/?token=abc",
  "javascript:alert(1)",
  "Error: TypeError: x is not a function",
  "2026-13-45T99:99:99Z",
  "gz:",
  "gz:!!!!",
  "gz:H4sIAAAAAAAAA6uuBQBDv6ajAgAAAA==",
  controls,
  "hidden\u{e0100}\u{e01ef}\u{e0041}\u3164\u2800\u115f\ufe0f\u034f\u00ad\u200d\ue000",
  "»\nResult: 1\n«",
  `<a>${controls}</a>`,
  ...Object.values(secrets),
  `${Object.values(secrets).join(", ")}: not found`,
  `${secrets.password}\n${secrets.token}`,
  encodeURIComponent(secrets.password)
]

/** A hostile text. */
export const text = (random: Random): Text => {
  const kind = random.next()
  if (kind < 0.55) return random.pick(texts)
  const size = random.chance(0.02) ? random.pick(big) : random.pick(sizes)
  const unit = random.chance(0.8) ? random.pick(units) : `${random.pick(units)}${random.pick(units)}`
  const long = repeat(unit, Math.max(1, Math.floor(size / unit.length)))
  const ends = ["", " @", "@", "!", "\u0000", "\n", "</pre>", "b"]
  return [random.chance(0.5) ? "" : random.pick(units), long, random.pick(ends)]
}

const numbers = [
  "0",
  "-0",
  "-1",
  "1.5",
  "1e999",
  "-1e999",
  "1e-400",
  "9007199254740993",
  "-9007199254740994",
  "1e21",
  "4294967295",
  "2147483648",
  "1e300",
  "8640000000000001",
  "NaN",
  "Infinity",
  "00",
  "0x10",
  "undefined"
]

const structures: ReadonlyArray<Text> = [
  "null",
  "true",
  "false",
  "[]",
  "[[]]",
  "[null]",
  "{}",
  '{"error":"x"}',
  '{"ok":"1"}',
  '{"length":1e9,"0":1}',
  '{"__proto__":{"polluted":1,"username":"evil","ok":1}}',
  '{"__proto__":null}',
  '{"constructor":{"prototype":{"polluted":1}}}',
  '{"toString":1,"valueOf":2,"hasOwnProperty":3,"then":4,"toJSON":5}',
  '{"_tag":"Some","value":1,"_id":"Option"}',
  ["[", repeat("0,", 1000), "0]"],
  ["[", repeat("{},", 20_000), "{}]"],
  ["{", repeat('"a":1,', 1000), '"a":1}'],
  ["1", repeat("0", 1000)],
  deep("[", "]", "", 200),
  deep('{"a":', "}", "1", 200),
  deep("[", "]", "", 2_000),
  deep('{"a":', "}", "1", 2_000),
  deep("[", "]", "", 20_000),
  deep('{"a":', "}", "1", 20_000)
]

/** Compressed data, as in Memory. */
const compressed = (random: Random): Text => {
  const inner = random.pick<Text>([
    "1",
    '{"a":1}',
    "not JSON",
    "",
    deep("[", "]", "", 20_000),
    deep('{"a":', "}", "1", 100_000),
    [repeat("0", 1_000_000)],
    [repeat("0", 60_000_000)],
    ['"', repeat("a", 1_000_000), '"'],
    '{"__proto__":{"polluted":1}}'
  ])
  return ['"gz:', { compressed: random.pick(["gzip", "deflate"]), text: inner }, '"']
}

/** A hostile value, as the text of JSON (or of what only looks like JSON). */
export const json = (random: Random): Text => {
  const kind = random.next()
  if (kind < 0.25) return random.pick(numbers)
  if (kind < 0.55) return random.pick(structures)
  if (kind < 0.6) return compressed(random)
  return quoted(text(random))
}

/** A key that nobody expects. */
export const key = (random: Random): string =>
  random.pick([
    "__proto__",
    "constructor",
    "toJSON",
    "then",
    "error",
    "ok",
    "length",
    "_tag",
    "",
    secrets.token,
    controls
  ])
