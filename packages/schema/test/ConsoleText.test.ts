import * as ConsoleText from "@screeps-effect/schema/ConsoleText"
import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"

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
    it(`is decoded and encoded as recorded: ${JSON.stringify(meant)}`, () => {
      assert.strictEqual(ConsoleText.decodeLog(written), meant)
      assert.strictEqual(ConsoleText.encodeLog(meant), written)
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
    const written = ConsoleText.encodeLog(text)
    assert.strictEqual(ConsoleText.decodeLog(written), text)
    assert.notMatch(written, /[<>"'`\t]|[^\n -~\p{Cc}]/u)
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
    assert.strictEqual(ConsoleText.printable("👨‍👩‍👧 می‌خواهم"), "👨‍👩‍👧 می‌خواهم")
  })

  it.prop("contains no control characters except tab and line feed", [Schema.String], ([text]) => {
    assert.notMatch(ConsoleText.printable(ConsoleText.decodeLog(text)).replaceAll(/[\t\n]/g, ""), /\p{Cc}/u)
  })
})
