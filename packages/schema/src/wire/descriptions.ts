/** Made by scripts/fields.mjs from the doc comments of records and inputs: do not edit. */

type Description = { readonly description: string; readonly fields: Readonly<Record<string, string>> }

/** By the record's identifier. @internal */
export const descriptions: Readonly<Record<string, Description>> = {
  ActiveBranchEvent: {
    description: "The branch that runs from now on in the world or in the simulation.",
    fields: {}
  },
  ActiveState: {
    description:
      "The state of a placed decoration: one flat record of everything that was chosen, by name, with the place (`shard` and `room`, absent for kinds that belong to the whole account) and `world` (whether the map shows it).",
    fields: {}
  },
  ActiveStateInput: {
    description: "The state in which callers place a decoration.",
    fields: {}
  },
  Badge: {
    description:
      "A user's badge: a built-in shape by number (1–24) or paths of its own, three colours, a parameter that bends the shape (−100 to 100) and whether it is flipped.",
    fields: {}
  },
  BadgeDecoration: {
    description: "A decoration that is a badge: two paths for the user's icon.",
    fields: {}
  },
  BadgeInput: {
    description: "A badge as callers may set it.",
    fields: {}
  },
  BadgeJson: {
    description: "A badge as a server sends it: whatever it is, the response around it is decoded.",
    fields: {}
  },
  BadgePaths: {
    description: "The two vector paths (SVG path data) of a badge that is none of the built-in shapes.",
    fields: {}
  },
  Battle: {
    description: "A battle in one of its two forms.",
    fields: {}
  },
  BattlePowerCreep: {
    description:
      "A power creep of an attacker: its class, its level, and the levels of its powers, which are named in capitals.",
    fields: {}
  },
  BattleReport: {
    description: "A report of battles: a bare list (admin mod) or lists by shard (third-party service).",
    fields: {}
  },
  BinaryModule: {
    description: "A WebAssembly module: its bytes as base64 text.",
    fields: {}
  },
  BodyPartType: {
    description: "The type of a body part as servers name it.",
    fields: {}
  },
  BooleanProperty: {
    description: "Something that is so or not.",
    fields: {}
  },
  Branch: {
    description: "A branch of the signed-in user and whether it runs in the world or in the simulation.",
    fields: {}
  },
  BranchName: {
    description:
      "The name of a branch; where one is asked for, `$activeWorld` and `$activeSim` stand for the active ones.",
    fields: {}
  },
  BuriedPower: {
    description: "A power that a dead power creep had learnt, level 1–5.",
    fields: {}
  },
  CodeEvent: {
    description: "A branch that was uploaded or copied, with the whole of its code.",
    fields: {}
  },
  CodeModule: {
    description: "One module: JavaScript text or a WebAssembly binary.",
    fields: {}
  },
  CodeModules: {
    description: "All modules of a branch by name.",
    fields: {}
  },
  ColorProperty: {
    description: "A colour.",
    fields: {}
  },
  ConsoleError: {
    description:
      "What a script or a command failed with, with the places in the code; comes after the output of the same run.",
    fields: {}
  },
  ConsoleEvent: {
    description: "Output of the console, or an error; never both in one.",
    fields: {}
  },
  ConsoleMessages: {
    description:
      "Lines that a script logged, and the results of commands that ran before it, one text per command.",
    fields: {}
  },
  ConsoleOutput: {
    description:
      "What one run of a script, that is one tick, put onto the console; both lists are empty when that was nothing.",
    fields: {}
  },
  ConstructionSite: {
    description: "A construction site.",
    fields: {
      room: "The room's name, as open text.",
      x: "From the west, 0–49.",
      y: "From the north, 0–49.",
      structureType: "The type of the structure that is built.",
      _id: "Missing only in room history, for one tick after the object was made.",
      name: "The name of a spawn."
    }
  },
  Container: {
    description: "A container; those of strongholds have capacity 0.",
    fields: {
      room: "The room's name, as open text.",
      x: "From the west, 0–49.",
      y: "From the north, 0–49.",
      hits: "Hit points, not always whole; zero or less in the tick of an object's death, in room history.",
      hitsMax: "The most hit points it can have.",
      nextDecayTime: "The tick in which it loses hits next.",
      _id: "Missing only in room history, for one tick after the object was made.",
      notifyWhenAttacked: "Whether the owner is notified of attacks by mail.",
      strongholdId: "The stronghold it belongs to.",
      decayTime: "When it goes down with its stronghold.",
      effects: "Read it with `ObjectEffect.list`: a list, or a map by index."
    }
  },
  Controller: {
    description: "A room's controller.",
    fields: {
      room: "The room's name, as open text.",
      x: "From the west, 0–49.",
      y: "From the north, 0–49.",
      level: "0–8; 0 where nobody owns the room.",
      _id: "Missing only in room history, for one tick after the object was made.",
      user: "The owner; `null` after it was given up, absent where there never was one.",
      hardSign: "A text of the game itself; official servers only.",
      safeMode: "The tick in which safe mode ends.",
      isPowerEnabled: "Whether powers work in the room.",
      progress: "Progress towards the next level.",
      effects: "Read it with `ObjectEffect.list`: a list, or a map by index.",
      downgradeTime: "The tick in which it falls to the level below, unless it is upgraded.",
      safeModeAvailable: "How often safe mode can be turned on.",
      safeModeCooldown: "The tick in which safe mode can be turned on again.",
      upgradeBlocked: "The tick in which it can be upgraded again after an attack."
    }
  },
  ConversationEvent: {
    description: "A message that was sent or received, or the mark that one was read.",
    fields: {}
  },
  CpuEvent: {
    description: "The cost of a script's last run, `error` when it was stopped, and the size of Memory.",
    fields: {}
  },
  CpuLimits: {
    description: "The CPU limits of a user in milliseconds per tick, by shard name.",
    fields: {}
  },
  Creep: {
    description: "A creep.",
    fields: {
      room: "The room's name, as open text.",
      x: "From the west, 0–49.",
      y: "From the north, 0–49.",
      hits: "Hit points, not always whole; zero or less in the tick of an object's death, in room history.",
      hitsMax: "The most hit points it can have.",
      fatigue: "It moves again at 0.",
      _id: "Missing only in room history, for one tick after the object was made.",
      notifyWhenAttacked: "Whether the owner is notified of attacks by mail.",
      ageTime: "The tick in which it dies of age.",
      strongholdId: "The stronghold that this defender belongs to.",
      spawning: "Whether it is still being made; absent on creeps that the server made.",
      interRoom:
        "Where it goes in the tick in which it leaves the room; room history only, `null` elsewhere.",
      ticksToLive: "In ticks; only on invaders that were just made.",
      userSummoned: "The player who asked for this invader.",
      memory_move: "Of the server's own creeps.",
      memory_sourceId: "Of the server's own creeps.",
      noCapacityRecalc: "Named in the server's source only.",
      tombstoneDecay: "Named in the server's source only."
    }
  },
  CreepActionLog: {
    description: "What a creep did, and to which square.",
    fields: {
      rangedMassAttack: "An empty record: it goes to all sides.",
      attacked: "Where an attack came from.",
      healed: "Where help came from."
    }
  },
  CurrentSeason: {
    description:
      "The seasonal competition that runs or is about to start, with the signed-in user's rank in it.",
    fields: {}
  },
  DbCounts: {
    description:
      "What the database driver counted: documents that matched (`n`) and documents that changed (`nModified`).",
    fields: {}
  },
  DbInsert: {
    description: "The answer to a stored document, in the dialects of the databases behind the servers.",
    fields: {}
  },
  DbUpdate: {
    description: "The answer to a change, in the dialects of the databases behind the servers.",
    fields: {}
  },
  DbUpsert: {
    description:
      "The answer to a change that may have made a document, in the dialects of the databases behind the servers.",
    fields: {}
  },
  DbUpserted: {
    description: "What the database driver counted and made.",
    fields: {}
  },
  Decoration: {
    description: "A decoration as it is defined for everybody.",
    fields: {}
  },
  DecorationGraphic: {
    description:
      "One layer of a decoration's picture; the other fields name the properties that give its colour and transparency and say whether it is shown.",
    fields: {}
  },
  DecorationInstance: {
    description: "A decoration that a user owns; `active` is how it is placed, absent while it is not.",
    fields: {}
  },
  DecorationPreview: {
    description: "Addresses of small pictures of a decoration, in three sizes.",
    fields: {}
  },
  DecorationProperty: {
    description: "What can be chosen, by type.",
    fields: {}
  },
  DecorationPropertyType: {
    description: "The kind of a decoration's property as servers name it.",
    fields: {}
  },
  DecorationTheme: {
    description: "A theme to which decorations belong.",
    fields: {}
  },
  DecorationType: {
    description: "The kind of a decoration as servers name it.",
    fields: {}
  },
  Defender: {
    description:
      "A defender that a stronghold keeps up: its body (`fullDefender`, `fortifier`, …) and behaviour (`simple-melee`, `coordinated`, `fortifier`).",
    fields: {}
  },
  Deposit: {
    description: "A deposit.",
    fields: {
      room: "The room's name, as open text.",
      x: "From the west, 0–49.",
      y: "From the north, 0–49.",
      decayTime: "The tick in which it vanishes, unless more is taken.",
      harvested: "How much was taken so far: the more, the longer the pauses.",
      _id: "Missing only in room history, for one tick after the object was made.",
      cooldownTime: "The tick in which more can be taken; there once the pauses are longer than one tick."
    }
  },
  Destination: {
    description: "Where something leads: to a square of this shard, or to a room of another.",
    fields: {}
  },
  Extension: {
    description: "An extension.",
    fields: {
      room: "The room's name, as open text.",
      x: "From the west, 0–49.",
      y: "From the north, 0–49.",
      hits: "Hit points, not always whole; zero or less in the tick of an object's death, in room history.",
      hitsMax: "The most hit points it can have.",
      _id: "Missing only in room history, for one tick after the object was made.",
      user: "The owner; `null` after it was given up, absent where there never was one.",
      notifyWhenAttacked: "Whether the owner is notified of attacks by mail.",
      effects: "Read it with `ObjectEffect.list`: a list, or a map by index.",
      off: "Whether the room's level does not allow it."
    }
  },
  Extractor: {
    description: "An extractor; those of keeper rooms have neither owner nor hits.",
    fields: {
      room: "The room's name, as open text.",
      x: "From the west, 0–49.",
      y: "From the north, 0–49.",
      _id: "Missing only in room history, for one tick after the object was made.",
      user: "The owner; `null` after it was given up, absent where there never was one.",
      cooldown: "Ticks until more can be taken: a countdown."
    }
  },
  Factory: {
    description: "A factory.",
    fields: {
      room: "The room's name, as open text.",
      x: "From the west, 0–49.",
      y: "From the north, 0–49.",
      hits: "Hit points, not always whole; zero or less in the tick of an object's death, in room history.",
      hitsMax: "The most hit points it can have.",
      _id: "Missing only in room history, for one tick after the object was made.",
      user: "The owner; `null` after it was given up, absent where there never was one.",
      notifyWhenAttacked: "Whether the owner is notified of attacks by mail.",
      cooldownTime: "The tick in which it can produce again.",
      level: "0–5; absent until a power sets it.",
      effects: "Read it with `ObjectEffect.list`: a list, or a map by index.",
      cooldown: "Always 0, missing on those that were put in by hand: see `cooldownTime`."
    }
  },
  FactoryActionLog: {
    description: "What a factory did.",
    fields: {}
  },
  GlobalIntent: {
    description: "An intent that is asked of an account.",
    fields: {}
  },
  Intent: {
    description: "Any intent, distinguished by its `name`.",
    fields: {}
  },
  InvaderCore: {
    description: "A core: of a stronghold at levels 1–5, of a room held by one at level 0.",
    fields: {
      user: "The invaders' user.",
      room: "The room's name, as open text.",
      x: "From the west, 0–49.",
      y: "From the north, 0–49.",
      level: "0–5.",
      effects: "Read it with `ObjectEffect.list`: a list, or a map by index.",
      _id: "Missing only in room history, for one tick after the object was made.",
      depositType: "The sector's deposits; seasons put other words here.",
      decayTime: "The tick in which it goes down.",
      templateName: "`bunker1`–`bunker5`.",
      deployTime: "The tick in which it deploys; `null` once it has.",
      nextExpandTime: "The tick in which it takes its next room.",
      population: 'By index, `"0"`, `"1"`, …'
    }
  },
  InvaderCoreActionLog: {
    description:
      "What a stronghold's core did, and to which square; attacks on controllers stand under `reserveController`.",
    fields: {}
  },
  KeeperLair: {
    description: "A lair of a source keeper.",
    fields: {
      room: "The room's name, as open text.",
      x: "From the west, 0–49.",
      y: "From the north, 0–49.",
      _id: "Missing only in room history, for one tick after the object was made.",
      nextSpawnTime: "The tick in which the next keeper comes; only while there is none, or a hurt one."
    }
  },
  Lab: {
    description: "A laboratory.",
    fields: {
      room: "The room's name, as open text.",
      x: "From the west, 0–49.",
      y: "From the north, 0–49.",
      hits: "Hit points, not always whole; zero or less in the tick of an object's death, in room history.",
      hitsMax: "The most hit points it can have.",
      _id: "Missing only in room history, for one tick after the object was made.",
      user: "The owner; `null` after it was given up, absent where there never was one.",
      notifyWhenAttacked: "Whether the owner is notified of attacks by mail.",
      cooldownTime: "The tick in which it can react again.",
      effects: "Read it with `ObjectEffect.list`: a list, or a map by index.",
      cooldown: "Always 0, missing on those that were put in by hand: see `cooldownTime`.",
      mineralAmount: "Always 0: see `mineral` and the store."
    }
  },
  LabActionLog: {
    description: "The two laboratories with which a laboratory ran a reaction, forwards or backwards.",
    fields: {}
  },
  LeaderboardSeason: {
    description: "A month of the leaderboard: `2017-03`, called `March 2017`.",
    fields: {}
  },
  Link: {
    description: "A link.",
    fields: {
      room: "The room's name, as open text.",
      x: "From the west, 0–49.",
      y: "From the north, 0–49.",
      hits: "Hit points, not always whole; zero or less in the tick of an object's death, in room history.",
      hitsMax: "The most hit points it can have.",
      _id: "Missing only in room history, for one tick after the object was made.",
      user: "The owner; `null` after it was given up, absent where there never was one.",
      notifyWhenAttacked: "Whether the owner is notified of attacks by mail.",
      effects: "Read it with `ObjectEffect.list`: a list, or a map by index.",
      cooldown:
        "Ticks until it can send again: a countdown; missing on those that were put in by hand, until they send."
    }
  },
  LinkActionLog: {
    description: "Where a link sent its energy.",
    fields: {}
  },
  LookType: {
    description: "What scripts look for as servers name it; mods add types of their own.",
    fields: {}
  },
  MapDecoration: {
    description: "A decoration on the map: the definition is named by its identity.",
    fields: {}
  },
  MapStats: {
    description: "What the map knows about rooms, by name.",
    fields: {}
  },
  MapStatsRoom: {
    description: "What the map knows about one room.",
    fields: {}
  },
  MapVisualCircle: {
    description: "A circle on the map, by its middle.",
    fields: {}
  },
  MapVisualItem: {
    description: "Something that a script draws onto the map, distinguished by `t`.",
    fields: {}
  },
  MapVisualLine: {
    description: "A line on the map, by its two ends, which may lie in different rooms.",
    fields: {}
  },
  MapVisualPoint: {
    description: "A place on the map: x and y in squares of room `n`.",
    fields: {}
  },
  MapVisualPolyline: {
    description: "Lines from point to point on the map.",
    fields: {}
  },
  MapVisualRect: {
    description: "A rectangle on the map, by a corner, and its width and height in squares.",
    fields: {}
  },
  MapVisualText: {
    description: "A text on the map.",
    fields: {}
  },
  MarketEvent: {
    description:
      "What the market did to a user's credits: one of five known things, or something that only the server knows.",
    fields: {}
  },
  MarketFill: {
    description: "A deal: what was traded, at which price in credits, and between whom.",
    fields: {}
  },
  MarketStat: {
    description:
      "One day of a resource on the market: deals, units traded, mean price in credits and its standard deviation.",
    fields: {}
  },
  MemoryMove: {
    description:
      "What the server's own creeps remember of their way; `dest` and `path` hold one packed square per character.",
    fields: {}
  },
  Message: {
    description:
      "One copy of a message: the sender has one (`out`), the receiver another (`in`), each with an identity of its own.",
    fields: {}
  },
  MessageDirection: {
    description: "The direction of a message: received (`in`) or sent (`out`).",
    fields: {}
  },
  MessageIndexEntry: {
    description: "The newest message of a conversation.",
    fields: {}
  },
  Millis: {
    description: "A moment in milliseconds since 1970, UTC.",
    fields: {}
  },
  Mineral: {
    description: "The mineral of a room.",
    fields: {
      room: "The room's name, as open text.",
      x: "From the west, 0–49.",
      y: "From the north, 0–49.",
      density: "1 low, 2 moderate, 3 high, 4 ultra.",
      _id: "Missing only in room history, for one tick after the object was made.",
      effects: "Read it with `ObjectEffect.list`: a list, or a map by index.",
      nextRegenerationTime: "The tick in which it fills again; only while it is empty."
    }
  },
  ModBattle: {
    description: "A battle as a private server with the admin mod returns it.",
    fields: {}
  },
  MoneyEntry: {
    description:
      "One change of a user's credits: by how much (`change`, negative when paid), to how much (`balance`), and why.",
    fields: {}
  },
  MoneyType: {
    description: "The kind of an entry.",
    fields: {}
  },
  NewMessageEvent: {
    description: "A message that the user received.",
    fields: {}
  },
  NotifyPrefsInput: {
    description: "The preferences to change; those that are left out stay as they are.",
    fields: {}
  },
  Nuke: {
    description: "A nuke that will land on its square.",
    fields: {
      room: "The room's name, as open text.",
      x: "From the west, 0–49.",
      y: "From the north, 0–49.",
      landTime: "The tick in which it lands.",
      launchRoomName: "The room it comes from.",
      _id: "Missing only in room history, for one tick after the object was made."
    }
  },
  NukeInfo: {
    description: "A nuke in flight: where it strikes, when, and from which room it came.",
    fields: {}
  },
  Nuker: {
    description: "A nuker; it is loaded with 300 000 energy and 5000 ghodium.",
    fields: {
      room: "The room's name, as open text.",
      x: "From the west, 0–49.",
      y: "From the north, 0–49.",
      cooldownTime: "The tick in which it can launch again.",
      hits: "Hit points, not always whole; zero or less in the tick of an object's death, in room history.",
      hitsMax: "The most hit points it can have.",
      _id: "Missing only in room history, for one tick after the object was made.",
      user: "The owner; `null` after it was given up, absent where there never was one.",
      notifyWhenAttacked: "Whether the owner is notified of attacks by mail.",
      effects: "Read it with `ObjectEffect.list`: a list, or a map by index."
    }
  },
  NukesByShard: {
    description: "Nukes in flight by shard name.",
    fields: {}
  },
  NumberProperty: {
    description: "A number.",
    fields: {}
  },
  ObjectCounts: {
    description:
      "The numbers of objects: creeps (those of bots and NPCs included), and creeps with owned controllers (`all`).",
    fields: {}
  },
  ObjectEffect: {
    description: "An effect on an object: what it is, how strong (level 1–5) and when it ends.",
    fields: {
      endTime: "The tick in which it has ended.",
      level: "1–5, of powers only.",
      effect: "1–19 as the powers, 1001 invulnerability, 1002 collapse timer.",
      duration: "In ticks, of stronghold effects only."
    }
  },
  ObjectEffects: {
    description:
      'The effects on an object as servers write them: a list, or the same as a map by index (`"0"`, `"1"`, …).',
    fields: {}
  },
  ObjectId: {
    description: "The identity of a stored document: a room object, a market order, a branch.",
    fields: {}
  },
  ObjectIntent: {
    description: "An intent that is asked of an object: a creep, a power creep or a structure.",
    fields: {}
  },
  Observer: {
    description: "An observer.",
    fields: {
      room: "The room's name, as open text.",
      x: "From the west, 0–49.",
      y: "From the north, 0–49.",
      hits: "Hit points, not always whole; zero or less in the tick of an object's death, in room history.",
      hitsMax: "The most hit points it can have.",
      _id: "Missing only in room history, for one tick after the object was made.",
      user: "The owner; `null` after it was given up, absent where there never was one.",
      observeRoom: "The room it looks into; `null` in ticks in which it rests.",
      notifyWhenAttacked: "Whether the owner is notified of attacks by mail.",
      effects: "Read it with `ObjectEffect.list`: a list, or a map by index."
    }
  },
  Ok: {
    description: "The bare success: `{ ok: 1 }`.",
    fields: {}
  },
  Order: {
    description:
      "An active order: `price` is in credits per unit, `amount` what can be traded now, `remainingAmount` what is still wanted.",
    fields: {}
  },
  OrderCreated: {
    description: "The fee for a new order.",
    fields: {}
  },
  OrderExpired: {
    description: "The fee that was given back for what remained of an order when it expired.",
    fields: {}
  },
  OrderExtended: {
    description: "The fee for making an order larger.",
    fields: {}
  },
  OrderIndexEntry: {
    description: "How many orders there are for a resource (`_id`).",
    fields: {}
  },
  OrderRepriced: {
    description: "The fee for raising an order's price; both prices are in credits.",
    fields: {}
  },
  OrderType: {
    description: "The side of an order as servers name it: whether its owner buys or sells.",
    fields: {}
  },
  OtherDecoration: {
    description:
      "A decoration that is no badge: pictures, and what can be chosen about them by name (`props`).",
    fields: {}
  },
  OtherProperty: {
    description:
      "A property of another type (one old client knows `display`), or one of a known type that is written in another way.",
    fields: {}
  },
  OwnOrder: {
    description:
      "An order of the signed-in user, active or not, with the amount that it had when it was made or extended.",
    fields: {}
  },
  Owner: {
    description:
      "The owner of something, where a server sends only name and badge, each of which the owner may lack.",
    fields: {}
  },
  Part: {
    description: "A part of a creep's body.",
    fields: {
      hits: "0–100, not always whole; at 0 it does nothing.",
      boost: "The compound it is boosted with; `null` after the boost was taken away."
    }
  },
  Pile: {
    description:
      "A pile of a resource on the ground; its type on the wire is `energy`, whatever the resource.",
    fields: {
      room: "The room's name, as open text.",
      x: "From the west, 0–49.",
      y: "From the north, 0–49.",
      _id: "Missing only in room history, for one tick after the object was made.",
      energy: "The amount of a pile of energy.",
      resourceType: "`energy` when missing."
    }
  },
  Portal: {
    description: "A portal.",
    fields: {
      room: "The room's name, as open text.",
      x: "From the west, 0–49.",
      y: "From the north, 0–49.",
      destination: "Read it with `destination`.",
      _id: "Missing only in room history, for one tick after the object was made.",
      decayTime: "The tick in which it vanishes."
    }
  },
  PowerAction: {
    description: "The power that a power creep used, by number (1–19), and the square it went to.",
    fields: {}
  },
  PowerBank: {
    description: "A power bank.",
    fields: {
      room: "The room's name, as open text.",
      x: "From the west, 0–49.",
      y: "From the north, 0–49.",
      hitsMax: "2 000 000.",
      decayTime: "The tick in which it vanishes.",
      _id: "Missing only in room history, for one tick after the object was made."
    }
  },
  PowerCreep: {
    description: "A power creep that walks in the world.",
    fields: {
      room: "The room's name, as open text.",
      x: "From the west, 0–49.",
      y: "From the north, 0–49.",
      powers: "By the number of the power, 1–19.",
      level: "0–25.",
      hits: "Hit points, not always whole; zero or less in the tick of an object's death, in room history.",
      ageTime: "The tick in which it dies of age.",
      hitsMax: "The most hit points it can have.",
      shard: "The shard it is on; empty on private servers.",
      _id: "Missing only in room history, for one tick after the object was made.",
      notifyWhenAttacked: "Whether the owner is notified of attacks by mail.",
      spawnCooldownTime: "When it may be brought into the world again; `null` while it is there.",
      deleteTime: "When it is deleted; `null` unless its owner asked for that.",
      interRoom: "Where it goes in the tick in which it leaves the room."
    }
  },
  PowerCreepActionLog: {
    description: "What a power creep did: `attack` is enabling powers in a room, `healed` being renewed.",
    fields: {}
  },
  PowerCreepClass: {
    description: "The class of a power creep.",
    fields: {}
  },
  PowerCreepRecord: {
    description: "A power creep of an account: name, level, powers by their numbers, and what it carries.",
    fields: {}
  },
  PowerLearnt: {
    description:
      "What a power creep has learnt of a power: its level, 1 to 5, and the tick from which it can be used again.",
    fields: {}
  },
  PowerSpawn: {
    description: "A power spawn.",
    fields: {
      room: "The room's name, as open text.",
      x: "From the west, 0–49.",
      y: "From the north, 0–49.",
      hits: "Hit points, not always whole; zero or less in the tick of an object's death, in room history.",
      hitsMax: "The most hit points it can have.",
      _id: "Missing only in room history, for one tick after the object was made.",
      user: "The owner; `null` after it was given up, absent where there never was one.",
      notifyWhenAttacked: "Whether the owner is notified of attacks by mail.",
      effects: "Read it with `ObjectEffect.list`: a list, or a map by index."
    }
  },
  ProduceAction: {
    description: "What a factory made; the square is its own.",
    fields: {}
  },
  Pvp: {
    description:
      "Rooms in which players fought, in one of three forms: by shard, each with its game time (official); by shard, with one game time (admin mod); a bare list with one game time (before there were shards).",
    fields: {}
  },
  PvpRoom: {
    description: "A room (`_id` is its name) and the last tick in which players fought there.",
    fields: {}
  },
  PvpShard: {
    description:
      "The rooms of one shard in which players fought, and on official servers the shard's game time.",
    fields: {}
  },
  Rampart: {
    description: "A rampart; the short-lived shield that a power makes is one too, with `hitsMax` 0.",
    fields: {
      room: "The room's name, as open text.",
      x: "From the west, 0–49.",
      y: "From the north, 0–49.",
      hits: "Hit points, not always whole; zero or less in the tick of an object's death, in room history.",
      hitsMax: "The most hit points it can have.",
      nextDecayTime: "The tick in which it loses hits next.",
      _id: "Missing only in room history, for one tick after the object was made.",
      user: "The owner; `null` after it was given up, absent where there never was one.",
      isPublic: "Whether everybody may walk through.",
      notifyWhenAttacked: "Whether the owner is notified of attacks by mail.",
      strongholdId: "The stronghold it belongs to.",
      decayTime: "When it goes down with its stronghold.",
      effects: "Read it with `ObjectEffect.list`: a list, or a map by index.",
      hitsTarget: "Hits up to which a stronghold repairs it."
    }
  },
  RangeProperty: {
    description: "A number between two bounds, in steps.",
    fields: {}
  },
  Rank: {
    description: "A user's result in one month: points, and the rank counted from 0.",
    fields: {}
  },
  RateLimit: {
    description: "How many requests one quota still takes, and when it is full again.",
    fields: {
      limit: "Requests taken per period.",
      remaining: "Requests still taken in this period.",
      reset: "When the period ends, in seconds since 1970; 0 before the first response.",
      toReset: "How long that is from the response that carried it, in seconds."
    }
  },
  RateLimitHit: {
    description:
      "A request that met a limit: which, how often it has been repeated, and the quota that it met.",
    fields: {
      retries: "The repeats already made: 0 when the first attempt met the limit."
    }
  },
  RateLimits: {
    description:
      "All quotas: the one for requests of every kind, and those of single endpoints, by method and path.",
    fields: {}
  },
  Reactor: {
    description: "A reactor that runs on thorium (season 5).",
    fields: {
      room: "The room's name, as open text.",
      x: "From the west, 0–49.",
      y: "From the north, 0–49.",
      _id: "Missing only in room history, for one tick after the object was made.",
      user: "The owner; `null` after it was given up, absent where there never was one.",
      launchTime: "The tick since which it runs without a break; `null` while it stands still."
    }
  },
  ReadMark: {
    description: "A message was read; the identity is that of the recipient's copy.",
    fields: {}
  },
  Reservation: {
    description: "Who reserved a room's controller, and until when.",
    fields: {
      endTime: "The tick in which it has ended."
    }
  },
  Resource: {
    description: "A resource as servers name it; seasons and mods add names of their own.",
    fields: {}
  },
  ResourcesEvent: {
    description: "Credits and account-bound resources by name.",
    fields: {}
  },
  Road: {
    description: "A road.",
    fields: {
      room: "The room's name, as open text.",
      x: "From the west, 0–49.",
      y: "From the north, 0–49.",
      hits: "Hit points, not always whole; zero or less in the tick of an object's death, in room history.",
      hitsMax: "The most hit points it can have.",
      nextDecayTime: "The tick in which it loses hits next.",
      _id: "Missing only in room history, for one tick after the object was made.",
      notifyWhenAttacked: "Whether the owner is notified of attacks by mail.",
      strongholdId: "The stronghold it belongs to.",
      decayTime: "When it goes down with its stronghold.",
      effects: "Read it with `ObjectEffect.list`: a list, or a map by index."
    }
  },
  RoomDecoration: {
    description: "A decoration that is placed in a room.",
    fields: {}
  },
  RoomDestination: {
    description: "A square in a room of the same shard.",
    fields: {}
  },
  RoomFrame: {
    description:
      "One message of the room channel: everything that stands in the room, or what changed since the message before.",
    fields: {}
  },
  RoomHistory: {
    description: "A chunk of a room's history: patches by id, by tick.",
    fields: {}
  },
  RoomInfo: {
    description: "What kind of room it is; only `world` has been seen.",
    fields: {}
  },
  RoomIntent: {
    description: "An intent that is asked of a room: a list, whose items name the room.",
    fields: {}
  },
  RoomMapEvent: {
    description: "Squares by what stands there.",
    fields: {}
  },
  RoomMineral: {
    description: "The mineral of a room and its density, 1 to 4.",
    fields: {}
  },
  RoomName: {
    description: "The name of a room, such as `W12N3`.",
    fields: {}
  },
  RoomObject: {
    description:
      "Something that stands in a room: one of the known kinds, distinguished by `type`, or an unknown one.",
    fields: {}
  },
  RoomOrder: {
    description: "An order for a resource that lies in rooms: it stands in a room and was made in a tick.",
    fields: {}
  },
  RoomOwner: {
    description: "The owner of a room and its level, 1 to 8; 0 for a room that is only reserved.",
    fields: {}
  },
  RoomPatch: {
    description:
      "What became of one object: `null` when it is gone, its whole document when it is new, otherwise the fields that changed.",
    fields: {}
  },
  RoomPosition: {
    description: "A square of a room: x and y are 0–49 from the north-west corner.",
    fields: {}
  },
  RoomStatus: {
    description:
      "A room's status: `normal` or `out of borders`, and the ends of its protections in milliseconds since 1970.",
    fields: {}
  },
  RoomVisualCircle: {
    description: "A circle in a room, by its middle.",
    fields: {}
  },
  RoomVisualItem: {
    description: "Something that a script draws into a room, distinguished by `t`.",
    fields: {}
  },
  RoomVisualLine: {
    description: "A line in a room, by its two ends.",
    fields: {}
  },
  RoomVisualPolyline: {
    description: "Lines from point to point in a room; points are pairs of x and y.",
    fields: {}
  },
  RoomVisualRect: {
    description: "A rectangle in a room, by a corner, and its width and height in squares.",
    fields: {}
  },
  RoomVisualText: {
    description: "A text in a room.",
    fields: {}
  },
  Ruin: {
    description: "The ruin of a structure.",
    fields: {
      room: "The room's name, as open text.",
      x: "From the west, 0–49.",
      y: "From the north, 0–49.",
      decayTime: "The tick in which it vanishes.",
      _id: "Missing only in room history, for one tick after the object was made.",
      user: "The owner; `null` after it was given up, absent where there never was one."
    }
  },
  RuinedStructure: {
    description: "The structure that a ruin was.",
    fields: {
      hits: "0.",
      user: "The owner; `null` after it was given up, absent where there never was one."
    }
  },
  Say: {
    description:
      "The bubble above a creep: at most 10 characters (UTF-16 units), and whether everybody sees it.",
    fields: {}
  },
  ScoreCollector: {
    description: "A collector that takes score (season 1).",
    fields: {
      room: "The room's name, as open text.",
      x: "From the west, 0–49.",
      y: "From the north, 0–49.",
      _id: "Missing only in room history, for one tick after the object was made."
    }
  },
  ScoreContainer: {
    description: "A container of score (season 1).",
    fields: {
      room: "The room's name, as open text.",
      x: "From the west, 0–49.",
      y: "From the north, 0–49.",
      decayTime: "The tick in which it vanishes.",
      _id: "Missing only in room history, for one tick after the object was made."
    }
  },
  ScoreboardEntry: {
    description: "A player on the scoreboard, with the rank counted from 1.",
    fields: {}
  },
  Season: {
    description:
      "A seasonal competition: its number, title, count of players, and when it begins and ends (ISO 8601 text).",
    fields: {}
  },
  ServerEntry: {
    description: "A community server: its name, how it is reached, and how many people like it.",
    fields: {}
  },
  ServerSettings: {
    description: "How a community server is reached.",
    fields: {}
  },
  ServerStats: {
    description: "A server in numbers.",
    fields: {}
  },
  ServiceBattle: {
    description: "A battle as the third-party service returns it; moments are ISO 8601 text.",
    fields: {}
  },
  ServiceReport: {
    description:
      "The report of the third-party service: battles by shard, and when it was written (ISO 8601 text).",
    fields: {}
  },
  Shard: {
    description:
      "A shard: its name, how many rooms and active users it has, and how long its ticks last in milliseconds.",
    fields: {}
  },
  ShardDestination: {
    description: "A room of another shard.",
    fields: {}
  },
  ShardName: {
    description: "The name of a shard, such as `shard3`; servers may use any other word.",
    fields: {}
  },
  Signature: {
    description:
      "The text that a player left on a controller, and when: in game time and in wall-clock time.",
    fields: {}
  },
  Source: {
    description: "A source of energy.",
    fields: {
      room: "The room's name, as open text.",
      x: "From the west, 0–49.",
      y: "From the north, 0–49.",
      energy: "What is left until it fills again.",
      energyCapacity: "1500 in rooms that nobody holds, 3000 in others, 4000 in keeper rooms.",
      _id: "Missing only in room history, for one tick after the object was made.",
      effects: "Read it with `ObjectEffect.list`: a list, or a map by index.",
      nextRegenerationTime: "The tick in which it fills again; `null` while nothing was taken.",
      ticksToRegeneration: "Always 300: not a countdown.",
      invaderHarvested: "Energy taken since invaders came last."
    }
  },
  Spawn: {
    description: "A spawn.",
    fields: {
      room: "The room's name, as open text.",
      x: "From the west, 0–49.",
      y: "From the north, 0–49.",
      hits: "Hit points, not always whole; zero or less in the tick of an object's death, in room history.",
      hitsMax: "The most hit points it can have.",
      _id: "Missing only in room history, for one tick after the object was made.",
      name: "Absent where it was placed without one.",
      user: "The owner; `null` after it was given up, absent where there never was one.",
      notifyWhenAttacked: "Whether the owner is notified of attacks by mail.",
      effects: "Read it with `ObjectEffect.list`: a list, or a map by index.",
      spawning: "The creep that is being made; absent or `null` when there is none.",
      off: "Whether the room's level does not allow it."
    }
  },
  Spawning: {
    description: "The creep that a spawn or a stronghold is making.",
    fields: {
      name: "The creep's name.",
      needTime: "Ticks that it takes in all.",
      directions: "Where it may come out: 1 top, 2 top right, … clockwise to 8. Any side when missing.",
      spawnTime: "The tick in which the creep comes out.",
      remainingTime: "Ticks that remain; old recordings only."
    }
  },
  StartEnd: {
    description:
      "The squares of the two laboratories that take part in another's reaction; all four numbers are 0–49.",
    fields: {}
  },
  StatShare: {
    description: "How much one user has of a statistic in a room.",
    fields: {}
  },
  StatSlot: {
    description: "One slot of a statistic: its value, and its end as a count of whole slots since 1970.",
    fields: {}
  },
  SteamAccount: {
    description:
      "A user's account on the game platform; `steamProfileLinkHidden` (1 or 0) is sent to the user alone.",
    fields: {}
  },
  Storage: {
    description: "A storage.",
    fields: {
      room: "The room's name, as open text.",
      x: "From the west, 0–49.",
      y: "From the north, 0–49.",
      hits: "Hit points, not always whole; zero or less in the tick of an object's death, in room history.",
      hitsMax: "The most hit points it can have.",
      storeCapacity: "1 000 000, more under a power, 0 where its owner does not hold the room.",
      _id: "Missing only in room history, for one tick after the object was made.",
      user: "The owner; `null` after it was given up, absent where there never was one.",
      notifyWhenAttacked: "Whether the owner is notified of attacks by mail.",
      effects: "Read it with `ObjectEffect.list`: a list, or a map by index."
    }
  },
  Store: {
    description: "Amounts by resource; what is not named is not there.",
    fields: {}
  },
  StoreCapacityResource: {
    description: "The most that fits in, by resource; `null` for a place that was given up.",
    fields: {}
  },
  StringProperty: {
    description: "A text.",
    fields: {}
  },
  StrongholdTemplate: {
    description: "The template of a stronghold as servers name it; mods add some.",
    fields: {}
  },
  StructureType: {
    description: "The type of a structure as servers name it; mods add structures of their own.",
    fields: {}
  },
  SymbolContainer: {
    description: "A container of symbols (season 2).",
    fields: {
      room: "The room's name, as open text.",
      x: "From the west, 0–49.",
      y: "From the north, 0–49.",
      resourceType: "`symbol_aleph`, `symbol_beth`, …",
      decayTime: "The tick in which it vanishes.",
      _id: "Missing only in room history, for one tick after the object was made."
    }
  },
  SymbolDecoder: {
    description: "A decoder that takes one kind of symbol (season 2).",
    fields: {
      room: "The room's name, as open text.",
      x: "From the west, 0–49.",
      y: "From the north, 0–49.",
      resourceType: "`symbol_aleph`, `symbol_beth`, …",
      _id: "Missing only in room history, for one tick after the object was made."
    }
  },
  SystemSignature: {
    description:
      "The text that the game itself shows on a controller until `endDatetime`, above any player's: for example that a novice area is planned here.",
    fields: {}
  },
  Terminal: {
    description: "A terminal.",
    fields: {
      room: "The room's name, as open text.",
      x: "From the west, 0–49.",
      y: "From the north, 0–49.",
      _id: "Missing only in room history, for one tick after the object was made.",
      user: "The owner; `null` after it was given up, absent where there never was one.",
      send: "What it sends; room history only, `null` elsewhere.",
      cooldownTime: "The tick in which it can send again.",
      effects: "Read it with `ObjectEffect.list`: a list, or a map by index."
    }
  },
  TerminalSend: {
    description: "What a terminal sends in this tick.",
    fields: {}
  },
  TerrainDigits: {
    description: "The terrain of a room as 2500 digits.",
    fields: {}
  },
  TerrainSquare: {
    description: "A square that is not plain, as servers list it: `wall` or `swamp`; x and y are 0–49.",
    fields: {}
  },
  ThinDecoration: {
    description:
      "A decoration as seasonal worlds define it in rooms: without identity, only what drawing needs.",
    fields: {}
  },
  Tick: {
    description: "A moment of the game's time, counted in ticks since the world began.",
    fields: {}
  },
  TickStats: {
    description: "The durations of ticks in milliseconds.",
    fields: {}
  },
  TokenInfo: {
    description:
      "An API token: whether it may do everything, and if not, which endpoints, sockets and memory segments it may use.",
    fields: {}
  },
  Tombstone: {
    description: "The tombstone of a creep or of a power creep.",
    fields: {
      user: "The owner of the dead.",
      room: "The room's name, as open text.",
      x: "From the west, 0–49.",
      y: "From the north, 0–49.",
      decayTime: "The tick in which it vanishes.",
      _id: "Missing only in room history, for one tick after the object was made.",
      creepBody: "The types of the body's parts.",
      powerCreepPowers: "By the number of the power, 1–19."
    }
  },
  Tower: {
    description: "A tower.",
    fields: {
      room: "The room's name, as open text.",
      x: "From the west, 0–49.",
      y: "From the north, 0–49.",
      hits: "Hit points, not always whole; zero or less in the tick of an object's death, in room history.",
      hitsMax: "The most hit points it can have.",
      _id: "Missing only in room history, for one tick after the object was made.",
      user: "The owner; `null` after it was given up, absent where there never was one.",
      notifyWhenAttacked: "Whether the owner is notified of attacks by mail.",
      strongholdId: "The stronghold it belongs to.",
      decayTime: "When it goes down with its stronghold.",
      effects: "Read it with `ObjectEffect.list`: a list, or a map by index."
    }
  },
  TowerActionLog: {
    description: "What a tower did, and to which square.",
    fields: {}
  },
  UnknownBadge: {
    description: "A malformed badge.",
    fields: {}
  },
  UserBrief: {
    description: "A user as others see them: identity, name and badge.",
    fields: {}
  },
  UserFound: {
    description:
      "A user with what is public about progress: lifetime points of control (`gcl`) and of power, not levels.",
    fields: {}
  },
  UserId: {
    description: "The identity of a user: the long `_id`, not the name.",
    fields: {}
  },
  UserProgress: {
    description: "A user in numbers.",
    fields: {}
  },
  VisualStyle: {
    description: "How something is drawn, as the script named it.",
    fields: {}
  },
  Wall: {
    description: "A wall; its type on the wire is `constructedWall`.",
    fields: {
      room: "The room's name, as open text.",
      x: "From the west, 0–49.",
      y: "From the north, 0–49.",
      _id: "Missing only in room history, for one tick after the object was made.",
      user: "The owner; `null` after it was given up, absent where there never was one.",
      decayTime: "Read it with `decayTicksLeft` and `decayMoment`.",
      effects: "Read it with `ObjectEffect.list`: a list, or a map by index.",
      ticksToLive: "In ticks, before the wall's first tick."
    }
  },
  WallDecay: {
    description: "The wall-clock time at which the wall around a protected area falls.",
    fields: {}
  },
  WorldStatus: {
    description:
      "Where a user stands: `empty` owns nothing and may place the first spawn, `normal` has a spawn in a room of its own, `lost` owns something but no such spawn.",
    fields: {}
  },
  Xy: {
    description:
      "A square of the room that is spoken of: x counts from the west, y from the north, both 0–49.",
    fields: {}
  }
}
