/** Paths without an operation, and the server password. */
import * as Effect from "effect/Effect"
import { type Group, nothing, signIn } from "../support/group.ts"

export const server: Group = {
  operations: [],
  successes: Effect.succeed({}),
  situations: {
    "a request without a token": {
      before: nothing,
      cases: ["game/auth-signin.get", "game/method-not-matching.time-post", "game/no-auth-mod.me"]
    },
    "a user who has just signed in": {
      before: signIn,
      cases: [
        "game/auth-query-token",
        "game/experimental-nukes.unmodded-404",
        "game/experimental-pvp.unmodded-404",
        "game/game-room-decorations.unmodded-404",
        "game/game-room-objects.unmodded-404",
        "game/game-shards-info.unmodded-404",
        "game/scoreboard-list.unmodded-404",
        "game/seasons-current.unmodded-404",
        "game/servers-list.unmodded-404",
        "game/unknown-path",
        "game/warpath-battles.unmodded-404",
        "user/absent.GET.console",
        "user/absent.GET.notify-prefs",
        "user/absent.GET.tutorial-done",
        "user/absent.GET.decorations-themes",
        "user/absent.GET.name",
        "user/absent.POST.decorations-pixelize",
        "user/wrong-method"
      ]
    },
    "a request without the server's password": {
      options: { serverPassword: "sesame" },
      before: nothing,
      cases: [
        "game/server-password.authmod",
        "game/server-password.me-with-bad-token",
        "game/server-password.room-history-without",
        "game/server-password.version-wrong",
        "user/server-password.authmod",
        "user/server-password.bad-token",
        "user/server-password.find-without",
        "user/server-password.missing-version",
        "user/server-password.register-check-username",
        "user/server-password.register-closed",
        "user/server-password.unknown-path",
        "user/server-password.wrong-version"
      ]
    }
  }
}
