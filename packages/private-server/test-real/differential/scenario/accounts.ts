import * as Effect from "effect/Effect"
import type { Scene, Stage } from "../stage.ts"

/** Requests with paths and bodies in various forms. */
const requests = ({ call, get }: Pick<Stage, "call" | "get">) =>
  Effect.gen(function* () {
    const good = [
      "/api/game/time/",
      "/API/game/time",
      "/api/Game/Time",
      "/api//game/time",
      "/api/game//time/"
    ]
    const bad = ["//api/game/time", "/season/api/game/time", "/any/api/game/time", "/api///game/time"]
    for (const path of [...good, ...bad]) yield* get(undefined, path)
    yield* call(undefined, "POST", "/api//auth/signin", { body: { email: "ann", password: "secret of ann" } })
    const text = JSON.stringify({ segment: 4, data: "four" })
    const types = [
      "Application/JSON",
      "application/json ; charset=UTF-8",
      "text/json",
      "application/vnd.api+json"
    ]
    for (const type of [...types, "application/json; charset=foo", "application/json; charset=utf-9"])
      yield* call("ann", "POST", "/api/user/memory-segment", { text, type })
    const form = "application/x-www-form-urlencoded"
    for (const type of [form, form.toUpperCase(), `${form}; charset=utf-16`])
      yield* call("ann", "POST", "/api/user/memory-segment", { text: "segment=5&data=a+b", type })
    for (const text of ["5", ' "text"', "null", "  ", "", "[4]", "\ufeff{}", "x".repeat(50)])
      yield* call("ann", "POST", "/api/user/memory-segment", { text })
    for (const packing of ["br", "gzip", "identity"])
      yield* call("ann", "POST", "/api/user/memory-segment", {
        text,
        headers: { "content-encoding": packing }
      })
    yield* get("ann", "/api/user/memory-segment", { segment: "4" })
    yield* get("ann", "/api/user/memory-segment", { segment: "5" })
  })

const badge = { type: 7, color1: "#112233", color2: "#445566", color3: "#778899", param: -40, flip: true }

/** Three players register and request their accounts. */
export const accounts: Scene = ({ call, change, get, id, join, post }) =>
  Effect.gen(function* () {
    yield* get(undefined, "/api/authmod")
    yield* get(undefined, "/api/register/check-username", { username: "ann" })
    yield* get(undefined, "/api/register/check-email", { email: "ann@example.com" })
    yield* join("ann", "secret of ann")
    yield* join("bob", "secret of bob")
    yield* join("cat", "secret of cat")
    yield* get(undefined, "/api/register/check-username", { username: "ANN" })
    yield* get(undefined, "/api/register/check-email", { email: "ann@example.com" })
    yield* get(undefined, "/api/register/check-username")
    yield* post(undefined, "/api/register/submit", { username: "ann", password: "secret of another" })
    yield* post(undefined, "/api/auth/signin", { email: "ann", password: "secret of ann" })
    yield* post(undefined, "/api/auth/signin", { email: "ann@example.com", password: "secret of ann" })
    yield* post(undefined, "/api/auth/signin", { email: "ann", password: "secret of bob" })
    yield* post(undefined, "/api/auth/signin", { email: "nobody", password: "secret of bob" })
    yield* post(undefined, "/api/auth/signin", {})
    yield* call(undefined, "POST", "/api/auth/signin", { text: '{"email":' })
    const modules = { main: "x".repeat(150_000) }
    yield* post(undefined, "/api/auth/signin", { email: "ann", password: "secret of ann", modules })
    yield* post(undefined, "/api/register/submit", { username: "dan", password: "secret of dan", modules })
    yield* post("ann", "/api/user/password", { oldPassword: "x", password: "", modules })
    yield* get(undefined, "/api/auth/me")
    const stranger = { "x-token": "0".repeat(40), "x-username": "0".repeat(40) }
    yield* call(undefined, "GET", "/api/auth/me", { headers: stranger })
    yield* post(undefined, "/api/auth/steam-ticket", { ticket: "00", useNativeAuth: true })
    yield* get(undefined, "/api/auth/query-token", { token: "01234567" })
    yield* get("ann", "/api/user/world-status")
    yield* get("ann", "/api/user/world-start-room")
    yield* get("ann", "/api/user/respawn-prohibited-rooms")
    yield* post("ann", "/api/user/badge", { badge })
    yield* post("ann", "/api/user/badge", { badge: { ...badge, type: { path1: "M0 0", path2: "M1 1" } } })
    yield* post("ann", "/api/user/badge", { badge: { ...badge, color1: "red" } })
    yield* post("ann", "/api/user/badge", { badge: { ...badge, type: 99 } })
    yield* get(undefined, "/api/user/badge-svg", { username: "ANN", border: "1" })
    yield* get(undefined, "/api/user/badge-svg", { username: "bob" })
    yield* get(undefined, "/api/user/badge-svg", { username: "nobody" })
    yield* post("bob", "/api/user/notify-prefs", { disabled: true, interval: 60, errorsInterval: 100_000 })
    yield* post("bob", "/api/user/notify-prefs", { interval: 7, sendOnline: true })
    yield* post("bob", "/api/user/email", { email: "Bob.New@Example.com" })
    yield* post("bob", "/api/user/email", { email: "ann@example.com" })
    for (const email of ["bob@nowhere", "bob@x.c", "a!b@x.com", "bob+1@x-y.co"])
      yield* post("bob", "/api/user/email", { email })
    yield* post("bob", "/api/user/tutorial-done", {})
    yield* post("bob", "/api/user/set-steam-visible", { visible: false })
    yield* post("bob", "/api/register/set-username", { username: "second" })
    yield* get("bob", "/api/auth/me")
    yield* get(undefined, "/api/user/find", { username: "ANN" })
    yield* get(undefined, "/api/user/find", { id: id("bob") })
    yield* get(undefined, "/api/user/find", { id: "2" })
    yield* get(undefined, "/api/user/find", { username: "nobody" })
    yield* change("ann", { steam: { id: "76561190000000000" } })
    for (const visible of [false, true]) {
      yield* get(undefined, "/api/user/find", { username: "ann" })
      yield* post("ann", "/api/user/set-steam-visible", { visible })
    }
    yield* get(undefined, "/api/user/find", { username: "ann" })
    yield* requests({ call, get })
    yield* get(undefined, "/api/user/rooms", { id: id("ann") })
    yield* get("ann", "/api/user/stats", { id: id("ann"), interval: "8" })
    yield* get("ann", "/api/user/stats", { id: id("ann"), interval: "9" })
    yield* get("ann", "/api/user/overview", { interval: "180", statName: "energyHarvested" })
    yield* get("ann", "/api/user/name")
    yield* get("ann", "/api/user/decorations/inventory")
    yield* get(undefined, "/api/leaderboard/list", { mode: "world", limit: "5", season: "2026-11" })
    yield* get(undefined, "/api/leaderboard/list")
    yield* get(undefined, "/api/leaderboard/seasons")
    yield* get(undefined, "/api/leaderboard/find", { username: "ann" })
    yield* get(undefined, "/api/leaderboard/find", { username: "ann", season: "2026-11", mode: "world" })
    yield* get(undefined, "/api/leaderboard/find", { username: "nobody" })
  })
