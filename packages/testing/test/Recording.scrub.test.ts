import * as Auth from "@screeps-effect/api/Auth"
import * as Credentials from "@screeps-effect/api/Credentials"
import * as ScreepsClient from "@screeps-effect/api/ScreepsClient"
import * as Segments from "@screeps-effect/api/Segments"
import * as Server from "@screeps-effect/api/Server"
import * as Fake from "@screeps-effect/testing/Fake"
import * as Recording from "@screeps-effect/testing/Recording"
import * as ScreepsWorld from "@screeps-effect/testing/ScreepsWorld"
import * as TestServer from "@screeps-effect/testing/TestServer"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { bob } from "./support/server.ts"
import { within } from "@screeps-effect/fixtures/time"
import { scrub } from "../src/recording/scrub.ts"

const token = "0123456789abcdef0123456789abcdef01234567"
const mail = "someone@example.com"

/** Returns the text of a request's body after scrubbing. */
const kept = (rawBody: string): string => {
  const scrubbed = scrub({ rawBody }) as { readonly rawBody: string }
  assert.deepStrictEqual(scrub(scrubbed), scrubbed, "a second scrub changes nothing")
  return scrubbed.rawBody
}

const names = Recording.rules.flatMap((rule) => ("names" in rule ? rule.names : []))

describe("scrubbing a form", () => {
  it("removes only the values of secret names", () => {
    assert.strictEqual(
      kept("password=hunter2&email=bob&room=W7N7&x=25"),
      `password=<redacted>&email=${mail}&room=W7N7&x=25`
    )
    assert.strictEqual(
      kept("oldPassword=hunter2&password=hunter3"),
      "oldPassword=<redacted>&password=<redacted>"
    )
  })

  it("removes the secrets of all names in the rules, however they are encoded", () => {
    assert.isAbove(names.length, 10)
    for (const name of names) {
      for (const written of [
        name,
        name.toUpperCase(),
        `a[${name}]`,
        `a[b][${name}]`,
        `${name}[]`,
        `${name}[0]`,
        encodeURIComponent(`a[${name}]`),
        `%${name.charCodeAt(0).toString(16)}${name.slice(1)}`
      ]) {
        for (const text of [
          `${written}=hunter2`,
          `a=1&${written}=hunter2&b=2`,
          `${written}=hunter2&${written}=hunter2`,
          `${written}=my+own%20hunter2=`,
          `${written}=it is "hunter2", mine#1`
        ]) {
          assert.notInclude(kept(text), "hunter2", text)
        }
      }
    }
  })

  it("keeps other fields byte for byte, unusual ones included", () => {
    for (const text of [
      "",
      "room=W7N7&x=25&y=25&name=Spawn+1",
      "&&a=%7B%22b%22%3A1.0%7D&&c&=&d==&passwords=1&my_token=2&password=&%zz=%zz",
      "expression=Game.time%3B+a%5B0%5D",
      "a[b]=1&a[]=2"
    ]) {
      assert.strictEqual(kept(text), text)
    }
    assert.strictEqual(kept("%zz=%zz&a=+%20&password=x&b=1.0&"), "%zz=%zz&a=+%20&password=<redacted>&b=1.0&")
  })

  it("removes secrets from fields on separate lines and from multipart forms", () => {
    assert.strictEqual(kept("email=bob\r\npassword=hunter2\r\n"), `email=${mail}\r\npassword=<redacted>\r\n`)
    const field = (name: string, value: string) =>
      `--xyz\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
    assert.strictEqual(
      kept(`${field("room", "W7N7")}${field("a[password]", "hunter2\r\nhunter3")}--xyz--\r\n`),
      `${field("room", "W7N7")}${field("a[password]", "<redacted>")}--xyz--\r\n`
    )
  })

  it("works for form texts inside other values", () => {
    assert.strictEqual(scrub("ticket=abc&useNativeAuth=1"), "ticket=<redacted>&useNativeAuth=1")
  })

  it.effect("records the form without secrets and replays its response", () =>
    Effect.gen(function* () {
      const sent = Effect.gen(function* () {
        const http = yield* HttpClient.HttpClient
        const post = HttpClientRequest.post("http://screeps.test/api/x")
        const form = HttpClientRequest.bodyUrlParams(post, {
          email: bob.email,
          oldPassword: "hunter2",
          "a[password]": "hunter3"
        })
        return yield* Effect.flatMap(http.execute(form), ({ text }) => text)
      })
      const client = Fake.layer(
        Fake.respond("POST", "/api/x", () => Effect.sync(() => Response.json({ ok: 1 })))
      )
      const { all, response } = yield* Effect.gen(function* () {
        const response = yield* sent
        return { response, all: yield* (yield* Recording.Recorder).all }
      }).pipe(Effect.provide(Recording.record(client)))
      assert.deepStrictEqual(
        all.map(({ request }) => request.rawBody),
        [`email=${mail}&oldPassword=<redacted>&${encodeURIComponent("a[password]")}=<redacted>`]
      )
      assert.strictEqual(yield* Effect.provide(sent, Recording.replay(all)), response)
    })
  )
})

describe("scrubbing an address", () => {
  it("removes secrets from one or several parameters", () => {
    for (const name of names) {
      const value = {
        path: `/api/x?room=W7N7&${name}=hunter2&a[${name}]=hunter3&${encodeURIComponent(`b[${name}]`)}=hunter4`,
        query: { [name]: "hunter2", [`a[${name}]`]: "hunter3", room: "W7N7" },
        link: `see https://screeps.com/a/#!/x?${name}=hunter2&room=W7N7.`
      }
      const text = JSON.stringify(scrub(value))
      assert.notInclude(text, "hunter", name)
      assert.strictEqual(text.match(/W7N7/g)?.length, 3, name)
    }
  })
})

describe("a program", () => {
  it("keeps code that compares a variable with the name of a secret", () => {
    for (const code of ['if(a&&token=="x")b()', "a?token==1:b&password", "token = password", "email=1"]) {
      assert.strictEqual(scrub(code), code)
    }
  })
})

describe("scrubbing JSON text", () => {
  it("keeps text without secrets byte for byte", () => {
    for (const text of [
      '{ "big": 12345678901234567890, "a": 1.0 }',
      '[\n  1e3,\n  -0,\n  "\\u0041\\/",\n  {"b": 1, "1": 2, "b": 3}\n]\n',
      ' {"password": true, "email": "", "token": 3, "salt": null, "list": ["x"]}',
      '{"modules":{"main":"a&&token==b;\\nc = \\"password\\""}}',
      JSON.stringify({ deep: JSON.stringify({ deeper: '{ "a": 1.0 }' }) }),
      "{}",
      "[]"
    ]) {
      assert.strictEqual(scrub(text), text)
    }
  })

  it("keeps everything around secrets byte for byte", () => {
    const hash = "0a1b2c3d".repeat(32)
    assert.strictEqual(
      scrub(`{ "big": 12345678901234567890, "Password" : "a\\"b", "text": "\\u0041 ${hash}", "a": 1.0 }`),
      '{ "big": 12345678901234567890, "Password" : "<redacted>", "text": "A <redacted>", "a": 1.0 }'
    )
    assert.strictEqual(
      scrub(`[ {"password": false}, "hunter", {"password": 1234 , "b": [ 1.0 ]} ]`),
      `[ {"password": false}, "hunter", {"password": "<redacted>" , "b": [ 1.0 ]} ]`
    )
    assert.strictEqual(
      scrub(
        `{"bob@mail.example.org": {"email": {"pass": "x"}}, "in": "{ \\"token\\": \\"abc\\", \\"n\\": 1.0 }"}`
      ),
      `{"${mail}": {"email": {"pass": "<redacted>"}}, "in": "{ \\"token\\": \\"${token}\\", \\"n\\": 1.0 }"}`
    )
  })

  it("removes secrets from malformed JSON", () => {
    for (const text of [
      '{"email":"bob","password":"hunter2",}',
      '{"password":"hunter2","a":',
      '{"a":1,"password":"hunter2',
      '{"a":1,"password": hunter\n"oldPassword":"hunter2"'
    ]) {
      assert.notInclude(kept(text), "hunter2", text)
    }
    assert.strictEqual(kept('{ "a": 1.0, "mail": bob@mail.example.org'), `{ "a": 1.0, "mail": ${mail}`)
  })

  it("handles very long texts, of JSON and of any other kind", () => {
    for (const text of ["aZ9_".repeat(25_000), "a=b&".repeat(25_000), "&&??[[=".repeat(25_000)]) {
      assert.strictEqual(scrub(text), text)
      assert.strictEqual(kept(text), text)
    }
    const code = '"\\'.repeat(1_500_000)
    const text = JSON.stringify({ code, password: "hunter2" })
    assert.strictEqual(scrub(text), text.replace("hunter2", "<redacted>"))
  })

  it.effect("keeps the text of a memory segment", () =>
    Effect.gen(function* () {
      const data = '{ "big": 12345678901234567890, "a": 1.0 }'
      const all = yield* within(
        Effect.gen(function* () {
          yield* Segments.set({ segment: 1, data })
          assert.strictEqual((yield* Segments.get({ segment: 1 })).data, data)
          return yield* (yield* Recording.Recorder).all
        }).pipe(
          Effect.provide(
            ScreepsClient.layerNoDeps().pipe(
              Layer.provide(
                Credentials.layerPassword({ username: bob.username, password: Redacted.make(bob.password) })
              ),
              Layer.provideMerge(Recording.record(TestServer.layer(ScreepsWorld.make({ accounts: [bob] })))),
              Layer.provide(Server.layer(Server.privateServer("http://screeps.test")))
            )
          )
        )
      )
      const [set, get] = all.slice(-2)
      assert.deepInclude(set?.request.body, { data })
      assert.deepInclude(get?.response.body, { data })
    })
  )
})

describe("scrubbing numbers", () => {
  it("keeps amounts of the resource token and removes numeric passwords", () => {
    assert.deepStrictEqual(scrub({ resources: { token: 3, pixel: 10 }, password: 1234 }), {
      resources: { token: 3, pixel: 10 },
      password: "<redacted>"
    })
  })

  it("follows the rules", () => {
    const rules: ReadonlyArray<Recording.Rule> = [
      { names: ["secret"], put: "-" },
      { names: ["count"], put: "-", numbers: false }
    ]
    assert.deepStrictEqual(scrub({ secret: 1, count: 2, in: '{"secret": 1, "count": 2}' }, rules), {
      secret: "-",
      count: 2,
      in: '{"secret": "-", "count": 2}'
    })
  })

  it.effect("keeps an account's resources in recordings and replays", () =>
    Effect.gen(function* () {
      const world = ScreepsWorld.make({ accounts: [bob] })
      const resources = { token: 3, pixel: 10 }
      yield* world.users.change("bob", { resources })
      const secret = yield* world.users.grantToken("bob")
      const client = ScreepsClient.layerNoDeps().pipe(
        Layer.provide(Credentials.layerToken(secret)),
        Layer.provide(Server.layer(Server.official()))
      )
      const readResources = Effect.map(Auth.me(), (me) => me.resources)
      const all = yield* Effect.gen(function* () {
        assert.deepInclude(yield* readResources, resources)
        return yield* (yield* Recording.Recorder).all
      }).pipe(
        Effect.provide(
          client.pipe(Layer.provideMerge(Recording.record(TestServer.layer(world, { dialect: "official" }))))
        )
      )
      assert.notInclude(JSON.stringify(all), Redacted.value(secret))
      const again = Effect.provide(readResources, client.pipe(Layer.provide(Recording.replay(all))))
      assert.deepInclude(yield* again, resources)
    })
  )
})
