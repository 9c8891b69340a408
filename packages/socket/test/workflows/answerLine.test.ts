import { runInNewContext } from "node:vm"
import { assert, describe, it } from "@effect/vitest"
import * as AnswerLine from "../../src/workflows/Console/answerLine.ts"

/** Evaluates a line as a server does. */
const evaluate = (line: string): string => String(runInNewContext(line))
const escaped = (text: string) => text.replaceAll("&", "&#x26;").replaceAll("<", "&#x3c;")

describe("a marked result", () => {
  const expression = "'<b> & &#x26; &#x3c;'"

  it("keeps its text when the server sends results raw", () => {
    const result = evaluate(AnswerLine.write("a1", expression, "text"))
    assert.deepStrictEqual(AnswerLine.read(result), {
      id: "a1",
      isThrown: false,
      text: "<b> & &#x26; &#x3c;"
    })
  })

  it("keeps its text when the server escapes results, as xxscreeps does", () => {
    const result = evaluate(AnswerLine.write("a1", expression, "json"))
    assert.strictEqual(AnswerLine.read(escaped(result))?.text, JSON.stringify("<b> & &#x26; &#x3c;"))
    const thrown = evaluate(AnswerLine.write("b2", "throw '<&>'", "text"))
    assert.deepStrictEqual(AnswerLine.read(escaped(thrown)), { id: "b2", isThrown: true, text: "<&>" })
  })
})
