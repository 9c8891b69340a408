import * as ConsoleText from "@screeps-effect/schema/ConsoleText"
import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"

/** Encodes a line of the log as a server 4.3.0 does. */
const encodeLog = (text: string) =>
  text.replaceAll(
    /[<>&"'`\t]|[^\0-\x7f]/gu,
    (character) => `&#x${character.codePointAt(0)?.toString(16).toUpperCase()};`
  )

describe("a line of the log", () => {
  const recorded: ReadonlyArray<readonly [written: string, meant: string]> = [
    [
      "&#x3C;b&#x3E;html&#x3C;/b&#x3E; &#x26; &#x22;quotes&#x22; &#x27;single&#x27; &#x60;tick&#x60; &#xE9; &#xFC;n&#xEF;code &#x6F22;&#x5B57; &#x1F600;",
      "<b>html</b> & \"quotes\" 'single' `tick` é ünïcode 漢字 😀"
    ],
    ["&#x22;&#x22;", '""'],
    ["a\nb&#x9;c", "a\nb\tc"],
    ["tick 1910", "tick 1910"]
  ]
  for (const [written, meant] of recorded) {
    it(`is decoded as recorded: ${JSON.stringify(meant)}`, () => {
      assert.strictEqual(ConsoleText.decodeLog(written), meant)
      assert.strictEqual(encodeLog(meant), written)
    })
  }

  it("is decoded only once", () => {
    assert.strictEqual(ConsoleText.decodeLog("&#x26;lt; &#x26;#x3C; &amp;gt;"), "&lt; &#x3C; &gt;")
  })

  it("accepts decimal and named character references", () => {
    assert.strictEqual(ConsoleText.decodeLog("&#60;&#X3c;&lt;&gt;&amp;&quot;&apos;"), "<<<>&\"'")
  })

  it("keeps text that is not a character reference", () => {
    for (const text of [
      "&",
      "&;",
      "&lt",
      "&nbsp;",
      "&#;",
      "&#x;",
      "&#xZZ;",
      "& lt;",
      "&toString;",
      "&#x110000;",
      "&#1114112;"
    ]) {
      assert.strictEqual(ConsoleText.decodeLog(text), text)
    }
  })

  it("keeps raw text unchanged", () => {
    const raw = '<b>unsafe</b> & "q" é'
    assert.strictEqual(ConsoleText.decodeLog(raw), raw)
  })

  it.prop("is decoded to the text that was encoded", [Schema.String], ([text]) => {
    assert.strictEqual(ConsoleText.decodeLog(encodeLog(text)), text)
  })
})

describe("an error", () => {
  it("has only its less-than signs decoded", () => {
    assert.strictEqual(
      ConsoleText.decodeError("Error: boom &lt;i>1920&lt;/i> &amp; &#x3C;\n    at loop (main:27:34)\n"),
      "Error: boom <i>1920</i> &amp; &#x3C;\n    at loop (main:27:34)\n"
    )
  })
})

describe("a text of xxscreeps", () => {
  it("has less-than signs and ampersands decoded, once, in logs, errors and results", () => {
    const written = '&#x3c;b>bold&#x3c;/b> &#x26; &#x26;#x3c; <span style="padding:0;color:#bb0">1</span>'
    const meant = '<b>bold</b> & &#x3c; <span style="padding:0;color:#bb0">1</span>'
    for (const decode of [ConsoleText.decodeLog, ConsoleText.decodeError, ConsoleText.decodeResult])
      assert.strictEqual(decode(written), meant)
  })
})

describe("a raw result", () => {
  it("stays unchanged when it has any other ampersand", () => {
    for (const text of ["a & b &#x26;", "&lt; &#x3c;", "&#x26; &#x3C;", "<b>"])
      assert.strictEqual(ConsoleText.decodeResult(text), text)
  })
})

describe("a printable text", () => {
  it("keeps tabs, line feeds and visible characters", () => {
    const text = "a\tb\nc é 漢字 😀 \\ <b>"
    assert.strictEqual(ConsoleText.printable(text), text)
  })

  it("escapes characters that control a terminal", () => {
    assert.strictEqual(
      ConsoleText.printable("\u001B[2J\u001B]0;title\u0007\r\0\b\u007F\u009B31m"),
      "\\x1b[2J\\x1b]0;title\\x07\\x0d\\x00\\x08\\x7f\\x9b31m"
    )
  })

  it("escapes invisible characters that reorder, separate or hide text, but not joiners", () => {
    assert.strictEqual(
      ConsoleText.printable("\u202Ea\u2066b\u200F\u061C\u2028c\u00AD\uFEFF\u{E0041}"),
      "\\u202ea\\u2066b\\u200f\\u061c\\u2028c\\xad\\ufeff\\u{e0041}"
    )
    assert.strictEqual(ConsoleText.printable("👨‍👩‍👧 می‌خواهم क्‍ष"), "👨‍👩‍👧 می‌خواهم क्‍ष")
  })

  it("escapes variation selectors, fillers, empty glyphs, private and unassigned characters and lone surrogates", () => {
    assert.strictEqual(
      ConsoleText.printable("a\u{E0100}\u{E01EF}\uFE00b\uFE0Fc\u3164\u2800\u115F\uFFA0\u034F\u180E\u17B4"),
      "a\\u{e0100}\\u{e01ef}\\ufe00b\\ufe0fc\\u3164\\u2800\\u115f\\uffa0\\u034f\\u180e\\u17b4"
    )
    assert.strictEqual(
      ConsoleText.printable("\uE000\u{F0041}\uFFFF\uD800\u{1D159}\u{16FE4}"),
      "\\ue000\\u{f0041}\\uffff\\ud800\\u{1d159}\\u{16fe4}"
    )
  })

  it("escapes joiners where nothing is joined", () => {
    assert.strictEqual(
      ConsoleText.printable("ad\u200Dmin\u200C 👨\u200D x\u200D👩 1\u200D2"),
      "ad\\u200dmin\\u200c 👨\\u200d x\\u200d👩 1\\u200d2"
    )
  })

  it("leaves out the selector of an emoji and of a key, and escapes it elsewhere", () => {
    assert.strictEqual(
      ConsoleText.printable("❤\uFE0F 1\uFE0F\u20E3 🏳\uFE0F\u200D🌈 bob1\uFE0F ❤\uFE0F\uFE0F"),
      "❤ 1\u20E3 🏳\u200D🌈 bob1\\ufe0f ❤\\ufe0f"
    )
  })

  it("is cut before it is read, between characters", () => {
    assert.strictEqual(ConsoleText.printable("💥".repeat(10_000_000), 3), "💥…")
    assert.strictEqual(ConsoleText.printable("\0".repeat(10_000_000), 2), "\\x00\\x00…")
    assert.strictEqual(ConsoleText.printable("abc", 3), "abc")
    assert.strictEqual(ConsoleText.printableLine(`a${" \r\n\t ".repeat(1_000_000)}b`, 8), "a  …")
  })

  it("is one line where a line is required", () => {
    assert.strictEqual(
      ConsoleText.printableLine("two\n  lines\tand\r\nmore\u001B"),
      "two lines and more\\x1b"
    )
  })

  it("is the same value in JSON", () => {
    const value = ["❤\uFE0F", "a\u{E0100}b", "\u009B\u202E\u3164", "\uD800", "می\u200Cخواهم"]
    const json = ConsoleText.printableJson(JSON.stringify(value))
    assert.deepStrictEqual(JSON.parse(json), value)
    assert.strictEqual(
      json,
      '["❤\\ufe0f","a\\udb40\\udd00b","\\u009b\\u202e\\u3164","\\ud800","می\u200Cخواهم"]'
    )
  })

  it.prop(
    "has no default-ignorable character but joiners",
    [Schema.String, Schema.String],
    ([one, other]) => {
      const text = ConsoleText.printable(`${one}\u{E0100}\u3164${other}\uFE0F`)
      assert.notMatch(text, /(?![\u200c\u200d])\p{Default_Ignorable_Code_Point}/u)
      assert.strictEqual(ConsoleText.printable(text), text)
    }
  )

  it.prop("contains no control characters except tab and line feed", [Schema.String], ([text]) => {
    assert.notMatch(ConsoleText.printable(ConsoleText.decodeLog(text)).replaceAll(/[\t\n]/g, ""), /\p{Cc}/u)
  })
})
