import { assert, describe, it } from "@effect/vitest"
import * as Catalogue from "@screeps-effect/api/Catalogue"
import * as OpenApi from "@screeps-effect/api/OpenApi"

const { components, paths } = OpenApi.document({ version: "1.2.3" })

const descriptionIn = (schema: unknown, field: string) => {
  const { properties } = schema as { readonly properties: Readonly<Record<string, OpenApi.Json | undefined>> }
  return String(properties[field]?.["description"])
}

describe("descriptions in the OpenAPI document", () => {
  it("say what a record is and what its fields are", () => {
    const { Order } = components["schemas"] as Record<string, OpenApi.Json | undefined>
    assert.match(String(Order?.["description"]), /order/i)
    assert.match(descriptionIn(Order, "price"), /credits/)
  })

  it("say what a parameter of the path and of the query is", () => {
    const described = (path: string, parameter: string) => {
      const parameters = paths[path]?.get?.["parameters"] as ReadonlyArray<OpenApi.Json>
      const found = parameters.find(({ name }) => name === parameter)
      return String(found?.["description"])
    }
    assert.match(described("/room-history/{shard}/{room}/{tick}.json", "tick"), /tick/)
    assert.match(described("/api/game/market/orders", "resourceType"), /resource/i)
  })

  it("say what a field of a body is", () => {
    const body = paths["/api/user/console"]?.post?.["requestBody"] as {
      readonly content: { readonly "application/json": { readonly schema: unknown } }
    }
    assert.match(descriptionIn(body.content["application/json"].schema, "expression"), /JavaScript|code/)
  })

  it("are those of the catalogue, from which commands take theirs", () => {
    const console_ = Catalogue.entries().find(({ path }) => path === "/api/user/console")
    assert.match(String(console_?.fields["expression"]), /JavaScript|code/)
  })
})
