/** The forms for issues are valid, and ask for what exists. */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import * as Schema from "effect/Schema"
import * as Yaml from "effect/encoding/Yaml"
import { assert, describe, it } from "vitest"

const root = join(import.meta.dirname, "../..")
const folder = join(root, ".github/ISSUE_TEMPLATE")
const forms = readdirSync(folder).filter((name) => name !== "config.yml")

const Field = Schema.Struct({
  type: Schema.Literals(["input", "textarea", "dropdown", "markdown"]),
  id: Schema.optionalKey(Schema.String),
  attributes: Schema.Struct({
    label: Schema.optionalKey(Schema.String),
    description: Schema.optionalKey(Schema.String),
    placeholder: Schema.optionalKey(Schema.String),
    render: Schema.optionalKey(Schema.String),
    value: Schema.optionalKey(Schema.String),
    options: Schema.optionalKey(Schema.NonEmptyArray(Schema.String))
  }),
  validations: Schema.optionalKey(Schema.Struct({ required: Schema.Boolean }))
})
const Form = Schema.Struct({
  name: Schema.NonEmptyString,
  description: Schema.NonEmptyString,
  title: Schema.NonEmptyString,
  labels: Schema.Array(Schema.String),
  body: Schema.NonEmptyArray(Field)
})
const read = (name: string) =>
  Schema.decodeUnknownSync(Form, { onExcessProperty: "error" })(
    Yaml.parse(readFileSync(join(folder, name), "utf8"))
  )

describe.each(forms)("the form %s", (name) => {
  const form = read(name)

  it("has an id and a label for each field, each id once, and a text for each hint", () => {
    const ids = form.body.flatMap(({ attributes, id, type }) => {
      if (type === "markdown") {
        assert.isNotEmpty(attributes.value)
        return []
      }
      assert.isNotEmpty(attributes.label)
      return [id ?? assert.fail("a field has no id")]
    })
    assert.lengthOf(new Set(ids), ids.length)
  })

  it("requires an answer, and offers choices where there are some", () => {
    assert.isTrue(form.body.some(({ validations }) => validations?.required === true))
    for (const { attributes, type } of form.body)
      assert.strictEqual(type === "dropdown", attributes.options !== undefined)
  })

  it("names commands and flags of screeps that exist", () => {
    const guide = readFileSync(join(root, "docs/guide/command.md"), "utf8")
    const [, doctor = ""] = guide.split("### `screeps doctor`\n")
    for (const [, flag = ""] of JSON.stringify(form).matchAll(/doctor (--[a-z-]+)/g))
      assert.include(doctor.split("\n### ", 1)[0] ?? "", `\`${flag}`)
  })
})

it("there are forms for an endpoint that differs, a bug and a wish, and the guide names the first", () => {
  assert.sameMembers(forms, ["endpoint.yml", "bug.yml", "wish.yml"])
  const guide = readFileSync(join(root, "docs/guide/support.md"), "utf8")
  assert.include(guide, `**${read("endpoint.yml").name}**`)
})
