/** Texts of servers: bounded, without secrets and markup. */
import { assert, describe, it } from "@effect/vitest"
import * as User from "@screeps-effect/api/User"
import { OnLimit } from "@screeps-effect/api/RateLimits"
import * as Game from "@screeps-effect/api/Game"
import * as Credentials from "@screeps-effect/api/Credentials"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { formsOf, Secrets } from "../src/client/secrets.ts"
import { excerpt, longest, redact, redacting, summary } from "../src/client/redact.ts"
import { fake, html, reasonOf, text } from "./support/fake.ts"

const password = `5ec4e7-correct "pass word" & Ünicode`
const hide = redacting([new Secrets([password])])
const base64 = (value: string) => Buffer.from(value).toString("base64")

describe("a secret of the account in a server's text", () => {
  const forms: Readonly<Record<string, string>> = {
    "as it is": password,
    "in upper case": password.toUpperCase(),
    "in JSON": JSON.stringify(password),
    "in JSON twice": JSON.stringify(JSON.stringify(password)),
    "in HTML": password.replaceAll("&", "&amp;").replaceAll('"', "&quot;"),
    "in an address": encodeURIComponent(password),
    "in a form": new URLSearchParams({ p: password }).toString(),
    "in a form that escapes only spaces": password.replaceAll(" ", "+"),
    "in a query": new URL(`http://a/?${password.replaceAll(" ", "+")}`).search,
    "with every byte escaped": [...Buffer.from(password)].map((byte) => `%${byte.toString(16)}`).join(""),
    "in base64": base64(password),
    "in base64 behind one byte": base64(`:${password}`),
    "in base64 behind two bytes": base64(`b:${password}:b`),
    "in base64 for addresses": Buffer.from(password).toString("base64url")
  }
  for (const [form, written] of Object.entries(forms)) {
    it(`is redacted ${form}`, () => {
      const shown = hide(`wrong: ${written} (try again)`)
      assert.match(shown, /^wrong: .*<redacted>.* \(try again\)$/)
      // Only the characters that depend on the neighbours of a secret in base64 may remain.
      assert.isBelow(shown.replace("<redacted>", "").length, "wrong:  (try again)".length + 10)
    })
  }

  it("is redacted once where places overlap", () => {
    const both = redacting([new Secrets(["first-secret", "secret-second"])])
    assert.strictEqual(both("a first-secret-second b"), "a <redacted> b")
  })

  it("has no form that is shorter than itself", () => {
    for (const secret of ["abcd", "p w&<", "Ünicode", "İİİİ", "\ud800abc", "f00d".repeat(10), password]) {
      for (const form of formsOf([secret])) assert.isAtLeast(form.length, secret.length, form)
    }
  })

  it("is redacted beside characters whose lower case is longer", () => {
    assert.strictEqual(hide(`İİİ ${password.toUpperCase()} İ`), "İİİ <redacted> İ")
  })
})

describe("a shape of a secret in a server's text", () => {
  const shapes: Readonly<Record<string, string>> = {
    "a session token": "c0ffee".repeat(7),
    "an API token": "01234567-89AB-cdef-0123-456789abcdef",
    "a shortened token in an address": "token=0123abcd",
    "a mail address": "first.last+tag@mail.example.com",
    "a mail address in an address": "first.last%40mail.example.com"
  }
  for (const [name, shape] of Object.entries(shapes)) {
    it(`is redacted: ${name}`, () => {
      assert.match(redact(`for ${shape} here`), /^for (?:token=)?<redacted> here$/)
    })
  }

  it("is not seen in ordinary text", () => {
    const ordinary = "user @ home: 0123456789abcdef, tokens = 5, a@b, 12:30"
    assert.strictEqual(redact(ordinary), ordinary)
  })
})

describe("a long text of a server", () => {
  const words = (length: number) => "word ".repeat(Math.ceil(length / 5)).slice(0, length)

  it("is cut before it is searched, so that its length does not matter", () => {
    for (const flood of [
      "g",
      "0",
      "0a",
      "<",
      "a@",
      "a.b@",
      "%40a",
      ".b",
      "token=",
      "&a",
      " ",
      "\n",
      "-",
      "0000-"
    ]) {
      const long = flood.repeat(20_000_000 / flood.length)
      assert.isAtMost(redact(long).length, longest * 10)
      assert.isAtMost(summary(`<pre>${long}`, hide).length, 200)
      assert.isAtMost(summary(long, hide).length, 200)
      assert.isAtMost(excerpt(long, hide).length, 1000)
    }
  })

  const secrets: Readonly<Record<string, string>> = {
    "a password": password,
    "a password in upper case": password.toUpperCase(),
    "a session token": "c0ffee".repeat(7),
    "an API token": "01234567-89ab-cdef-0123-456789abcdef",
    "a mail address": "first.last@mail.example.com"
  }
  for (const [name, secret] of Object.entries(secrets)) {
    it(`shows no part of ${name} where it is cut`, () => {
      for (let inside = 1; inside <= secret.length; inside++) {
        const shown = hide(`${words(longest - inside - 1)} ${secret}${words(5000)}`)
        const end = shown.slice(-40)
        for (let length = 4; length <= inside; length++) {
          assert.notInclude(end.toLowerCase(), secret.slice(0, length).toLowerCase(), `${inside} inside`)
        }
      }
    })
  }

  it("shows no part of a secret behind secrets that make the text shorter", () => {
    const flood = "c0ffee".repeat(7)
    const shown = summary(`${`${flood} `.repeat(longest / 43)}${password}${password}`, hide)
    assert.notInclude(shown, "5ec4e7")
  })

  it("shows no part of a secret where a page is cut", () => {
    for (let inside = 1; inside <= password.length; inside++) {
      const tags = "<b>".repeat(2000).slice(0, longest - "<pre>".length - inside - 1)
      assert.notInclude(summary(`<pre>${tags}>${password}</pre>`, hide), password.slice(0, 4))
    }
  })
})

describe("a page", () => {
  it("does not show a secret that looks like markup", () => {
    const shown = summary("<pre>not pass<b>word</pre>", redacting([new Secrets(["pass<b>word"])]))
    assert.strictEqual(shown, "not <redacted>")
  })

  const cases: Readonly<Record<string, readonly [page: string, shown: string]>> = {
    "its trace": ["<!DOCTYPE html><title>Error</title><pre>TypeError: x<br> at y</pre>", "TypeError: x"],
    "its title": ["<html><TITLE>502 <b>Bad</b> Gateway</title>", "502  Bad  Gateway"],
    "nothing if neither ends": ["<html><pre>unfinished", ""],
    "entities as characters": ["<pre>a &lt;b&gt; &amp; &quot;c&quot; &hearts;</pre>", 'a <b> & "c"']
  }
  for (const [name, [page, shown]] of Object.entries(cases)) {
    it(`is shown as ${name}`, () => {
      assert.strictEqual(summary(page, redact), shown)
    })
  }
})

const floods: Readonly<Record<string, ReturnType<typeof text>>> = {
  "a rejection that could be a mail address": fake(() =>
    Response.json({ error: `${"g".repeat(2_000_000)} @` })
  ),
  "a rejection of hexadecimal digits": fake(() => Response.json({ error: "0".repeat(8_000_000) })),
  "a page of opening brackets": html(`<!doctype html><pre>${"<".repeat(2_000_000)}</pre>`, 500),
  "a page of opening tags": html(`<!doctype html>${"<pre>".repeat(400_000)}`, 500),
  "a page of titles": html(`<!doctype html>${"<title>".repeat(400_000)}`, 200),
  "a 404 of white space": text(`${" ".repeat(2_000_000)}x`, { status: 404 }),
  "a 429 of times": text("retry after 1".repeat(200_000), { status: 429 }),
  "a 401 that could be a mail address": text(`${"a".repeat(2_000_000)} @`, { status: 401 })
}

describe("a call", () => {
  for (const [name, server] of Object.entries(floods)) {
    it.effect(`fails with a short message after ${name}`, () =>
      Effect.gen(function* () {
        const reason = yield* reasonOf(Effect.provideService(Game.time(), OnLimit, "fail"), server)
        assert.isAtMost(reason.message.length, 1300)
      })
    )
  }

  it.effect("fails without the password that a server repeats in another encoding", () =>
    Effect.gen(function* () {
      const server = fake(({ url }) =>
        url.pathname === "/api/auth/signin"
          ? Response.json({ ok: 1, token: "session-token" })
          : Response.json({ error: `no: ${base64(password)} ${password.toUpperCase()} SESSION-TOKEN` })
      )
      const credentials = Credentials.layerPassword({ username: "bob", password: Redacted.make(password) })
      const reason = yield* reasonOf(User.worldStatus(), server, { credentials })
      assert.strictEqual(reason.message, "no: <redacted> <redacted> <redacted>")
    })
  )
})
