import * as Decorations from "@screeps-effect/api/Decorations"
import { reported } from "@screeps-effect/fixtures"
import type { Decoration, DecorationTheme } from "@screeps-effect/schema/Decoration"
import * as Effect from "effect/Effect"
import { type Group, signIn } from "../support/group.ts"
import { makeServer } from "../support/server.ts"

interface Owned {
  readonly decoration: Decoration
}

const list = (name: string) => (reported(name).response.body as { readonly list: unknown }).list

const themes = list("decorations.themes") as ReadonlyArray<typeof DecorationTheme.Type>

/** The reported decorations, as the catalogue defines them. */
const defined = list("decorations.inventory") as ReadonlyArray<Owned>

export const decorations: Group = {
  operations: [
    Decorations.inventory,
    Decorations.themes,
    Decorations.pixelize,
    Decorations.convert,
    Decorations.activate,
    Decorations.deactivate
  ],
  successes: Effect.succeed({}),
  situations: {
    "a user who has just signed in": {
      before: signIn,
      cases: [
        "user/absent.GET.decorations-inventory",
        "user/absent.POST.decorations-activate",
        "user/absent.POST.decorations-convert",
        "user/absent.POST.decorations-deactivate"
      ]
    }
  },
  official: {
    successes: Effect.gen(function* () {
      const server = makeServer({}, { dialect: "official" })
      const { tables, users } = server.world
      const headers = yield* server.withToken("bob")
      const path = "/api/user/decorations"
      const get = (what: string) => server.get(`${path}/${what}`, {}, headers)
      const post = (what: string, body: unknown) => server.post(`${path}/${what}`, body, headers)
      for (const theme of themes) yield* tables.addTheme(theme)
      const ids = yield* Effect.forEach(defined, ({ decoration }) => tables.giveDecoration("bob", decoration))
      yield* Effect.forEach(defined.slice(1, 2), ({ decoration }) => tables.addToCatalogue(decoration))
      yield* users.change("bob", { resources: { pixel: 500 } })
      const active = {
        shard: "shard3",
        room: "E41N1",
        world: true,
        backgroundColor: "#202020",
        strokeWidth: "12"
      }
      const activated = yield* post("activate", { _id: ids[0], active })
      return {
        [`GET ${path}/inventory`]: yield* get("inventory"),
        [`GET ${path}/themes`]: yield* get("themes"),
        [`POST ${path}/activate`]: activated,
        [`POST ${path}/deactivate`]: yield* post("deactivate", { decorations: ids.slice(0, 1) }),
        [`POST ${path}/pixelize`]: yield* post("pixelize", { count: 1, theme: "" }),
        [`POST ${path}/convert`]: yield* post("convert", { decorations: ids.slice(1, 2) })
      }
    })
  }
}
