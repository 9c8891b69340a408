import { expectTypeOf, it } from "vitest"
import type * as Effect from "effect/Effect"
import type { Output } from "../src/output/output.ts"
import * as Print from "../src/output/print.ts"
import * as Screen from "../src/output/screen.ts"
import { format, plain, type PlainText } from "../src/output/text.ts"

declare const output: Output["Service"]
declare const screen: Screen.Screen
declare const name: string

it("prints no text that was not made plain", () => {
  // @ts-expect-error a text of a server
  void output.line(name)
  // @ts-expect-error a text of a server
  void output.note(name)
  // @ts-expect-error a text of a server
  void output.paint("red", name)
  // @ts-expect-error a text of a server
  void Print.toErrors(name)
  // @ts-expect-error a text of a server
  void screen.draw([name], plain(name))
  // @ts-expect-error a text of a server
  void Screen.replaceLine(name)
  // @ts-expect-error a text of a server inside a text of the program
  void format`the branch ${name}`
  // @ts-expect-error a template without the function
  void output.line(`the branch ${plain(name)}`)
  expectTypeOf(output.line(format`the branch ${plain(name)}`)).toEqualTypeOf<Effect.Effect<void>>()
})

it("accepts plain texts wherever texts are accepted", () => {
  expectTypeOf<PlainText>().toExtend<string>()
  expectTypeOf<string>().not.toExtend<PlainText>()
})
