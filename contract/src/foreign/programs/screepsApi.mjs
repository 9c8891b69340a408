/** Calls methods of npm's `screeps-api`, and prints the result of each. */
import { ScreepsAPI } from "screeps-api"

const { other, password, room, tasks, username, x, y } = JSON.parse(process.argv[2])

const callsOf = (api, { game, user, userMessages, ...raw } = api.raw) => ({
  "sign in": [
    ["version", () => raw.version()],
    ["authmod", () => raw.authmod()],
    ["auth without an account", () => api.auth("nobody", "nothing")],
    ["auth", () => api.auth(username, password)],
    ["me", () => api.me()],
    ["auth.queryToken", () => raw.auth.queryToken("no such token")],
    ["auth.steamTicket", () => raw.auth.steamTicket("no such ticket", true)],
    ["register.checkEmail", () => raw.register.checkEmail("new@example.com")],
    ["register.checkUsername", () => raw.register.checkUsername(username)],
    ["register.setUsername", () => raw.register.setUsername("another")],
    ["servers.list", () => raw.servers.list()]
  ],
  world: [
    ["game.roomStatus as a guest", () => game.roomStatus(room)],
    ["auth", () => api.auth(username, password)],
    ["game.time", () => game.time()],
    ["game.worldSize", () => game.worldSize()],
    ["game.roomTerrain", () => game.roomTerrain(room)],
    ["game.roomTerrain in parts", () => game.roomTerrain(room, 0)],
    ["game.roomTerrain outside", () => game.roomTerrain("W120N120")],
    ["game.roomStatus", () => game.roomStatus(room)],
    ["game.roomStatus outside", () => game.roomStatus("W120N120")],
    ["game.roomOverview", () => game.roomOverview(room)],
    ["game.roomOverview of a wrong interval", () => game.roomOverview(room, 9)],
    ["game.roomDecorations", () => game.roomDecorations(room)],
    ["game.roomObjects", () => game.roomObjects(room)],
    ["game.mapStats", () => game.mapStats([room], "owner0")],
    ["game.mapStats without rooms", () => game.mapStats(undefined, "owner0")],
    ["game.shards.info", () => game.shards.info()],
    ["history outside", () => raw.history("W120N120", 20)],
    ["experimental.pvp", () => raw.experimental.pvp()],
    ["experimental.nukes", () => raw.experimental.nukes()],
    ["warpath.battles", () => raw.warpath.battles()],
    ["scoreboard.list", () => raw.scoreboard.list()],
    ["leaderboard.list", () => raw.leaderboard.list()],
    ["leaderboard.list of power", () => raw.leaderboard.list(10, "power")],
    ["leaderboard.find", () => raw.leaderboard.find(username)],
    ["leaderboard.find of nobody", () => raw.leaderboard.find("nobody at all")],
    ["leaderboard.seasons", () => raw.leaderboard.seasons()]
  ],
  account: [
    ["user.name as a guest", () => user.name()],
    ["auth", () => api.auth(username, password)],
    ["user.name", () => user.name()],
    ["user.find", () => user.find(other)],
    ["user.find of nobody", () => user.find("nobody at all")],
    ["user.findById", async () => user.findById(await api.userID())],
    ["user.stats", () => user.stats(8)],
    ["user.rooms", async () => user.rooms(await api.userID())],
    ["user.overview", () => user.overview(8, "energyHarvested")],
    ["user.overview of a wrong interval", () => user.overview(9, "energyHarvested")],
    ["user.moneyHistory", () => user.moneyHistory()],
    ["user.worldStatus", () => user.worldStatus()],
    ["user.worldStartRoom", () => user.worldStartRoom()],
    ["user.respawnProhibitedRooms", () => user.respawnProhibitedRooms()],
    ["user.notifyPrefs", () => user.notifyPrefs({ sendOnline: false, interval: 60 })],
    ["user.email", () => user.email("another@example.com")],
    ["user.email of no address", () => user.email("nowhere")],
    [
      "user.badge",
      () =>
        user.badge({
          type: 3,
          color1: "#ff0000",
          color2: "#00ff00",
          color3: "#0000ff",
          param: 10,
          flip: false
        })
    ],
    ["user.badge of no colour", () => user.badge({ type: 3, color1: "red" })],
    ["user.tutorialDone", () => user.tutorialDone()],
    ["user.decorations.inventory", () => user.decorations.inventory()],
    ["user.decorations.themes", () => user.decorations.themes()],
    ["user.decorations.activate", () => user.decorations.activate("1", {})]
  ],
  code: [
    ["auth", () => api.auth(username, password)],
    ["user.branches", () => user.branches()],
    ["code.set", () => api.code.set("default", { main: "exports.loop = () => {}" })],
    ["code.get", () => api.code.get("default")],
    ["code.get of no branch", () => api.code.get("nowhere")],
    ["code.get of the active branch", () => api.code.get("$activeWorld")],
    ["code.set of a new branch", () => api.code.set("new", { main: "", lib: { binary: "AA==" } })],
    ["user.cloneBranch", () => user.cloneBranch("default", "copy", { main: "1" })],
    ["user.cloneBranch onto a branch", () => user.cloneBranch("default", "copy", { main: "1" })],
    ["user.cloneBranch of nothing", () => user.cloneBranch("", "fresh", { main: "1" })],
    ["user.setActiveBranch", () => user.setActiveBranch("copy", "activeWorld")],
    ["user.setActiveBranch of no branch", () => user.setActiveBranch("nowhere", "activeWorld")],
    ["user.deleteBranch", () => user.deleteBranch("fresh")],
    ["user.deleteBranch of no branch", () => user.deleteBranch("nowhere")],
    ["code.get after the changes", () => api.code.get("copy")]
  ],
  memory: [
    ["auth", () => api.auth(username, password)],
    ["memory.set", () => api.memory.set("foreign", { a: [1, "two"], b: null })],
    ["memory.get", () => api.memory.get()],
    ["memory.get of no path", () => api.memory.get("nowhere")],
    ["memory.get behind no path", () => api.memory.get("nowhere.at.all")],
    ["memory.segment.get", () => api.memory.segment.get(1)],
    ["memory.segment.set", () => api.memory.segment.set(1, "text")],
    ["memory.segment.get after the change", () => api.memory.segment.get(1)],
    ["memory.segment.get of several", () => api.memory.segment.get("0,1")],
    ["memory.segment.get of no segment", () => api.memory.segment.get(100)],
    ["memory.segment.set of no segment", () => api.memory.segment.set(100, "text")],
    ["console", () => api.console("1 + 1")],
    ["console of a long line", () => api.console("1".repeat(1025))]
  ],
  building: [
    ["auth", () => api.auth(username, password)],
    ["game.genUniqueObjectName", () => game.genUniqueObjectName("spawn")],
    ["game.checkUniqueObjectName", () => game.checkUniqueObjectName("spawn", "Spawn2")],
    ["game.placeSpawn", () => game.placeSpawn(room, x, y, "Spawn2")],
    ["game.genUniqueFlagName", () => game.genUniqueFlagName()],
    ["game.checkUniqueFlagName", () => game.checkUniqueFlagName("Flag1")],
    ["game.createFlag", () => game.createFlag(room, 25, 25, "Flag1")],
    ["game.createFlag of no color", () => game.createFlag(room, 25, 25, "Flag2", 11)],
    ["game.removeFlag", () => game.removeFlag(room, "Flag1")],
    ["game.createConstruction", () => game.createConstruction(room, x, y, "road")],
    ["game.createConstruction of nothing", () => game.createConstruction(room, x, y, "castle")],
    ["game.createConstruction outside", () => game.createConstruction("W120N120", x, y, "road")],
    ["game.setNotifyWhenAttacked", () => game.setNotifyWhenAttacked("0123456789abcdef", true)],
    ["game.addObjectIntent", () => game.addObjectIntent(room, "0123456789abcdef", {})],
    ["game.createInvader elsewhere", () => game.createInvader("W7N3", 25, 25, "small", "Melee")],
    ["game.createInvader", () => game.createInvader(room, x, y, "small", "Melee")],
    ["game.removeInvader", () => game.removeInvader("0123456789abcdef")]
  ],
  market: [
    ["market.ordersIndex as a guest", () => game.market.ordersIndex()],
    ["auth", () => api.auth(username, password)],
    ["market.ordersIndex", () => game.market.ordersIndex()],
    ["market.myOrders", () => game.market.myOrders()],
    ["market.orders", () => game.market.orders("energy")],
    ["market.orders of nothing", () => game.market.orders("nothing")],
    ["market.stats", () => game.market.stats("energy")],
    ["market.stats of nothing", () => game.market.stats("nothing")]
  ],
  messages: [
    ["messages.index as a guest", () => userMessages.index()],
    ["auth", () => api.auth(username, password)],
    ["messages.index", () => userMessages.index()],
    ["messages.unreadCount", () => userMessages.unreadCount()],
    ["messages.send", async () => userMessages.send((await user.find(other)).user._id, "hello")],
    ["messages.send to nobody", () => userMessages.send("0123456789abcdef", "hello")],
    ["messages.list", async () => userMessages.list((await user.find(other)).user._id)],
    ["messages.markRead", () => userMessages.markRead("0123456789abcdef")]
  ]
})

for (const { task, url } of tasks) {
  const { hostname, port } = new URL(url)
  const api = new ScreepsAPI({ protocol: "http", hostname, port, path: "/" })
  for (const [name, call] of callsOf(api)[task]) {
    const outcome = await call().then(
      () => "ok",
      (error) => `fails: ${String(error.message).split("\n")[0].slice(0, 100)}`
    )
    console.log(`${task}, ${name}: ${outcome}`)
  }
}
