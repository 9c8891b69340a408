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
    sentence: "Changes the user's mail notification preferences; fields that are left out stay as they are."
  },
  "POST /api/user/badge": { group: "Account", name: "badge", sentence: "Sets the user's badge." },
  "GET /api/user/badge-svg": {
    group: "Account",
    name: "badgeSvg",
    sentence: "Returns a user's badge as an SVG picture."
  },
  "POST /api/user/email": {
    group: "Account",
    name: "email",
    sentence: "Changes the user's mail address; servers store it in lower case."
  },
  "POST /api/user/password": {
    group: "Account",
    name: "changePassword",
    sentence: "Changes the user's password on a private server."
  },
  "POST /api/user/set-steam-visible": {
    group: "Account",
    name: "setSteamVisible",
    sentence: "Shows or hides the link to the user's Steam profile."
  },
  "POST /api/user/tutorial-done": {
    group: "Account",
    name: "tutorialDone",
    sentence: "Marks the tutorial as completed; private servers accept the call without effect."
  },
  "POST /api/user/cpu-shards": {
    group: "Account",
    name: "cpuShards",
    sentence: "Distributes the user's CPU over the shards of an official server."
  },
  "POST /api/user/activate-ptr": {
    group: "Account",
    name: "activatePtr",
    sentence: "Unlocks the account's CPU on the public test realm."
  },
  "POST /api/user/unlink-steam": {
    group: "Account",
    name: "unlinkSteam",
    sentence: "Removes the link between the account and a Steam account, on a private server."
  },
  "POST /api/user/unlink-github": {
    group: "Account",
    name: "unlinkGithub",
    sentence: "Removes the link between the account and a GitHub account, on a private server."
  },
  "POST /api/user/unlink-gitlab": {
    group: "Account",
    name: "unlinkGitlab",
    sentence: "Removes the link between the account and a GitLab account, on a private server."
  },
  "POST /api/auth/signin": {
    group: "Auth",
    name: "signIn",
    sentence: "Signs in with name or mail address and password, and returns a session token."
  },
  "POST /api/auth/steam-ticket": {
    group: "Auth",
    name: "steamTicket",
    sentence: "Signs in with a ticket of the Steam client and returns a session token."
  },
  "GET /api/auth/query-token": {
    group: "Auth",
    name: "queryToken",
    sentence: "Returns the permissions of an API token, and until when its rate limits are suspended."
  },
  "GET /api/auth/me": { group: "Auth", name: "me", sentence: "Returns the signed-in user." },
  "GET /api/authmod": {
    group: "Auth",
    name: "authmod",
    sentence: "Returns the auth mod of a private server."
  },
  "GET /api/user/auth-token": {
    group: "AuthTokens",
    name: "list",
    sentence: "Lists the account's API tokens."
  },
  "POST /api/user/auth-token": {
    group: "AuthTokens",
    name: "create",
    sentence: "Creates an API token with all permissions (`full`) or with selected ones."
  },
  "POST /api/user/delete-auth-token": {
    group: "AuthTokens",
    name: "remove",
    sentence: "Deletes an API token by its id, not by the token itself."
  },
  "POST /api/user/noratelimit": {
    group: "AuthTokens",
    name: "noratelimit",
    sentence: "Suspends the rate limits of an API token for two hours."
  },
  "GET /api/user/code": { group: "Code", name: "get", sentence: "Returns the modules of a branch." },
  "POST /api/user/code": { group: "Code", name: "set", sentence: "Replaces all modules of a branch." },
  "POST /api/user/set-active-branch": {
    group: "Code",
    name: "setActiveBranch",
    sentence: "Makes a branch the one that runs in the world, or in the simulation."
  },
  "POST /api/user/clone-branch": {
    group: "Code",
    name: "cloneBranch",
    sentence: "Copies a branch to a new name and overwrites any branch of that name; `clone` checks first."
  },
  "POST /api/user/delete-branch": {
    group: "Code",
    name: "deleteBranch",
    sentence: "Deletes a branch and its code; active branches are silently kept."
  },
  "POST /api/game/create-construction": {
    group: "Construction",
    name: "create",
    sentence: "Places a construction site."
  },
  "POST /api/game/set-notify-when-attacked": {
    group: "Construction",
    name: "setNotifyWhenAttacked",
    sentence: "Sets whether the user is notified when an object is attacked."
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
    sentence: "Creates decorations from the account's pixels."
  },
  "POST /api/user/decorations/convert": {
    group: "Decorations",
    name: "convert",
    sentence: "Converts decorations back to pixels, 400 for each."
  },
  "POST /api/user/decorations/activate": {
    group: "Decorations",
    name: "activate",
    sentence: "Places a decoration, or changes how it is placed."
  },
  "POST /api/user/decorations/deactivate": {
    group: "Decorations",
    name: "deactivate",
    sentence: "Removes decorations from the places where they are shown; the user keeps them."
  },
  "GET /api/experimental/pvp": {
    group: "Experimental",
    name: "pvp",
    sentence: "Lists the rooms in which players fought recently, on all shards."
  },
  "GET /api/experimental/nukes": {
    group: "Experimental",
    name: "nukes",
    sentence: "Lists the nukes in flight on all shards, with their targets, landing times and origins."
  },
  "POST /api/game/create-flag": {
    group: "Flags",
    name: "create",
    sentence: "Creates a flag on a square, or moves the user's flag of that name."
  },
  "POST /api/game/change-flag-color": {
    group: "Flags",
    name: "changeColor",
    sentence: "Changes the colours of a flag."
  },
  "POST /api/game/change-flag": {
    group: "Flags",
    name: "move",
    sentence:
      "Moves a flag to another square, also of another room; `create` with the flag's name does so on any server."
  },
  "POST /api/game/remove-flag": { group: "Flags", name: "remove", sentence: "Removes a flag." },
  "GET /api/version": {
    group: "Game",
    name: "version",
    sentence: "Returns a server's version, settings and features."
  },
  "GET /api/game/time": { group: "Game", name: "time", sentence: "Returns the current tick." },
  "GET /api/game/tick": {
    group: "Game",
    name: "tick",
    sentence: "Returns the duration of ticks on a private server; on official servers use `Shards.tick`."
  },
  "GET /api/game/world-size": {
    group: "Game",
    name: "worldSize",
    sentence: "Returns the size of the world in rooms."
  },
  "GET /api/game/room-terrain": {
    group: "Game",
    name: "roomTerrain",
    sentence: "Returns the terrain of a room in the server's format; `terrain` decodes it."
  },
  "POST /api/game/rooms": {
    group: "Game",
    name: "rooms",
    sentence: "Returns the terrain of several rooms; rooms that do not exist are left out."
  },
  "GET /api/game/room-status": {
    group: "Game",
    name: "roomStatus",
    sentence: "Returns whether a room is open, and until when it is protected."
  },
  "GET /api/game/room-overview": {
    group: "Game",
    name: "roomOverview",
    sentence: "Returns the owner of a room, and its statistics."
  },
  "GET /api/game/room-objects": {
    group: "Game",
    name: "roomObjects",
    sentence: "Returns the objects in a room, and their owners."
  },
  "GET /api/game/room-decorations": {
    group: "Game",
    name: "roomDecorations",
    sentence: "Returns the decorations of a room."
  },
  "POST /api/game/map-stats": {
    group: "Game",
    name: "mapStats",
    sentence: "Returns map data of rooms: owners, signs, protection, minerals, and one statistic."
  },
  "POST /api/game/gen-unique-object-name": {
    group: "Game",
    name: "genUniqueObjectName",
    sentence: "Returns a name that none of the user's spawns has, such as `Spawn1`."
  },
  "POST /api/game/check-unique-object-name": {
    group: "Game",
    name: "checkUniqueObjectName",
    sentence:
      "Checks that a name is free among the user's spawns and spawn construction sites, and fails when it is taken."
  },
  "POST /api/game/gen-unique-flag-name": {
    group: "Game",
    name: "genUniqueFlagName",
    sentence: "Returns a name that none of the user's flags has, such as `Flag1`."
  },
  "POST /api/game/check-unique-flag-name": {
    group: "Game",
    name: "checkUniqueFlagName",
    sentence: "Checks that a name is free among the user's flags, and fails when it is taken."
  },
  "POST /api/game/place-spawn": {
    group: "Game",
    name: "placeSpawn",
    sentence: "Places the first spawn of a user whose status is `empty`, and claims the room."
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
    sentence: "Sends an intent for an object, or a list of them for a room, to be executed in the next tick."
  },
  "POST /api/game/add-global-intent": {
    group: "Intents",
    name: "addGlobalIntent",
    sentence: "Sends an intent for the account, to be executed in the next tick: market orders, power creeps."
  },
  "POST /api/game/create-invader": {
    group: "Invaders",
    name: "create",
    sentence: "Summons an invader into a room that the user owns or has reserved."
  },
  "POST /api/game/remove-invader": {
    group: "Invaders",
    name: "remove",
    sentence: "Removes an invader that the user summoned."
  },
  "GET /api/leaderboard/list": {
    group: "Leaderboard",
    name: "list",
    sentence: "Lists the best users of a month."
  },
  "GET /api/leaderboard/find": {
    group: "Leaderboard",
    name: "find",
    sentence: "Returns a user's rank in a month, or the ranks in all months; `ranks` reads both responses."
  },
  "GET /api/leaderboard/seasons": {
    group: "Leaderboard",
    name: "seasons",
    sentence: "Lists the months of the leaderboard, latest first."
  },
  "GET /api/maptool/rooms": {
    group: "MapTool",
    name: "rooms",
    sentence: "Returns all rooms as they are stored, with the objects of every player."
  },
  "POST /api/maptool/set": {
    group: "MapTool",
    name: "set",
    sentence: "Replaces rooms: their terrain, their status, and all their objects."
  },
  "GET /api/game/market/orders-index": {
    group: "Market",
    name: "ordersIndex",
    sentence: "Lists the resources on the market, with the number of orders for each."
  },
  "GET /api/game/market/orders": {
    group: "Market",
    name: "orders",
    sentence: "Lists the active orders for a resource, including those of non-player traders."
  },
  "GET /api/game/market/stats": {
    group: "Market",
    name: "stats",
    sentence: "Returns trades and prices of a resource by day."
  },
  "GET /api/game/market/my-orders": {
    group: "Market",
    name: "myOrders",
    sentence: "Lists the user's own orders, active or not; `withShards` reads the response of any server."
  },
  "GET /api/user/memory": {
    group: "Memory",
    name: "get",
    sentence: "Returns a part of Memory in the server's format; `read` unpacks and checks it."
  },
  "POST /api/user/memory": {
    group: "Memory",
    name: "set",
    sentence: "Writes a part of Memory, or all of it, when the user's code next runs."
  },
  "GET /api/user/messages/index": {
    group: "Messages",
    name: "index",
    sentence: "Lists the user's conversations, each with its latest message."
  },
  "GET /api/user/messages/list": {
    group: "Messages",
    name: "list",
    sentence: "Lists the latest messages, at most 100, exchanged with a user, oldest first."
  },
  "POST /api/user/messages/send": { group: "Messages", name: "send", sentence: "Sends a message to a user." },
  "POST /api/user/messages/mark-read": {
    group: "Messages",
    name: "markRead",
    sentence: "Marks a received message as read, for its sender as well."
  },
  "GET /api/user/messages/unread-count": {
    group: "Messages",
    name: "unreadCount",
    sentence: "Returns how many received messages the user has not read."
  },
  "GET /api/mods": { group: "Mods", name: "list", sentence: "Lists the mods of a private server by name." },
  "GET /stats": {
    group: "Mods",
    name: "stats",
    sentence:
      "Returns statistics of a private server: rooms, objects, tick durations, and every user's progress."
  },
  "GET /api/game/power-creeps/list": {
    group: "PowerCreeps",
    name: "list",
    sentence: "Lists the user's power creeps, spawned or not."
  },
  "POST /api/game/power-creeps/create": {
    group: "PowerCreeps",
    name: "create",
    sentence: "Creates a power creep of level 0, at the cost of one power level of the account."
  },
  "POST /api/game/power-creeps/upgrade": {
    group: "PowerCreeps",
    name: "upgrade",
    sentence:
      "Upgrades the powers of a power creep, at the cost of one power level of the account for each new level."
  },
  "POST /api/game/power-creeps/rename": {
    group: "PowerCreeps",
    name: "rename",
    sentence: "Renames a power creep that is not spawned."
  },
  "POST /api/game/power-creeps/delete": {
    group: "PowerCreeps",
    name: "remove",
    sentence:
      "Schedules the deletion of a power creep that is not spawned, in 24 hours; `cancelDelete` cancels it."
  },
  "POST /api/game/power-creeps/cancel-delete": {
    group: "PowerCreeps",
    name: "cancelDelete",
    sentence: "Cancels the deletion of a power creep."
  },
  "POST /api/game/power-creeps/experimentation": {
    group: "PowerCreeps",
    name: "experimentation",
    sentence: "Starts a period of power experimentation, in which power creeps can be deleted without delay."
  },
  "POST /api/register/submit": {
    group: "Register",
    name: "submit",
    sentence: "Registers an account on a private server."
  },
  "GET /api/register/check-email": {
    group: "Register",
    name: "checkEmail",
    sentence: "Checks that no account has a mail address, and fails when one has."
  },
  "GET /api/register/check-username": {
    group: "Register",
    name: "checkUsername",
    sentence: "Checks that no account has a name, and fails when one has."
  },
  "POST /api/register/set-username": {
    group: "Register",
    name: "setUsername",
    sentence:
      "Sets the name of the signed-in account, if it was created through a game platform and has none yet."
  },
  "GET /api/scoreboard/list": {
    group: "Scoreboard",
    name: "list",
    sentence: "Lists the players of the season by score, at most 20."
  },
  "GET /api/seasons/current": {
    group: "Seasons",
    name: "current",
    sentence: "Returns the current or next seasonal competition; `null` when none runs or is planned."
  },
  "GET /api/seasons": {
    group: "Seasons",
    name: "list",
    sentence: "Lists all seasonal competitions so far, earliest first."
  },
  "GET /api/user/memory-segment": {
    group: "Segments",
    name: "get",
    sentence: "Returns raw memory segments in the server's format; `read` and `readMany` decode them."
  },
  "POST /api/user/memory-segment": {
    group: "Segments",
    name: "set",
    sentence: "Writes one raw memory segment at once, without waiting for a tick."
  },
  "POST /api/servers/list": {
    group: "Servers",
    name: "list",
    sentence: "Lists the community servers that were registered, with their addresses and counts of likes."
  },
  "GET /api/game/shards/info": {
    group: "Shards",
    name: "info",
    sentence: "Lists the shards of a server, with their sizes and the durations of their last ticks."
  },
  "GET /api/game/shards/tick": {
    group: "Shards",
    name: "tick",
    sentence: "Returns the duration of a shard's ticks; on private servers use `Game.tick`."
  },
  "GET /api/user/world-status": {
    group: "User",
    name: "worldStatus",
    sentence:
      "Returns the user's status: `empty` may place a first spawn, `normal` plays, `lost` has no spawn left."
  },
  "GET /api/user/world-start-room": {
    group: "User",
    name: "worldStartRoom",
    sentence: "Returns the room to show the user first."
  },
  "GET /api/user/branches": {
    group: "User",
    name: "branches",
    sentence: "Lists the user's branches and which of them are active."
  },
  "POST /api/user/console": {
    group: "User",
    name: "console",
    sentence: "Sends a console command, which runs after the user's code in the next tick."
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
      "Gives up everything that the user owns in the world; afterwards a new first spawn may be placed."
  },
  "GET /api/user/find": { group: "User", name: "find", sentence: "Returns a user by name or id." },
  "GET /api/user/name": {
    group: "User",
    name: "name",
    sentence: "Returns the user's name; restricted API tokens may have permission for it."
  },
  "GET /api/user/rooms": {
    group: "User",
    name: "rooms",
    sentence: "Lists the rooms that a user owns; `roomsByShard` reads the response of any server."
  },
  "GET /api/user/stats": {
    group: "User",
    name: "stats",
    sentence: "Returns the totals of a user's statistics over all slots of a length."
  },
  "GET /api/user/overview": {
    group: "User",
    name: "overview",
    sentence: "Returns one statistic of all the user's rooms over time; `overviewByShard` reads the response."
  },
  "GET /api/user/money-history": {
    group: "User",
    name: "moneyHistory",
    sentence: "Returns a page of the history of the user's credits: 20 entries, latest first."
  },
  "GET /api/warpath/battles": {
    group: "Warpath",
    name: "battles",
    sentence: "Lists the recent battles between players, with their severity."
  }
}
