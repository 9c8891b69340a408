import { assert, describe, it } from "@effect/vitest"
import { withColors } from "../src/output/markup.ts"
import type { Paint } from "../src/output/output.ts"
import { format, plain } from "../src/output/text.ts"

/** Shows a colour as `[red:text]`. */
const paint: Paint = (style, text) => format`[${plain(String(style))}:${text}]`

const shown = (text: string) => String(withColors(text, paint))

describe("the colours of a console text", () => {
  it("are taken from fonts, styles and their nesting", () => {
    const texts = {
      '<font color="red">low</font> energy': "[red:low] energy",
      "<font color=#0f0>ok</font>": "[green:ok]",
      "a <span style='color: #3366ff'>b</span> c": "a [blue:b] c",
      '<span style="font-weight:bold;color:rgb(255, 128, 0)">hot</span>': "[yellow:hot]",
      '<b style="color:hsl(300,100%,50%)">x</b><b>y</b>': "[magenta:x][bold:y]",
      '<font color="Red">a<font color="teal">b</font>c</font>': "[red:a][cyan:b][red:c]",
      '<font color="red">a<span>b</span>c</font>': "[red:a][red:b][red:c]",
      '<font color="red">to the end': "[red:to the end]",
      '<font color="red"></font>': "",
      '<span style="color:#ff8000cc">x</span>': "[yellow:x]",
      '<font color="#888">dim</font><font color="RoyalBlue">x</font>': "[gray:dim][blue:x]"
    }
    assert.deepStrictEqual(Object.keys(texts).map(shown), Object.values(texts))
  })

  it("are left out if they could be that of the background, or are unknown", () => {
    for (const color of ["white", "black", "#000", "#ffffff", "nonsense", "url(x)", "var(--x)"]) {
      assert.strictEqual(shown(`<font color="${color}">text</font>`), "text")
    }
    assert.strictEqual(shown('<span style="background-color: red">text</span>'), "text")
  })

  it("leave all other text as it is, with escaped control characters", () => {
    for (const text of [
      "A < B and B > C, A<10>, <- arrow, a<=b, x<y",
      "List<A>, Map<string, B>",
      "a<b && c>d"
    ]) {
      assert.strictEqual(shown(text), text)
    }
    assert.strictEqual(shown('<font color="red\u001B[31m">\u001B[2J\u202E</font>'), "\\x1b[2J\\u202e")
    assert.strictEqual(shown('<font color="red">\u001B[2J</font>'), "[red:\\x1b[2J]")
    assert.strictEqual(shown('<a href="http://x" style="color:red">link</a>'), "[red:link]")
  })

  it("stand beside markup that is removed, as the game's page shows it", () => {
    const texts = {
      "<b>bold</b> <i>it</i> <a href='#!/room/W1N1'>W1N1</a>": "[bold:bold] it W1N1",
      "<style>.x{color:red}</style><span class=x>styled</span>": "styled",
      "<script>alert(1)</script>after<script>": "after<script>",
      "<STYLE>b<b>c</b></STYLE>x": "x",
      "line1<br>line2<br/>line3": "line1\nline2\nline3",
      "<table><tr><th>a</th><td>b</td></tr><tr><td>c</td><td>d</td></tr></table>": "[bold:a]  b\nc  d",
      "<ul><li>a<li>b</ul>c": "a\nb\nc",
      '<div style="color:red">A<span>B</span></div>C': "[red:A][red:B]\nC",
      "<p>a</p><p>b</p>": "a\nb",
      "<button onclick='x()'>go</button><progress value=1></progress>": "go",
      "&lt;b&gt; &amp;amp; &#9731; &nbsp;|": "<b> &amp; \u2603  |"
    }
    assert.deepStrictEqual(Object.keys(texts).map(shown), Object.values(texts))
  })

  it("are kept for 32 elements inside each other", () => {
    const deep = shown(`${'<font color="red">'.repeat(33)}x`)
    assert.strictEqual(deep, "[red:x]")
  })

  it("do not take long for texts that look like markup", () => {
    const calls = { count: 0 }
    const counting: Paint = (_, text) => {
      calls.count += 1
      return text
    }
    const text = `${"<font ".repeat(20_000)}${"<font color=red></font>".repeat(10_000)}end`
    assert.strictEqual(String(withColors(text, counting)), `${"<font ".repeat(20_000)}end`)
    assert.strictEqual(calls.count, 0)
  })
})
