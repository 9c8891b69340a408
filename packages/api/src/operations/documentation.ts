/** Made by scripts/catalogue.mjs from the doc comments of the operations: do not edit. */

/** Where an operation is found, and its one sentence. @internal */
export interface Entry {
  readonly group: string
  readonly name: string
  readonly sentence: string
}

/** By method and path. @internal */
export const catalogue: Readonly<Record<string, Entry>> = {
  "POST /api/user/notify-prefs": {
    group: "Account",
    name: "notifyPrefs",
    sentence: "Changes which notifications the user wants by mail; what is left out stays as it is."
  },
  "POST /api/user/badge": { group: "Account", name: "badge", sentence: "Sets the user's badge." },
  "GET /api/user/badge-svg": {
    group: "Account",
    name: "badgeSvg",
    sentence: "Draws a user's badge as an SVG picture."
  },
  "POST /api/user/email": {
    group: "Account",
    name: "email",
    sentence: "Changes the user's mail address; it is stored in lower case."
  },
  "POST /api/user/password": {
    group: "Account",
    name: "changePassword",
    sentence: "Changes the user's password on a private server; `oldPassword` is left out when none was set."
  },
  "POST /api/user/set-steam-visible": {
    group: "Account",
    name: "setSteamVisible",
    sentence: "Shows or hides the link to the user's Steam profile."
  },
  "POST /api/user/tutorial-done": {
    group: "Account",
    name: "tutorialDone",
    sentence: "Marks the tutorial as done; private servers accept it without effect."
  },
  "POST /api/user/cpu-shards": {
    group: "Account",
    name: "cpuShards",
    sentence: "Spreads the user's CPU over the shards of an official server, in whole milliseconds per tick."
  },
  "POST /api/user/activate-ptr": {
    group: "Account",
    name: "activatePtr",
    sentence: "Unlocks the account's CPU on the public test realm."
  },
  "POST /api/user/unlink-steam": {
    group: "Account",
    name: "unlinkSteam",
    sentence: "Ends the link between the account and a Steam account, on a private server."
  },
  "POST /api/user/unlink-github": {
    group: "Account",
    name: "unlinkGithub",
    sentence: "Ends the link between the account and a GitHub account, on a private server."
  },
  "POST /api/user/unlink-gitlab": {
    group: "Account",
    name: "unlinkGitlab",
    sentence: "Ends the link between the account and a GitLab account, on a private server."
  },
  "POST /api/auth/signin": {
    group: "Auth",
    name: "signIn",
    sentence: "Signs in with an account and gives its session token."
  },
  "POST /api/auth/steam-ticket": {
    group: "Auth",
    name: "steamTicket",
    sentence: "Signs in with a ticket of the Steam client and gives a session token."
  },
  "GET /api/auth/query-token": {
    group: "Auth",
    name: "queryToken",
    sentence: "Tells what an API token may do, and until when its rate limits are suspended."
  },
  "GET /api/auth/me": { group: "Auth", name: "me", sentence: "Tells who is signed in." },
  "GET /api/authmod": {
    group: "Auth",
    name: "authmod",
    sentence: "Tells which auth mod a private server runs."
  },
  "GET /api/user/auth-token": {
    group: "AuthTokens",
    name: "list",
    sentence: "Lists the account's API tokens."
  },
  "POST /api/user/auth-token": {
    group: "AuthTokens",
    name: "create",
    sentence: "Makes an API token, for everything (`full`) or for what is `selected`."
  },
  "POST /api/user/delete-auth-token": {
    group: "AuthTokens",
    name: "remove",
    sentence: "Deletes an API token by its identity, not by the token itself."
  },
  "POST /api/user/noratelimit": {
    group: "AuthTokens",
    name: "noratelimit",
    sentence: "Suspends the rate limits of an API token for two hours; `token` is its first 8 characters."
  },
  "GET /api/user/code": {
    group: "Code",
    name: "get",
    sentence: "Reads the modules of a branch; of the one active in the world when none is named."
  },
  "POST /api/user/code": {
    group: "Code",
    name: "set",
    sentence: "Replaces all modules of a branch; of the one active in the world when none is named."
  },
  "POST /api/user/set-active-branch": {
    group: "Code",
    name: "setActiveBranch",
    sentence: "Makes a branch the one that runs in the world, or in the simulation."
  },
  "POST /api/user/clone-branch": {
    group: "Code",
    name: "cloneBranch",
    sentence: "Copies a branch to a new name, whatever stands under that name; `clone` looks first."
  },
  "POST /api/user/delete-branch": {
    group: "Code",
    name: "deleteBranch",
    sentence:
      "Deletes a branch and its code, but for an active one, which is kept without a word; `removeBranch` looks first."
  },
  "POST /api/game/create-construction": {
    group: "Construction",
    name: "create",
    sentence: "Places a construction site."
  },
  "POST /api/game/set-notify-when-attacked": {
    group: "Construction",
    name: "setNotifyWhenAttacked",
    sentence: "Tells an object of the user whether to report when it is attacked."
  },
  "GET /api/user/decorations/inventory": {
    group: "Decorations",
    name: "inventory",
    sentence: "Lists the decorations that the user owns."
  },
  "GET /api/user/decorations/themes": {
    group: "Decorations",
    name: "themes",
    sentence: "Lists the themes of decorations."
  },
  "POST /api/user/decorations/pixelize": {
    group: "Decorations",
    name: "pixelize",
    sentence: "Makes decorations of the account's pixels, as many as `count` says."
  },
  "POST /api/user/decorations/convert": {
    group: "Decorations",
    name: "convert",
    sentence: "Turns decorations back into pixels, 400 for each."
  },
  "POST /api/user/decorations/activate": {
    group: "Decorations",
    name: "activate",
    sentence: "Places a decoration, or changes how it is placed."
  },
  "POST /api/user/decorations/deactivate": {
    group: "Decorations",
    name: "deactivate",
    sentence: "Takes decorations from where they are placed; the user keeps them."
  },
  "GET /api/experimental/pvp": {
    group: "Experimental",
    name: "pvp",
    sentence: "Tells the rooms in which players fought lately, over all shards."
  },
  "GET /api/experimental/nukes": {
    group: "Experimental",
    name: "nukes",
    sentence:
      "Lists the nukes in flight, over all shards: where and when each will land, and from where it was launched."
  },
  "POST /api/game/create-flag": {
    group: "Flags",
    name: "create",
    sentence: "Sets a flag on a square, or moves the user's flag that has this name already."
  },
  "POST /api/game/change-flag-color": {
    group: "Flags",
    name: "changeColor",
    sentence: "Gives a flag other colours."
  },
  "POST /api/game/change-flag": {
    group: "Flags",
    name: "move",
    sentence:
      "Moves a flag to another square, perhaps of another room; `create` with the name of a flag does so on any server."
  },
  "POST /api/game/remove-flag": { group: "Flags", name: "remove", sentence: "Removes a flag." },
  "GET /api/version": {
    group: "Game",
    name: "version",
    sentence: "Tells a server's version, the size of its history chunks and its features."
  },
  "GET /api/game/time": { group: "Game", name: "time", sentence: "Tells the current tick." },
  "GET /api/game/tick": {
    group: "Game",
    name: "tick",
    sentence:
      "Tells how long the shortest of the last 30 ticks took, in milliseconds; on official servers ask `Shards.tick`."
  },
  "GET /api/game/world-size": {
    group: "Game",
    name: "worldSize",
    sentence: "Tells the size of the world in rooms."
  },
  "GET /api/game/room-terrain": {
    group: "Game",
    name: "roomTerrain",
    sentence: "Tells the terrain of a room as the server writes it; `terrain` reads it for you."
  },
  "POST /api/game/rooms": {
    group: "Game",
    name: "rooms",
    sentence:
      "Tells the terrain of many rooms at once, 2500 digits each; rooms that do not exist are left out."
  },
  "GET /api/game/room-status": {
    group: "Game",
    name: "roomStatus",
    sentence: "Tells whether a room can be played and how long it is protected."
  },
  "GET /api/game/room-overview": {
    group: "Game",
    name: "roomOverview",
    sentence: "Tells who owns a room, and its statistics."
  },
  "GET /api/game/room-objects": {
    group: "Game",
    name: "roomObjects",
    sentence: "Tells everything that stands in a room, and who owns it."
  },
  "GET /api/game/room-decorations": {
    group: "Game",
    name: "roomDecorations",
    sentence: "Tells the decorations of a room."
  },
  "POST /api/game/map-stats": {
    group: "Game",
    name: "mapStats",
    sentence: "Tells what the map knows about rooms: owners, signs, protection, minerals, and one statistic."
  },
  "POST /api/game/gen-unique-object-name": {
    group: "Game",
    name: "genUniqueObjectName",
    sentence: "Makes up a name that none of the user's spawns has, such as `Spawn1`."
  },
  "POST /api/game/check-unique-object-name": {
    group: "Game",
    name: "checkUniqueObjectName",
    sentence:
      "Checks that none of the user's spawns, nor of the sites for one, has a name yet; fails when one has."
  },
  "POST /api/game/gen-unique-flag-name": {
    group: "Game",
    name: "genUniqueFlagName",
    sentence: "Makes up a name that none of the user's flags has, such as `Flag1`."
  },
  "POST /api/game/check-unique-flag-name": {
    group: "Game",
    name: "checkUniqueFlagName",
    sentence: "Checks that none of the user's flags has a name yet; fails when one has."
  },
  "POST /api/game/place-spawn": {
    group: "Game",
    name: "placeSpawn",
    sentence:
      "Places the first spawn of a user whose status in the world is `empty`, and with it takes over the room."
  },
  "GET /room-history/{shard}/{room}/{tick}.json": {
    group: "History",
    name: "officialChunk",
    sentence: "Returns a chunk of a room's history on an official server, by its first tick."
  },
  "GET /room-history": {
    group: "History",
    name: "privateChunk",
    sentence: "Returns a chunk of a room's history on a private server, by its first tick."
  },
  "POST /api/game/add-object-intent": {
    group: "Intents",
    name: "addObjectIntent",
    sentence:
      "Asks an object for something in the next tick, or, by the `_id` `room`, a room for a list of things."
  },
  "POST /api/game/add-global-intent": {
    group: "Intents",
    name: "addGlobalIntent",
    sentence: "Asks the account for something in the next tick: orders on the market, power creeps."
  },
  "POST /api/game/create-invader": {
    group: "Invaders",
    name: "create",
    sentence: "Summons an invader into a room that the user owns or has reserved."
  },
  "POST /api/game/remove-invader": {
    group: "Invaders",
    name: "remove",
    sentence: "Sends an invader away that the user summoned."
  },
  "GET /api/leaderboard/list": {
    group: "Leaderboard",
    name: "list",
    sentence: "Lists the best users of a month, ten of them unless told otherwise."
  },
  "GET /api/leaderboard/find": {
    group: "Leaderboard",
    name: "find",
    sentence:
      "Finds a user's rank in a month, or the ranks in all months when none is named; `ranks` reads both answers."
  },
  "GET /api/leaderboard/seasons": {
    group: "Leaderboard",
    name: "seasons",
    sentence: "Lists the months of the leaderboard, the newest first."
  },
  "GET /api/maptool/rooms": {
    group: "MapTool",
    name: "rooms",
    sentence: "Returns all rooms as the storage holds them, with the objects of every player."
  },
  "POST /api/maptool/set": {
    group: "MapTool",
    name: "set",
    sentence: "Replaces rooms: their terrain, their status, and all their objects."
  },
  "GET /api/game/market/orders-index": {
    group: "Market",
    name: "ordersIndex",
    sentence: "Lists the resources that are on the market, with the number of orders for each."
  },
  "GET /api/game/market/orders": {
    group: "Market",
    name: "orders",
    sentence: "Lists the active orders for a resource, those of non-player traders included."
  },
  "GET /api/game/market/stats": {
    group: "Market",
    name: "stats",
    sentence: "Tells what was traded of a resource day by day, and at which prices."
  },
  "GET /api/game/market/my-orders": {
    group: "Market",
    name: "myOrders",
    sentence: "Lists the user's own orders, active or not; `placed` reads the answer of any server."
  },
  "GET /api/user/memory": {
    group: "Memory",
    name: "get",
    sentence: "Tells a part of Memory as the server writes it; `read` unpacks and checks it for you."
  },
  "POST /api/user/memory": {
    group: "Memory",
    name: "set",
    sentence: "Writes a part of Memory, or all of it, when the user's code next runs."
  },
  "GET /api/user/messages/index": {
    group: "Messages",
    name: "index",
    sentence: "Lists the user's conversations, each with its newest message."
  },
  "GET /api/user/messages/list": {
    group: "Messages",
    name: "list",
    sentence: "Lists the messages exchanged with a user: the newest 100 at most, oldest first."
  },
  "POST /api/user/messages/send": {
    group: "Messages",
    name: "send",
    sentence: "Sends a message to a user: at most 102400 characters."
  },
  "POST /api/user/messages/mark-read": {
    group: "Messages",
    name: "markRead",
    sentence: "Marks a received message as read; its sender is shown so, too."
  },
  "GET /api/user/messages/unread-count": {
    group: "Messages",
    name: "unreadCount",
    sentence: "Counts the received messages that the user has not read."
  },
  "GET /api/mods": { group: "Mods", name: "list", sentence: "Lists the mods of a private server by name." },
  "GET /stats": {
    group: "Mods",
    name: "stats",
    sentence:
      "Returns a private server in numbers: rooms, objects, durations of ticks, and every user's progress."
  },
  "GET /api/game/power-creeps/list": {
    group: "PowerCreeps",
    name: "list",
    sentence: "Lists the user's power creeps, those in rooms and those that wait."
  },
  "POST /api/game/power-creeps/create": {
    group: "PowerCreeps",
    name: "create",
    sentence: "Makes a power creep of level 0, at the cost of one level of the account's power."
  },
  "POST /api/game/power-creeps/upgrade": {
    group: "PowerCreeps",
    name: "upgrade",
    sentence:
      "Teaches a power creep: sets the levels of its powers, at the cost of one level of the account's power each."
  },
  "POST /api/game/power-creeps/rename": {
    group: "PowerCreeps",
    name: "rename",
    sentence: "Gives a power creep another name, while it is in no room."
  },
  "POST /api/game/power-creeps/delete": {
    group: "PowerCreeps",
    name: "remove",
    sentence: "Has a power creep deleted in 24 hours, while it is in no room; `cancelDelete` takes it back."
  },
  "POST /api/game/power-creeps/cancel-delete": {
    group: "PowerCreeps",
    name: "cancelDelete",
    sentence: "Keeps a power creep that was about to be deleted."
  },
  "POST /api/game/power-creeps/experimentation": {
    group: "PowerCreeps",
    name: "experimentation",
    sentence:
      "Begins a period of power experimentation: power creeps can be deleted without delay while it lasts."
  },
  "POST /api/register/submit": {
    group: "Register",
    name: "submit",
    sentence: "Registers an account on a private server."
  },
  "GET /api/register/check-email": {
    group: "Register",
    name: "checkEmail",
    sentence: "Succeeds when no account has a mail address."
  },
  "GET /api/register/check-username": {
    group: "Register",
    name: "checkUsername",
    sentence: "Succeeds when no account has a name."
  },
  "POST /api/register/set-username": {
    group: "Register",
    name: "setUsername",
    sentence: "Gives a name to the signed-in account, which came through a game platform and has none yet."
  },
  "GET /api/scoreboard/list": {
    group: "Scoreboard",
    name: "list",
    sentence: "Lists the players of the season by their scores, 20 at most."
  },
  "GET /api/seasons/current": {
    group: "Seasons",
    name: "current",
    sentence: "Tells the seasonal competition that runs or is about to start; `null` when there is none."
  },
  "GET /api/seasons": {
    group: "Seasons",
    name: "list",
    sentence: "Lists the seasonal competitions so far, the first one first."
  },
  "GET /api/user/memory-segment": {
    group: "Segments",
    name: "get",
    sentence:
      "Tells what is in raw memory segments as the server writes it; `read` and `readMany` read it for you."
  },
  "POST /api/user/memory-segment": {
    group: "Segments",
    name: "set",
    sentence: "Writes one raw memory segment, at once and without waiting for a tick."
  },
  "POST /api/servers/list": {
    group: "Servers",
    name: "list",
    sentence:
      "Lists the community servers that registered themselves: their names, addresses and how many people like them."
  },
  "GET /api/game/shards/info": {
    group: "Shards",
    name: "info",
    sentence: "Lists the shards of a server with their sizes and the lengths of their last ticks."
  },
  "GET /api/game/shards/tick": {
    group: "Shards",
    name: "tick",
    sentence: "Tells how long a tick of a shard lasts, in milliseconds; on private servers ask `Game.tick`."
  },
  "GET /api/user/world-status": {
    group: "User",
    name: "worldStatus",
    sentence:
      "Tells where the user stands: `empty` may place a first spawn, `normal` plays, `lost` has no spawn left."
  },
  "GET /api/user/world-start-room": {
    group: "User",
    name: "worldStartRoom",
    sentence: "Tells the room to show the user first."
  },
  "GET /api/user/branches": {
    group: "User",
    name: "branches",
    sentence: "Lists the user's branches and which of them are active."
  },
  "POST /api/user/console": {
    group: "User",
    name: "console",
    sentence: "Runs a line in the user's console, after the code of the next tick."
  },
  "GET /api/user/respawn-prohibited-rooms": {
    group: "User",
    name: "respawnProhibitedRooms",
    sentence: "Lists the rooms in which the user may not place the next first spawn."
  },
  "POST /api/user/respawn": {
    group: "User",
    name: "respawn",
    sentence:
      "Gives up everything that the user owns in the world, after which a first spawn may be placed anew."
  },
  "GET /api/user/find": { group: "User", name: "find", sentence: "Finds a user by name or by identity." },
  "GET /api/user/name": {
    group: "User",
    name: "name",
    sentence: "Tells the user's name, which restricted API tokens may be admitted to."
  },
  "GET /api/user/rooms": {
    group: "User",
    name: "rooms",
    sentence: "Lists the rooms that a user owns; `roomsByShard` reads the answer for you."
  },
  "GET /api/user/stats": {
    group: "User",
    name: "stats",
    sentence: "Tells the totals of a user's statistics over all slots of an interval."
  },
  "GET /api/user/overview": {
    group: "User",
    name: "overview",
    sentence:
      "Tells one statistic of all the user's rooms over time; `overviewByShard` reads the answer for you."
  },
  "GET /api/user/money-history": {
    group: "User",
    name: "moneyHistory",
    sentence: "Tells a page of the history of the user's credits: 20 entries, newest first, from page 0 on."
  },
  "GET /api/warpath/battles": {
    group: "Warpath",
    name: "battles",
    sentence: "Tells the battles that players fought lately, and how heavy they were."
  }
}
