/** Recorded requests that operations reject before sending, by rule, with the message. */

export const refused: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "it would do damage": {
    "game/game-remove-flag.no-room": "room: Missing key",
    "game/maptool-set.bad-room-name": "rooms.0.room: Expected a room name such as W12N3",
    "game/maptool-set.duplicate-object-ids": "rooms: two objects have the _id aaa: the server would lose one",
    "game/maptool-set.empty-list": "rooms.0: Missing key",
    "game/maptool-set.minimal": "rooms.0.status: Missing key",
    "game/maptool-set.no-objects": "rooms.0.objects: Missing key",
    "game/maptool-set.no-room": "rooms.0.room: Missing key",
    "game/maptool-set.null-fields": 'rooms.0.status: Expected "normal" | "out of borders"',
    "game/maptool-set.read-and-sent-back": "rooms.0.meta: the operation has no such field",
    "game/maptool-set.read-and-sent-back-clean": "rooms.0.meta: the operation has no such field",
    "game/maptool-set.room-name-outside": "rooms.0.room: Expected a room name such as W12N3",
    "game/maptool-set.same-room-twice": "rooms: W1N1 occurs twice",
    "game/maptool-set.short-terrain": "rooms.0.terrain: Expected 2500 digits from 0 to 3",
    "game/register-submit.no-password": "password: Missing key",
    "user/code-post.modules-empty":
      'modules: there is no main, which the game runs: pass main: "" to run no code',
    "user/code-post.no-main-existing":
      'modules: there is no main, which the game runs: pass main: "" to run no code',
    "user/code-post.without-main":
      'modules: there is no main, which the game runs: pass main: "" to run no code',
    "user/clone-branch.no-new-name": "newName: Missing key",
    "user/find.no-params": "username: expected either a username or an id",
    "user/memory-set.empty-body": "value: Missing key",
    "user/memory-set.path-quote":
      "path: Expected a path such as creeps.Bob, without back-slashes, quotes and line breaks",
    "user/messages-mark-read.no-id": "id: Missing key",
    "user/messages-send.no-respondent": "respondent: Missing key"
  },
  "the server would report success and do nothing": {
    "game/game-add-object-intent.remove-site-by-room-single":
      "intent: intents of rooms are lists: a single object has no effect",
    "game/game-room-overview.bad-interval": "interval: Expected StatInterval | undefined",
    "game/game-room-terrain.encoded-empty": "encoded: Expected 1 | undefined",
    "game/game-room-terrain.encoded-false": "encoded: Expected 1 | undefined",
    "user/clone-branch.alias-is-no-source":
      "branch: the endpoint accepts no aliases and would copy nothing: use clone",
    "user/code-post.dollar-module-dropped":
      'modules: the server would drop the module "$x": names must not begin with $',
    "user/notify-prefs.bad-interval-ignored": "interval: Expected NotifyInterval",
    "user/overview.bad-interval": "interval: Expected StatInterval"
  },
  "it lacks a field that servers require": {
    "game/auth-signin.missing-fields": "email: Missing key",
    "game/game-create-construction.missing-type": "structureType: Missing key",
    "game/game-create-construction.spawn-no-name": "name: a spawn needs a name",
    "game/game-map-stats.missing-stat-name": "statName: Missing key",
    "game/game-rooms.no-body": "rooms: Missing key",
    "game/maptool-set.no-auth": "rooms.0: Missing key",
    "game/maptool-set.unmodded-404": "rooms.0: Missing key",
    "game/no-auth-mod.check-email.missing": "email: Missing key",
    "game/no-auth-mod.check-username.missing": "username: Missing key",
    "game/register-check-email.missing": "email: Missing key",
    "game/register-check-username.missing": "username: Missing key",
    "game/register-submit.no-username": "username: Missing key",
    "game/room-history.mod.no-params": "room: Missing key",
    "user/auth-signin.empty-body": "email: Missing key",
    "user/auth-signin.missing-email": "email: Missing key",
    "user/auth-signin.missing-password": "password: Missing key",
    "user/auth-signin.no-body": "email: Missing key",
    "user/badge-set.no-badge": "badge: Missing key",
    "user/code-post.no-modules": "modules: Missing key",
    "user/console.no-expression": "expression: Missing key",
    "user/email.missing": "email: Missing key",
    "user/messages-send.no-text": "text: Missing key",
    "user/password.missing": "password: Missing key",
    "user/segment-get.missing-param": "segment: Missing key",
    "user/stats.no-interval": "interval: Missing key"
  },
  "it contains a value of another type": {
    "game/game-create-flag.string-coords": "x: Expected Coordinate",
    "game/game-map-stats.rooms-not-array": "rooms: Expected array",
    "game/maptool-set.not-a-list": "rooms: Expected array",
    "game/power-creeps-upgrade.invalid-value": "powers.1: Expected number",
    "user/badge-set.number-colors": "badge.color1: Expected BadgeColorInput",
    "user/memory-set.path-not-string": 'path: Expected "" | MemoryPath | undefined',
    "user/messages-send.text-not-string": "text: Expected MessageText"
  },
  "it contains a value outside a closed set": {
    "game/game-change-flag-color.bad-color": "color: Expected FlagColor",
    "game/game-create-flag.bad-color": "color: Expected FlagColor",
    "game/game-create-invader.bad-size": 'size: Expected "small" | "big"',
    "game/power-creeps-create.invalid-class": "className: Expected PowerClass",
    "game/power-creeps-upgrade.invalid-power": "powers.99: the operation has no such field",
    "user/set-active-branch.bad-activeName": "activeName: Expected activeWorld or activeSim",
    "user/stats.bad-interval": "interval: Expected StatInterval"
  },
  "it contains a value out of bounds": {
    "game/game-place-spawn.bad-coords": "x: Expected a whole number from 0 to 49",
    "game/register-set-username.invalid-name":
      "username: Expected at least 3 characters: letters, digits, _ and -",
    "user/badge-set.bad-param": "badge.param: Expected a value between -100 and 100",
    "user/badge-set.bad-type": "badge.type: Expected the number of a shape, 1 to 24",
    "user/email.invalid": "email: Expected a mail address",
    "user/segment-get.100": "segment: Expected the number of a segment, 0 to 99",
    "user/segment-get.not-a-number": "segment: Expected numbers joined by commas",
    "user/segment-set.bad-id": "segment: Expected the number of a segment, 0 to 99"
  },
  "it is too long": {
    "game/body-too-large": "rooms.0: Expected a room name such as W12N3",
    "game/game-create-flag.name-too-long": "name: Expected a value with a length of at most 60",
    "game/game-place-spawn.name-too-long": "name: Expected a value with a length of at most 50",
    "user/clone-branch.long-source-name": "branch: Expected a name of at most 30 characters",
    "user/code-post.too-large":
      "modules: the modules are larger than 5 MiB as JSON text: 5.0 MiB, of which main has 5.0",
    "user/console.too-long": "expression: the command is longer than 1024 characters",
    "user/memory-set.too-large": "value: the value is larger than 1 MiB as JSON text",
    "user/messages-send.too-long": "text: Expected a message of at most 100 KiB",
    "user/segment-set.too-long": "data: Expected at most 102400 characters"
  }
}
