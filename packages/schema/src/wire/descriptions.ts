/** Made by scripts/fields.mjs from the doc comments of records and inputs: do not edit. */

type Description = { readonly description: string; readonly fields: Readonly<Record<string, string>> }

/** By the record's identifier. @internal */
export const descriptions: Readonly<Record<string, Description>> = {
  ActiveBranchEvent: {
    description: "A change of the branch that runs in the world or in the simulation.",
    fields: {
      activeName: "Place where the branch runs: `activeWorld` or `activeSim`.",
      branch: "Name of the branch that runs from now on."
    }
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
    description: "The type of a body part, as servers write it.",
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
    description: "A power of a dead power creep.",
    fields: {
      level: "Level of the power, 1 to 5."
    }
  },
  CodeEvent: {
    description: "A branch that was uploaded or copied, with all of its code.",
    fields: {
      branch: "Name of the branch.",
      modules: "Modules of the branch, keyed by name.",
      timestamp:
        "Time of saving: milliseconds since 1970 after an upload, ISO 8601 text after a copy; `savedAt` reads both.",
      hash: "Value that the upload contained as `_hash`; absent after a copy."
    }
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
    description: "The error of a script or a command, which follows the output of the same tick.",
    fields: {
      error: "Text of the error with its stack trace; `lines` decodes it.",
      shard: "Name of the shard on which the script ran; official servers only.",
      userId: "Identifier of the script's user; official servers only."
    }
  },
  ConsoleEvent: {
    description: "Console output or an error; an event never contains both.",
    fields: {}
  },
  ConsoleMessages: {
    description: "Lines that a script logged, and results of console commands.",
    fields: {
      log: "Lines that the script logged; `lines` decodes them.",
      results: "Results of the commands that ran before the script, one text per command."
    }
  },
  ConsoleOutput: {
    description: "Console output of a script in one tick; both lists are empty without output.",
    fields: {
      messages: "Logged lines and results of commands.",
      shard: "Name of the shard on which the script ran; official servers only.",
      userId: "Identifier of the script's user; official servers only."
    }
  },
  ConstructionSite: {
    description: "A construction site: a planned structure, which is not a structure yet.",
    fields: {
      type: "Kind of the object, by which room objects are distinguished.",
      user: "Identifier of the owner.",
      x: "Column of its square in the room, from 0 (west) to 49 (east).",
      y: "Row of its square in the room, from 0 (north) to 49 (south).",
      room: "Name of the room that contains the object, such as `W7N3`.",
      structureType: "Type of the structure that is built here.",
      progress: "Construction points spent so far.",
      progressTotal: "Construction points needed to finish the structure.",
      _id: "Identifier of the object; missing only in room history, in the tick in which the object is created.",
      name: "Name that the finished structure gets; on spawns only."
    }
  },
  Container: {
    description: "A container.",
    fields: {
      type: "Kind of the object, by which room objects are distinguished.",
      x: "Column of its square in the room, from 0 (west) to 49 (east).",
      y: "Row of its square in the room, from 0 (north) to 49 (south).",
      room: "Name of the room that contains the object, such as `W7N3`.",
      hits: "Hit points left; may be a fraction, and in room history 0 or less in the tick in which the object is destroyed.",
      hitsMax: "Hit points without damage.",
      store: "Amounts held, by resource.",
      storeCapacity: "Largest total amount that the store holds, over all resources.",
      nextDecayTime: "Tick in which the structure loses hit points next.",
      _id: "Identifier of the object; missing only in room history, in the tick in which the object is created.",
      notifyWhenAttacked: "Whether the server notifies the owner by e-mail when the object is attacked.",
      decayTime:
        "Tick in which the structure disappears together with its stronghold; absent on other structures.",
      strongholdId: "Identifier of the stronghold that the object belongs to; absent on other objects.",
      effects:
        "Effects of powers and strongholds, as a list or as an object keyed by index; `ObjectEffect.list` reads both."
    }
  },
  Controller: {
    description: "A room's controller.",
    fields: {
      type: "Kind of the object, by which room objects are distinguished.",
      x: "Column of its square in the room, from 0 (west) to 49 (east).",
      y: "Row of its square in the room, from 0 (north) to 49 (south).",
      room: "Name of the room that contains the object, such as `W7N3`.",
      level: "Level, 0 to 8; 0 while the room has no owner.",
      _id: "Identifier of the object; missing only in room history, in the tick in which the object is created.",
      user: "Identifier of the owner; `null` after the owner gave the object up, absent if it never had one.",
      sign: "Text that a player left on the controller.",
      hits: "Unused: controllers cannot be damaged. Absent, or 0 after the owner respawned.",
      hitsMax: "Unused, like `hits`.",
      reservation: "Reservation by a player who does not own the room.",
      hardSign: "Text that the game itself put on the controller; official servers only.",
      safeMode: "Tick in which safe mode ends.",
      isPowerEnabled: "Whether power creeps can use powers in the room.",
      progress: "Control points collected for the next level.",
      progressTotal: "Not updated by servers: use the function `progress` of this module.",
      effects:
        "Effects of powers and strongholds, as a list or as an object keyed by index; `ObjectEffect.list` reads both.",
      downgradeTime: "Tick in which the controller loses a level unless it is upgraded before.",
      safeModeAvailable: "Number of times that safe mode can be activated.",
      safeModeCooldown: "Tick from which safe mode can be activated again.",
      upgradeBlocked: "Tick from which the controller can be upgraded again after an attack.",
      bindUser: "Identifier of the only user who may claim the controller.",
      tutorial: "Whether the controller belongs to a tutorial and does not lose levels."
    }
  },
  ConversationEvent: {
    description: "A message that was sent or received, or the mark that one was read.",
    fields: {
      message: "Message, or the mark that a message was read; `isMessage` distinguishes them."
    }
  },
  CpuEvent: {
    description: "CPU use of a script's last run, and size of its Memory.",
    fields: {
      cpu: "CPU use of the last run in milliseconds, rounded up; `error` when the server stopped the script.",
      memory:
        "Length of Memory's JSON text in characters; absent when the server replaced the script's virtual machine."
    }
  },
  CpuLimits: {
    description: "The CPU limits of a user in milliseconds per tick, by shard name.",
    fields: {}
  },
  Creep: {
    description: "A creep, as the server stores it.",
    fields: {
      type: "Kind of the object, by which room objects are distinguished.",
      name: "Name that the owner gave the creep.",
      user: "Identifier of the owner.",
      x: "Column of its square in the room, from 0 (west) to 49 (east).",
      y: "Row of its square in the room, from 0 (north) to 49 (south).",
      room: "Name of the room that contains the object, such as `W7N3`.",
      body: "Body parts in order; damage reduces the first parts first.",
      hits: "Hit points left; may be a fraction, and in room history 0 or less in the tick in which the object is destroyed.",
      hitsMax: "Hit points without damage.",
      store: "Amounts held, by resource.",
      storeCapacity: "Largest total amount that the store holds, over all resources.",
      fatigue: "Fatigue points left; the creep moves only at 0.",
      _id: "Identifier of the object; missing only in room history, in the tick in which the object is created.",
      notifyWhenAttacked: "Whether the server notifies the owner by e-mail when the object is attacked.",
      ageTime: "Tick in which the creep dies of old age; `lifeTicksLeft` counts the ticks until then.",
      strongholdId: "Identifier of the stronghold that the object belongs to; absent on other objects.",
      tutorial: "Whether the creep belongs to a tutorial and does not age.",
      spawning: "Whether the creep is still spawning; absent on creeps that the server itself created.",
      actionLog: "Actions of the last tick; `ActionLog.entries` lists them.",
      ticksToLive:
        "Lifetime left, in ticks; only on invaders in their first tick, which have no `ageTime` yet.",
      userSummoned: "Identifier of the player who summoned this invader.",
      memory_move: "Path that the creep follows; only on creeps of NPCs.",
      memory_sourceId: "Identifier of the source or mineral that the creep guards; only on source keepers.",
      noCapacityRecalc: "Whether `storeCapacity` stays the same when body parts lose hit points.",
      tombstoneDecay: "Ticks for which the creep's tombstone stays, instead of 5 ticks for each body part.",
      interRoom:
        "Destination in the tick in which the creep leaves the room; set in room history only, `null` elsewhere."
    }
  },
  CreepActionLog: {
    description: "Actions of a creep in the last tick, each with the square of the other object.",
    fields: {
      harvest: "Square of the source, mineral or deposit that the creep harvested.",
      attack: "Square of the target that the creep attacked or dismantled, controllers included.",
      rangedAttack: "Square of the target of a ranged attack.",
      rangedMassAttack: "An empty object: the attack hits everything in range.",
      heal: "Square of the creature that the creep healed.",
      rangedHeal: "Square of the creature that the creep healed from a distance.",
      build: "Square of the construction site that the creep built on.",
      repair: "Square of the structure that the creep repaired.",
      say: "Text that the creep says.",
      reserveController: "Square of the controller that the creep reserved.",
      upgradeController: "Square of the controller that the creep upgraded.",
      attacked: "Square of the attacker.",
      healed: "Square of the object that healed, boosted or renewed the creep."
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
    description: "A defender that a stronghold spawns again whenever it dies.",
    fields: {
      body: "Name of the defender's body, such as `fullDefender` or `fortifier`.",
      behavior: "Name of the defender's behaviour: `simple-melee`, `coordinated` or `fortifier`."
    }
  },
  Deposit: {
    description: "A deposit of a raw material for commodities.",
    fields: {
      type: "Kind of the object, by which room objects are distinguished.",
      x: "Column of its square in the room, from 0 (west) to 49 (east).",
      y: "Row of its square in the room, from 0 (north) to 49 (south).",
      room: "Name of the room that contains the object, such as `W7N3`.",
      depositType: "Resource that can be harvested here.",
      decayTime: "Tick in which the deposit disappears unless it is harvested before.",
      harvested: "Amount harvested so far; the cooldown grows with it.",
      _id: "Identifier of the object; missing only in room history, in the tick in which the object is created.",
      cooldownTime:
        "Tick from which the deposit can be harvested again; absent until the cooldown exceeds one tick."
    }
  },
  Destination: {
    description: "A square in a room of the same shard, or a room of another shard.",
    fields: {}
  },
  Extension: {
    description: "An extension, which holds energy for spawning.",
    fields: {
      type: "Kind of the object, by which room objects are distinguished.",
      x: "Column of its square in the room, from 0 (west) to 49 (east).",
      y: "Row of its square in the room, from 0 (north) to 49 (south).",
      room: "Name of the room that contains the object, such as `W7N3`.",
      hits: "Hit points left; may be a fraction, and in room history 0 or less in the tick in which the object is destroyed.",
      hitsMax: "Hit points without damage.",
      store: "Amounts held, by resource.",
      storeCapacityResource: "Largest amount that the store holds of each resource.",
      _id: "Identifier of the object; missing only in room history, in the tick in which the object is created.",
      user: "Identifier of the owner; `null` after the owner gave the object up, absent if it never had one.",
      notifyWhenAttacked: "Whether the server notifies the owner by e-mail when the object is attacked.",
      effects:
        "Effects of powers and strongholds, as a list or as an object keyed by index; `ObjectEffect.list` reads both.",
      off: "Whether the structure is inactive because the controller's level does not allow it."
    }
  },
  Extractor: {
    description: "An extractor.",
    fields: {
      type: "Kind of the object, by which room objects are distinguished.",
      x: "Column of its square in the room, from 0 (west) to 49 (east).",
      y: "Row of its square in the room, from 0 (north) to 49 (south).",
      room: "Name of the room that contains the object, such as `W7N3`.",
      _id: "Identifier of the object; missing only in room history, in the tick in which the object is created.",
      user: "Identifier of the owner; `null` after the owner gave the object up, absent if it never had one.",
      notifyWhenAttacked: "Whether the server notifies the owner by e-mail when the object is attacked.",
      hits: "Hit points left; absent where the structure cannot be damaged.",
      hitsMax: "Hit points without damage; absent where the structure cannot be damaged.",
      cooldown: "Ticks until the mineral can be harvested again."
    }
  },
  Factory: {
    description: "A factory, which produces commodities.",
    fields: {
      type: "Kind of the object, by which room objects are distinguished.",
      x: "Column of its square in the room, from 0 (west) to 49 (east).",
      y: "Row of its square in the room, from 0 (north) to 49 (south).",
      room: "Name of the room that contains the object, such as `W7N3`.",
      hits: "Hit points left; may be a fraction, and in room history 0 or less in the tick in which the object is destroyed.",
      hitsMax: "Hit points without damage.",
      store: "Amounts held, by resource.",
      storeCapacity: "Largest total amount that the store holds, over all resources.",
      _id: "Identifier of the object; missing only in room history, in the tick in which the object is created.",
      user: "Identifier of the owner; `null` after the owner gave the object up, absent if it never had one.",
      notifyWhenAttacked: "Whether the server notifies the owner by e-mail when the object is attacked.",
      cooldownTime: "Tick from which the factory can produce again.",
      level: "Level, 0 to 5; absent until a power sets it.",
      effects:
        "Effects of powers and strongholds, as a list or as an object keyed by index; `ObjectEffect.list` reads both.",
      actionLog: "Production in the last tick; `ActionLog.entries` lists it.",
      cooldown:
        "Always 0, and absent on structures that an administrator inserted; `cooldownTime` has the cooldown."
    }
  },
  FactoryActionLog: {
    description: "Action of a factory in the last tick.",
    fields: {
      produce: "Resource that the factory produced."
    }
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
    description:
      "An invader core: at levels 1 to 5 the core of a stronghold, at level 0 the core of a room that a stronghold holds.",
    fields: {
      type: "Kind of the object, by which room objects are distinguished.",
      user: "Identifier of the owner.",
      x: "Column of its square in the room, from 0 (west) to 49 (east).",
      y: "Row of its square in the room, from 0 (north) to 49 (south).",
      room: "Name of the room that contains the object, such as `W7N3`.",
      level: "Level of the core, 0 to 5.",
      hits: "Hit points left; may be a fraction, and in room history 0 or less in the tick in which the object is destroyed.",
      hitsMax: "Hit points without damage.",
      strongholdId: "Identifier of the stronghold that the core belongs to.",
      effects:
        "Invulnerability and collapse timer, as a list or as an object keyed by index; `ObjectEffect.list` reads both.",
      _id: "Identifier of the object; missing only in room history, in the tick in which the object is created.",
      depositType: "Resource of the sector's deposits; season mods store other words here.",
      store: "Amounts held, by resource; present once the core is destroyed.",
      decayTime: "Tick in which the stronghold collapses; absent until it deploys.",
      spawning: "Defender that is being spawned; absent or `null` otherwise.",
      actionLog: "Actions of the last tick; `ActionLog.entries` lists them.",
      templateName: "Template that the stronghold was built from, `bunker1` to `bunker5`.",
      strongholdBehavior: "Name of the behaviour that the stronghold follows, such as `bunker1`.",
      deployTime: "Tick in which the stronghold deploys; `null` once it has.",
      nextExpandTime: "Tick in which the stronghold takes its next room.",
      population: 'Defenders that the stronghold keeps, keyed by index (`"0"`, `"1"`, …).'
    }
  },
  InvaderCoreActionLog: {
    description:
      "Actions of an invader core in the last tick; servers record attacks on controllers under `reserveController`.",
    fields: {
      reserveController: "Square of the controller that the core reserved or attacked.",
      attackController: "Square of the controller that the core attacked; see `reserveController`.",
      upgradeController: "Square of the controller that the core upgraded.",
      transferEnergy: "Square of the structure that received energy."
    }
  },
  KeeperLair: {
    description: "A lair, from which source keepers spawn.",
    fields: {
      type: "Kind of the object, by which room objects are distinguished.",
      x: "Column of its square in the room, from 0 (west) to 49 (east).",
      y: "Row of its square in the room, from 0 (north) to 49 (south).",
      room: "Name of the room that contains the object, such as `W7N3`.",
      _id: "Identifier of the object; missing only in room history, in the tick in which the object is created.",
      nextSpawnTime: "Tick in which the next keeper spawns; set only while the keeper is missing or damaged."
    }
  },
  Lab: {
    description: "A laboratory, which produces compounds and boosts creeps.",
    fields: {
      type: "Kind of the object, by which room objects are distinguished.",
      x: "Column of its square in the room, from 0 (west) to 49 (east).",
      y: "Row of its square in the room, from 0 (north) to 49 (south).",
      room: "Name of the room that contains the object, such as `W7N3`.",
      hits: "Hit points left; may be a fraction, and in room history 0 or less in the tick in which the object is destroyed.",
      hitsMax: "Hit points without damage.",
      store: "Amounts held, by resource.",
      storeCapacityResource: "Largest amount that the store holds of each resource.",
      _id: "Identifier of the object; missing only in room history, in the tick in which the object is created.",
      user: "Identifier of the owner; `null` after the owner gave the object up, absent if it never had one.",
      notifyWhenAttacked: "Whether the server notifies the owner by e-mail when the object is attacked.",
      cooldownTime: "Tick from which the laboratory can run a reaction again.",
      storeCapacity: "Largest total amount that an empty laboratory holds; `null` while it holds a mineral.",
      effects:
        "Effects of powers and strongholds, as a list or as an object keyed by index; `ObjectEffect.list` reads both.",
      actionLog: "Reactions of the last tick; `ActionLog.entries` lists them.",
      cooldown:
        "Always 0, and absent on structures that an administrator inserted; `cooldownTime` has the cooldown.",
      mineralAmount: "Always 0: `store` has the amount, and the function `mineral` returns the mineral."
    }
  },
  LabActionLog: {
    description: "Reaction of a laboratory in the last tick.",
    fields: {
      runReaction: "Squares of the two laboratories that supplied the reagents.",
      reverseReaction: "Squares of the two laboratories that received the reagents of a reversed reaction."
    }
  },
  LeaderboardSeason: {
    description: "A month of the leaderboard: `2017-03`, called `March 2017`.",
    fields: {}
  },
  Link: {
    description: "A link, which sends energy to other links of the same room.",
    fields: {
      type: "Kind of the object, by which room objects are distinguished.",
      x: "Column of its square in the room, from 0 (west) to 49 (east).",
      y: "Row of its square in the room, from 0 (north) to 49 (south).",
      room: "Name of the room that contains the object, such as `W7N3`.",
      hits: "Hit points left; may be a fraction, and in room history 0 or less in the tick in which the object is destroyed.",
      hitsMax: "Hit points without damage.",
      store: "Amounts held, by resource.",
      storeCapacityResource: "Largest amount that the store holds of each resource.",
      _id: "Identifier of the object; missing only in room history, in the tick in which the object is created.",
      user: "Identifier of the owner; `null` after the owner gave the object up, absent if it never had one.",
      notifyWhenAttacked: "Whether the server notifies the owner by e-mail when the object is attacked.",
      effects:
        "Effects of powers and strongholds, as a list or as an object keyed by index; `ObjectEffect.list` reads both.",
      actionLog: "Transfer of the last tick; `ActionLog.entries` lists it.",
      cooldown:
        "Ticks until the link can send again; absent on links that an administrator inserted, until they send."
    }
  },
  LinkActionLog: {
    description: "Action of a link in the last tick.",
    fields: {
      transferEnergy: "Square of the link that received the energy."
    }
  },
  LookType: {
    description: "A type that scripts look for, as servers write it; mods add types.",
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
    description: "A circle on the map, with its centre.",
    fields: {
      n: "Name of the room that `x` and `y` refer to.",
      x: "Column in squares of room `n`, counted from the west; may be a fraction.",
      y: "Row in squares of room `n`, counted from the north; may be a fraction.",
      t: "Kind of drawing: `c` circle, `l` line, `r` rectangle, `p` polyline, `t` text.",
      s: "Style properties, such as `fill`, `stroke` and `opacity`."
    }
  },
  MapVisualItem: {
    description: "A drawing on the map, distinguished by `t`.",
    fields: {}
  },
  MapVisualLine: {
    description: "A line on the map between two points, which may be in different rooms.",
    fields: {
      x1: "Column of the start, in squares of room `n1`.",
      y1: "Row of the start, in squares of room `n1`.",
      x2: "Column of the end, in squares of room `n2`.",
      y2: "Row of the end, in squares of room `n2`.",
      t: "Kind of drawing: `c` circle, `l` line, `r` rectangle, `p` polyline, `t` text.",
      n1: "Name of the room of the start.",
      n2: "Name of the room of the end.",
      s: "Style properties, such as `fill`, `stroke` and `opacity`."
    }
  },
  MapVisualPoint: {
    description: "A point on the map.",
    fields: {
      x: "Column in squares of room `n`, counted from the west; may be a fraction.",
      y: "Row in squares of room `n`, counted from the north; may be a fraction.",
      n: "Name of the room that `x` and `y` refer to."
    }
  },
  MapVisualPolyline: {
    description: "A polyline on the map.",
    fields: {
      t: "Kind of drawing: `c` circle, `l` line, `r` rectangle, `p` polyline, `t` text.",
      points: "Points that the line connects, in order.",
      s: "Style properties, such as `fill`, `stroke` and `opacity`."
    }
  },
  MapVisualRect: {
    description: "A rectangle on the map, with its north-west corner.",
    fields: {
      n: "Name of the room that `x` and `y` refer to.",
      x: "Column in squares of room `n`, counted from the west; may be a fraction.",
      y: "Row in squares of room `n`, counted from the north; may be a fraction.",
      t: "Kind of drawing: `c` circle, `l` line, `r` rectangle, `p` polyline, `t` text.",
      w: "Width in squares.",
      h: "Height in squares.",
      s: "Style properties, such as `fill`, `stroke` and `opacity`."
    }
  },
  MapVisualText: {
    description: "A text on the map.",
    fields: {
      n: "Name of the room that `x` and `y` refer to.",
      text: "Text to draw.",
      x: "Column in squares of room `n`, counted from the west; may be a fraction.",
      y: "Row in squares of room `n`, counted from the north; may be a fraction.",
      t: "Kind of drawing: `c` circle, `l` line, `r` rectangle, `p` polyline, `t` text.",
      s: "Style properties, such as `fill`, `stroke` and `opacity`."
    }
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
      "Path that a creep of an NPC follows; `dest` and `path` hold one packed square per character.",
    fields: {
      time: "Tick in which the path was computed.",
      path: "Squares still to walk, each packed into one character.",
      dest: "Destination, packed into one character.",
      lastMove: "Tick of the creep's last move."
    }
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
    description: "The mineral of a room, which is harvested with an extractor.",
    fields: {
      type: "Kind of the object, by which room objects are distinguished.",
      x: "Column of its square in the room, from 0 (west) to 49 (east).",
      y: "Row of its square in the room, from 0 (north) to 49 (south).",
      room: "Name of the room that contains the object, such as `W7N3`.",
      density: "Density: 1 low, 2 moderate, 3 high, 4 ultra.",
      mineralAmount: "Amount left until the mineral regenerates; may be a fraction.",
      mineralType: "Resource that can be harvested here.",
      _id: "Identifier of the object; missing only in room history, in the tick in which the object is created.",
      effects:
        "Effects of powers and strongholds, as a list or as an object keyed by index; `ObjectEffect.list` reads both.",
      nextRegenerationTime: "Tick in which the mineral regenerates; set only while it is empty."
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
    fields: {
      message: "The user's copy of the message."
    }
  },
  NotifyPrefsInput: {
    description: "The preferences to change; those that are left out stay as they are.",
    fields: {}
  },
  Nuke: {
    description: "A nuke in flight, at the square where it will land.",
    fields: {
      type: "Kind of the object, by which room objects are distinguished.",
      x: "Column of its square in the room, from 0 (west) to 49 (east).",
      y: "Row of its square in the room, from 0 (north) to 49 (south).",
      room: "Name of the room that contains the object, such as `W7N3`.",
      landTime: "Tick in which the nuke lands.",
      launchRoomName: "Name of the room that the nuke was launched from.",
      _id: "Identifier of the object; missing only in room history, in the tick in which the object is created."
    }
  },
  NukeInfo: {
    description: "A nuke in flight: where it strikes, when, and from which room it came.",
    fields: {}
  },
  Nuker: {
    description: "A nuker, which launches nukes; a launch takes 300 000 energy and 5000 ghodium.",
    fields: {
      type: "Kind of the object, by which room objects are distinguished.",
      x: "Column of its square in the room, from 0 (west) to 49 (east).",
      y: "Row of its square in the room, from 0 (north) to 49 (south).",
      room: "Name of the room that contains the object, such as `W7N3`.",
      cooldownTime: "Tick from which the nuker can launch again.",
      hits: "Hit points left; may be a fraction, and in room history 0 or less in the tick in which the object is destroyed.",
      hitsMax: "Hit points without damage.",
      store: "Amounts held, by resource.",
      storeCapacityResource: "Largest amount that the store holds of each resource.",
      _id: "Identifier of the object; missing only in room history, in the tick in which the object is created.",
      user: "Identifier of the owner; `null` after the owner gave the object up, absent if it never had one.",
      notifyWhenAttacked: "Whether the server notifies the owner by e-mail when the object is attacked.",
      effects:
        "Effects of powers and strongholds, as a list or as an object keyed by index; `ObjectEffect.list` reads both."
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
    description: "Numbers of objects on a server.",
    fields: {
      all: "Number of creeps and owned controllers together.",
      creeps: "Number of creeps, including those of bots and NPCs."
    }
  },
  ObjectEffect: {
    description: "A temporary effect on an object.",
    fields: {
      endTime: "First tick in which the effect no longer applies.",
      power: "Number of the power (1 to 19), or the same number as `effect`.",
      level: "Level of the power, 1 to 5; absent on effects of strongholds.",
      effect: "Number of the effect: a power (1 to 19), 1001 (invulnerability) or 1002 (collapse timer).",
      duration: "Duration in ticks; only on effects of strongholds."
    }
  },
  ObjectEffects: {
    description:
      'The effects on an object, as servers write them: a list, or an object keyed by index (`"0"`, `"1"`, …).',
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
    description: "An observer, which makes other rooms visible to scripts.",
    fields: {
      type: "Kind of the object, by which room objects are distinguished.",
      x: "Column of its square in the room, from 0 (west) to 49 (east).",
      y: "Row of its square in the room, from 0 (north) to 49 (south).",
      room: "Name of the room that contains the object, such as `W7N3`.",
      hits: "Hit points left; may be a fraction, and in room history 0 or less in the tick in which the object is destroyed.",
      hitsMax: "Hit points without damage.",
      _id: "Identifier of the object; missing only in room history, in the tick in which the object is created.",
      user: "Identifier of the owner; `null` after the owner gave the object up, absent if it never had one.",
      observeRoom: "Name of the observed room; `null` in ticks without an observation.",
      notifyWhenAttacked: "Whether the server notifies the owner by e-mail when the object is attacked.",
      effects:
        "Effects of powers and strongholds, as a list or as an object keyed by index; `ObjectEffect.list` reads both."
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
      type: "Kind of part, such as `move`.",
      hits: "Hit points left, 0 to 100; may be a fraction. A part with 0 hit points has no effect.",
      boost: "Compound that boosts the part; `null` after the boost was removed."
    }
  },
  Pile: {
    description: "A pile of a dropped resource.",
    fields: {
      type: "Kind of the object: always `energy`, whatever the resource.",
      x: "Column of its square in the room, from 0 (west) to 49 (east).",
      y: "Row of its square in the room, from 0 (north) to 49 (south).",
      room: "Name of the room that contains the object, such as `W7N3`.",
      _id: "Identifier of the object; missing only in room history, in the tick in which the object is created.",
      energy: "Amount of a pile of energy; other resources have a field of their own name.",
      resourceType: "Resource that the pile consists of; `energy` when absent."
    }
  },
  Portal: {
    description: "A portal to another room or shard.",
    fields: {
      type: "Kind of the object, by which room objects are distinguished.",
      x: "Column of its square in the room, from 0 (west) to 49 (east).",
      y: "Row of its square in the room, from 0 (north) to 49 (south).",
      room: "Name of the room that contains the object, such as `W7N3`.",
      destination: "Where the portal leads; the function `destination` returns it with a `kind`.",
      _id: "Identifier of the object; missing only in room history, in the tick in which the object is created.",
      decayTime: "Tick in which the portal disappears; absent until it is known.",
      unstableDate: "Time at which the portal becomes unstable, in milliseconds since 1970."
    }
  },
  PowerAction: {
    description: "The power that a power creep used, and the square of its target.",
    fields: {
      id: "Number of the power, 1 to 19.",
      x: "Column of the target, from 0 (west) to 49 (east).",
      y: "Row of the target, from 0 (north) to 49 (south)."
    }
  },
  PowerBank: {
    description: "A power bank, which drops its power when it is destroyed.",
    fields: {
      type: "Kind of the object, by which room objects are distinguished.",
      x: "Column of its square in the room, from 0 (west) to 49 (east).",
      y: "Row of its square in the room, from 0 (north) to 49 (south).",
      room: "Name of the room that contains the object, such as `W7N3`.",
      hits: "Hit points left; may be a fraction, and in room history 0 or less in the tick in which the object is destroyed.",
      hitsMax: "Hit points without damage.",
      store: "Amounts held, by resource.",
      decayTime: "Tick in which the object disappears.",
      _id: "Identifier of the object; missing only in room history, in the tick in which the object is created."
    }
  },
  PowerCreep: {
    description: "A power creep that is spawned in the world.",
    fields: {
      type: "Kind of the object, by which room objects are distinguished.",
      name: "Name that the owner gave the power creep.",
      user: "Identifier of the owner.",
      x: "Column of its square in the room, from 0 (west) to 49 (east).",
      y: "Row of its square in the room, from 0 (north) to 49 (south).",
      room: "Name of the room that contains the object, such as `W7N3`.",
      className: "Class of the power creep; the only known class is `operator`.",
      powers: "Powers that it has learned, keyed by the number of the power, 1 to 19.",
      level: "Level of the power creep, 0 to 25.",
      hits: "Hit points left; may be a fraction, and in room history 0 or less in the tick in which the object is destroyed.",
      ageTime: "Tick in which the power creep dies of old age unless it is renewed.",
      hitsMax: "Hit points without damage.",
      store: "Amounts held, by resource.",
      storeCapacity: "Largest total amount that the store holds, over all resources.",
      shard: "Name of the shard that it is on; empty on private servers.",
      _id: "Identifier of the object; missing only in room history, in the tick in which the object is created.",
      notifyWhenAttacked: "Whether the server notifies the owner by e-mail when the object is attacked.",
      spawnCooldownTime:
        "Time from which it can be spawned again, in milliseconds since 1970; `null` while it is spawned.",
      deleteTime:
        "Time at which it is deleted, in milliseconds since 1970; `null` unless the owner requested the deletion.",
      actionLog: "Actions of the last tick; `ActionLog.entries` lists them.",
      interRoom:
        "Destination in the tick in which the creep leaves the room; set in room history only, `null` elsewhere."
    }
  },
  PowerCreepActionLog: {
    description: "Actions of a power creep in the last tick.",
    fields: {
      power: "Power that the power creep used.",
      attack: "Square of the controller on which the power creep enabled powers.",
      say: "Text that the creep says.",
      attacked: "Square of the attacker.",
      healed: "Square of the object that healed or renewed the power creep.",
      spawned: "Whether the power creep was spawned in this tick."
    }
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
    description: "A power spawn, which processes power and spawns power creeps.",
    fields: {
      type: "Kind of the object, by which room objects are distinguished.",
      x: "Column of its square in the room, from 0 (west) to 49 (east).",
      y: "Row of its square in the room, from 0 (north) to 49 (south).",
      room: "Name of the room that contains the object, such as `W7N3`.",
      hits: "Hit points left; may be a fraction, and in room history 0 or less in the tick in which the object is destroyed.",
      hitsMax: "Hit points without damage.",
      store: "Amounts held, by resource.",
      storeCapacityResource: "Largest amount that the store holds of each resource.",
      _id: "Identifier of the object; missing only in room history, in the tick in which the object is created.",
      user: "Identifier of the owner; `null` after the owner gave the object up, absent if it never had one.",
      notifyWhenAttacked: "Whether the server notifies the owner by e-mail when the object is attacked.",
      effects:
        "Effects of powers and strongholds, as a list or as an object keyed by index; `ObjectEffect.list` reads both."
    }
  },
  ProduceAction: {
    description: "The commodity that a factory produced; the square is that of the factory.",
    fields: {
      x: "Column of the factory, from 0 (west) to 49 (east).",
      y: "Row of the factory, from 0 (north) to 49 (south).",
      resourceType: "Resource that the factory produced."
    }
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
    description: "A rampart.",
    fields: {
      type: "Kind of the object, by which room objects are distinguished.",
      x: "Column of its square in the room, from 0 (west) to 49 (east).",
      y: "Row of its square in the room, from 0 (north) to 49 (south).",
      room: "Name of the room that contains the object, such as `W7N3`.",
      hits: "Hit points left; may be a fraction, and in room history 0 or less in the tick in which the object is destroyed.",
      hitsMax: "Hit points without damage.",
      nextDecayTime: "Tick in which the structure loses hit points next.",
      _id: "Identifier of the object; missing only in room history, in the tick in which the object is created.",
      user: "Identifier of the owner; `null` after the owner gave the object up, absent if it never had one.",
      isPublic: "Whether creeps of all players can walk through it.",
      notifyWhenAttacked: "Whether the server notifies the owner by e-mail when the object is attacked.",
      decayTime:
        "Tick in which the structure disappears together with its stronghold; absent on other structures.",
      strongholdId: "Identifier of the stronghold that the object belongs to; absent on other objects.",
      effects:
        "Effects of powers and strongholds, as a list or as an object keyed by index; `ObjectEffect.list` reads both.",
      hitsTarget: "Hit points up to which a stronghold repairs it; absent elsewhere."
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
      type: "Kind of the object, by which room objects are distinguished.",
      x: "Column of its square in the room, from 0 (west) to 49 (east).",
      y: "Row of its square in the room, from 0 (north) to 49 (south).",
      room: "Name of the room that contains the object, such as `W7N3`.",
      store: "Amounts held, by resource.",
      storeCapacityResource: "Largest amount that the store holds of each resource.",
      _id: "Identifier of the object; missing only in room history, in the tick in which the object is created.",
      user: "Identifier of the owner; `null` after the owner gave the object up, absent if it never had one.",
      launchTime: "Tick since which the reactor has run without interruption; `null` while it is idle."
    }
  },
  ReadMark: {
    description: "The mark that a message was read.",
    fields: {
      _id: "Identifier of the subscriber's copy of the message.",
      unread: "Always `false`: the recipient read the message."
    }
  },
  Reservation: {
    description: "The reservation of a room's controller.",
    fields: {
      user: "Identifier of the player who reserved the controller.",
      endTime: "First tick in which the reservation no longer applies."
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
      type: "Kind of the object, by which room objects are distinguished.",
      x: "Column of its square in the room, from 0 (west) to 49 (east).",
      y: "Row of its square in the room, from 0 (north) to 49 (south).",
      room: "Name of the room that contains the object, such as `W7N3`.",
      hits: "Hit points left; may be a fraction, and in room history 0 or less in the tick in which the object is destroyed.",
      hitsMax: "Hit points without damage.",
      nextDecayTime: "Tick in which the structure loses hit points next.",
      _id: "Identifier of the object; missing only in room history, in the tick in which the object is created.",
      notifyWhenAttacked: "Whether the server notifies the owner by e-mail when the object is attacked.",
      decayTime:
        "Tick in which the structure disappears together with its stronghold; absent on other structures.",
      strongholdId: "Identifier of the stronghold that the object belongs to; absent on other objects.",
      effects:
        "Effects of powers and strongholds, as a list or as an object keyed by index; `ObjectEffect.list` reads both."
    }
  },
  RoomDecoration: {
    description: "A decoration that is placed in a room.",
    fields: {}
  },
  RoomDestination: {
    description: "A square in a room of the same shard.",
    fields: {
      room: "Name of the destination room.",
      x: "Column of the destination, from 0 (west) to 49 (east).",
      y: "Row of the destination, from 0 (north) to 49 (south)."
    }
  },
  RoomFrame: {
    description: "A message of the room channel: the whole room, or the changes since the message before.",
    fields: {
      decorations: "Decorations of the room; reported for official servers, in an unknown format.",
      users:
        "Users keyed by identifier that earlier messages did not contain: owners, reservers and signers of objects.",
      objects:
        "Objects keyed by identifier: a whole document, the changed fields, or `null` for an object that is gone.",
      gameTime: "Tick in which scripts see this state; absent in the first message of a subscription.",
      flags:
        "All flags of the subscriber, read by `Flag.parse`; `null` or empty without flags, absent when unchanged.",
      info: "General information about the room; absent for rooms that are not on the map.",
      visual:
        "Drawings of the subscriber's script in the tick before, read by `RoomVisual.parse`; absent at first."
    }
  },
  RoomHistory: {
    description: "A chunk of a room's history.",
    fields: {
      timestamp:
        "Approximate time of the recording, in milliseconds since 1970; on private servers the end of the chunk.",
      room: "Name of the room.",
      base: "First tick of the chunk.",
      ticks:
        "Objects keyed by tick, then by identifier: whole documents in the first tick, changed fields in later ticks."
    }
  },
  RoomInfo: {
    description: "General information about a room.",
    fields: {
      mode: "Kind of room; only `world` has been seen."
    }
  },
  RoomIntent: {
    description: "An intent that is asked of a room: a list, whose items name the room.",
    fields: {}
  },
  RoomMapEvent: {
    description: "Squares of a room by what they contain.",
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
    description: "An object in a room: of a known kind, distinguished by `type`, or an `UnknownRoomObject`.",
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
      "The change of one object: `null` if it is gone, the whole document if it is new, otherwise the changed fields.",
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
    description: "A circle in a room, with its centre.",
    fields: {
      x: "Column in squares, counted from the west; may be a fraction.",
      y: "Row in squares, counted from the north; may be a fraction.",
      t: "Kind of drawing: `c` circle, `l` line, `r` rectangle, `p` polyline, `t` text.",
      s: "Style properties, such as `fill`, `stroke` and `opacity`."
    }
  },
  RoomVisualItem: {
    description: "A drawing in a room, distinguished by `t`.",
    fields: {}
  },
  RoomVisualLine: {
    description: "A line in a room between two points.",
    fields: {
      x1: "Column of the start, in squares.",
      y1: "Row of the start, in squares.",
      x2: "Column of the end, in squares.",
      y2: "Row of the end, in squares.",
      t: "Kind of drawing: `c` circle, `l` line, `r` rectangle, `p` polyline, `t` text.",
      s: "Style properties, such as `fill`, `stroke` and `opacity`."
    }
  },
  RoomVisualPolyline: {
    description: "A polyline in a room.",
    fields: {
      t: "Kind of drawing: `c` circle, `l` line, `r` rectangle, `p` polyline, `t` text.",
      points: "Points that the line connects, in order, each a pair of column and row.",
      s: "Style properties, such as `fill`, `stroke` and `opacity`."
    }
  },
  RoomVisualRect: {
    description: "A rectangle in a room, with its north-west corner.",
    fields: {
      x: "Column in squares, counted from the west; may be a fraction.",
      y: "Row in squares, counted from the north; may be a fraction.",
      t: "Kind of drawing: `c` circle, `l` line, `r` rectangle, `p` polyline, `t` text.",
      w: "Width in squares.",
      h: "Height in squares.",
      s: "Style properties, such as `fill`, `stroke` and `opacity`."
    }
  },
  RoomVisualText: {
    description: "A text in a room.",
    fields: {
      text: "Text to draw.",
      x: "Column in squares, counted from the west; may be a fraction.",
      y: "Row in squares, counted from the north; may be a fraction.",
      t: "Kind of drawing: `c` circle, `l` line, `r` rectangle, `p` polyline, `t` text.",
      s: "Style properties, such as `fill`, `stroke` and `opacity`."
    }
  },
  Ruin: {
    description: "The ruin of a structure.",
    fields: {
      type: "Kind of the object, by which room objects are distinguished.",
      x: "Column of its square in the room, from 0 (west) to 49 (east).",
      y: "Row of its square in the room, from 0 (north) to 49 (south).",
      room: "Name of the room that contains the object, such as `W7N3`.",
      store: "Amounts held, by resource.",
      decayTime: "Tick in which the object disappears.",
      structure: "Structure that the ruin remains of.",
      destroyTime: "Tick in which the structure was destroyed.",
      _id: "Identifier of the object; missing only in room history, in the tick in which the object is created.",
      user: "Identifier of the owner; `null` after the owner gave the object up, absent if it never had one."
    }
  },
  RuinedStructure: {
    description: "The structure that a ruin remains of.",
    fields: {
      type: "Type of the structure.",
      id: "Identifier that the structure had.",
      hits: "Hit points left; may be a fraction, and in room history 0 or less in the tick in which the object is destroyed.",
      hitsMax: "Hit points without damage.",
      user: "Identifier of the owner; `null` after the owner gave the object up, absent if it never had one."
    }
  },
  Say: {
    description: "The text in the bubble above a creep.",
    fields: {
      message: "Text, at most 10 characters (UTF-16 code units).",
      isPublic: "Whether other players see the text."
    }
  },
  ScoreCollector: {
    description: "A collector, to which players bring score (season 1).",
    fields: {
      type: "Kind of the object, by which room objects are distinguished.",
      x: "Column of its square in the room, from 0 (west) to 49 (east).",
      y: "Row of its square in the room, from 0 (north) to 49 (south).",
      room: "Name of the room that contains the object, such as `W7N3`.",
      store: "Amounts held, by resource.",
      storeCapacityResource: "Largest amount that the store holds of each resource.",
      _id: "Identifier of the object; missing only in room history, in the tick in which the object is created."
    }
  },
  ScoreContainer: {
    description: "A container of score (season 1).",
    fields: {
      type: "Kind of the object, by which room objects are distinguished.",
      x: "Column of its square in the room, from 0 (west) to 49 (east).",
      y: "Row of its square in the room, from 0 (north) to 49 (south).",
      room: "Name of the room that contains the object, such as `W7N3`.",
      store: "Amounts held, by resource.",
      decayTime: "Tick in which the object disappears.",
      _id: "Identifier of the object; missing only in room history, in the tick in which the object is created."
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
    description: "Statistics of a server.",
    fields: {
      gametime: "Current tick.",
      activeUsers: "Number of the users in `users`.",
      activeRooms:
        "Number of rooms that a placed spawn or the map tool marked as active, not of those that the engine processes.",
      ownedRooms: "Number of rooms with an owner.",
      totalRooms: "Number of all rooms; 0 with the default storage.",
      objects: "Numbers of creeps and controllers.",
      ticks: "Durations of recent ticks.",
      users: "Active users, which own something; in a new world the NPCs are included."
    }
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
    fields: {
      room: "Name of the destination room.",
      shard: "Name of the destination shard."
    }
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
      type: "Kind of the object, by which room objects are distinguished.",
      x: "Column of its square in the room, from 0 (west) to 49 (east).",
      y: "Row of its square in the room, from 0 (north) to 49 (south).",
      room: "Name of the room that contains the object, such as `W7N3`.",
      energy: "Energy left until the source regenerates.",
      energyCapacity:
        "Energy after regeneration: 3000 in owned and reserved rooms, 1500 in other rooms, 4000 in keeper rooms.",
      _id: "Identifier of the object; missing only in room history, in the tick in which the object is created.",
      effects:
        "Effects of powers and strongholds, as a list or as an object keyed by index; `ObjectEffect.list` reads both.",
      nextRegenerationTime: "Tick in which the source regenerates; `null` while it is full.",
      ticksToRegeneration: "Always 300, not a countdown: `nextRegenerationTime` has the tick.",
      invaderHarvested: "Energy harvested since the last raid of invaders."
    }
  },
  Spawn: {
    description: "A spawn, which creates creeps.",
    fields: {
      type: "Kind of the object, by which room objects are distinguished.",
      x: "Column of its square in the room, from 0 (west) to 49 (east).",
      y: "Row of its square in the room, from 0 (north) to 49 (south).",
      room: "Name of the room that contains the object, such as `W7N3`.",
      hits: "Hit points left; may be a fraction, and in room history 0 or less in the tick in which the object is destroyed.",
      hitsMax: "Hit points without damage.",
      store: "Amounts held, by resource.",
      storeCapacityResource: "Largest amount that the store holds of each resource.",
      _id: "Identifier of the object; missing only in room history, in the tick in which the object is created.",
      name: "Name that the owner gave the spawn; absent if it was placed without a name.",
      user: "Identifier of the owner; `null` after the owner gave the object up, absent if it never had one.",
      notifyWhenAttacked: "Whether the server notifies the owner by e-mail when the object is attacked.",
      effects:
        "Effects of powers and strongholds, as a list or as an object keyed by index; `ObjectEffect.list` reads both.",
      spawning: "Creep that is being spawned; absent or `null` while the spawn is idle.",
      off: "Whether the structure is inactive because the controller's level does not allow it."
    }
  },
  Spawning: {
    description: "The creep that a spawn or a stronghold is spawning.",
    fields: {
      name: "Name of the creep.",
      needTime: "Total duration of the spawning, in ticks.",
      directions:
        "Directions in which the creep may leave the spawn: 1 top, 2 top right, … clockwise to 8; all when absent.",
      spawnTime: "Tick in which the spawning ends.",
      remainingTime:
        "Ticks left until the spawning ends; only on official servers before mid-2020, which had no `spawnTime`."
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
    description: "A storage, which holds up to a million units of resources.",
    fields: {
      type: "Kind of the object, by which room objects are distinguished.",
      x: "Column of its square in the room, from 0 (west) to 49 (east).",
      y: "Row of its square in the room, from 0 (north) to 49 (south).",
      room: "Name of the room that contains the object, such as `W7N3`.",
      hits: "Hit points left; may be a fraction, and in room history 0 or less in the tick in which the object is destroyed.",
      hitsMax: "Hit points without damage.",
      store: "Amounts held, by resource.",
      storeCapacity:
        "Largest total amount: 1 000 000, more under a power, 0 while its owner does not own the room.",
      _id: "Identifier of the object; missing only in room history, in the tick in which the object is created.",
      user: "Identifier of the owner; `null` after the owner gave the object up, absent if it never had one.",
      notifyWhenAttacked: "Whether the server notifies the owner by e-mail when the object is attacked.",
      effects:
        "Effects of powers and strongholds, as a list or as an object keyed by index; `ObjectEffect.list` reads both."
    }
  },
  Store: {
    description: "Amounts by resource; an absent resource has the amount 0.",
    fields: {}
  },
  StoreCapacityResource: {
    description: "Capacities by resource; `null` for a mineral that a laboratory no longer holds.",
    fields: {}
  },
  StringProperty: {
    description: "A text.",
    fields: {}
  },
  StrongholdTemplate: {
    description: "The template of a stronghold, as servers write it; mods add templates.",
    fields: {}
  },
  StructureType: {
    description: "The type of a structure, as servers write it; mods add types.",
    fields: {}
  },
  SymbolContainer: {
    description: "A container of symbols (season 2).",
    fields: {
      type: "Kind of the object, by which room objects are distinguished.",
      x: "Column of its square in the room, from 0 (west) to 49 (east).",
      y: "Row of its square in the room, from 0 (north) to 49 (south).",
      room: "Name of the room that contains the object, such as `W7N3`.",
      resourceType: "Kind of symbol, such as `symbol_aleph`.",
      store: "Amounts held, by resource.",
      decayTime: "Tick in which the object disappears.",
      _id: "Identifier of the object; missing only in room history, in the tick in which the object is created."
    }
  },
  SymbolDecoder: {
    description: "A decoder, to which players bring one kind of symbol (season 2).",
    fields: {
      type: "Kind of the object, by which room objects are distinguished.",
      x: "Column of its square in the room, from 0 (west) to 49 (east).",
      y: "Row of its square in the room, from 0 (north) to 49 (south).",
      room: "Name of the room that contains the object, such as `W7N3`.",
      resourceType: "Kind of symbol, such as `symbol_aleph`.",
      store: "Amounts held, by resource.",
      storeCapacityResource: "Largest amount that the store holds of each resource.",
      _id: "Identifier of the object; missing only in room history, in the tick in which the object is created.",
      symbols: "Number of symbols that each player brought, keyed by user; `symbolsOf` reads it.",
      decoded: "Number of symbols that count as decoded for each player, keyed by user; `decodedOf` reads it."
    }
  },
  SystemSignature: {
    description:
      "The text that the game itself shows on a controller until `endDatetime`, above any player's: for example that a novice area is planned here.",
    fields: {}
  },
  Terminal: {
    description: "A terminal, which trades and sends resources to other rooms.",
    fields: {
      type: "Kind of the object, by which room objects are distinguished.",
      x: "Column of its square in the room, from 0 (west) to 49 (east).",
      y: "Row of its square in the room, from 0 (north) to 49 (south).",
      room: "Name of the room that contains the object, such as `W7N3`.",
      _id: "Identifier of the object; missing only in room history, in the tick in which the object is created.",
      user: "Identifier of the owner; `null` after the owner gave the object up, absent if it never had one.",
      send: "Transfer that starts in this tick; set in room history only, `null` elsewhere.",
      notifyWhenAttacked: "Whether the server notifies the owner by e-mail when the object is attacked.",
      cooldownTime: "Tick from which the terminal can send again.",
      hits: "Hit points left; absent where the structure cannot be damaged.",
      hitsMax: "Hit points without damage; absent where the structure cannot be damaged.",
      store: "Amounts held, by resource; may be absent on NPC terminals.",
      storeCapacity: "Largest total amount that the terminal holds, over all resources.",
      effects:
        "Effects of powers and strongholds, as a list or as an object keyed by index; `ObjectEffect.list` reads both."
    }
  },
  TerminalSend: {
    description: "The transfer that a terminal starts in this tick.",
    fields: {
      resourceType: "Resource that is sent.",
      amount: "Amount that is sent.",
      targetRoomName: "Name of the room that receives the resource.",
      description: "Text that the sender attached."
    }
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
    description: "Durations of ticks.",
    fields: {
      ticks: "Durations of at most 250 ticks, the newest first, in milliseconds.",
      avg: "Mean duration, in milliseconds.",
      min: "Shortest duration, in milliseconds.",
      max: "Longest duration, in milliseconds.",
      maxDeviation: "Difference between the longest and the shortest duration, in milliseconds.",
      stages:
        "Mean durations of the stages of a tick since the server's start, keyed by stage, in milliseconds."
    }
  },
  TokenInfo: {
    description:
      "An API token: whether it may do everything, and if not, which endpoints, sockets and memory segments it may use.",
    fields: {}
  },
  Tombstone: {
    description: "The tombstone of a creep or of a power creep.",
    fields: {
      type: "Kind of the object, by which room objects are distinguished.",
      user: "Identifier of the owner.",
      x: "Column of its square in the room, from 0 (west) to 49 (east).",
      y: "Row of its square in the room, from 0 (north) to 49 (south).",
      room: "Name of the room that contains the object, such as `W7N3`.",
      store: "Amounts held, by resource.",
      decayTime: "Tick in which the object disappears.",
      deathTime: "Tick in which the creep died.",
      _id: "Identifier of the object; missing only in room history, in the tick in which the object is created.",
      creepId: "Identifier of the dead creep.",
      creepName: "Name of the dead creep.",
      creepTicksToLive: "Lifetime that the creep had left, in ticks; may be negative.",
      creepBody: "Types of the creep's body parts.",
      creepSaying: "Last public text that the creep said.",
      powerCreepId: "Identifier of the dead power creep.",
      powerCreepName: "Name of the dead power creep.",
      powerCreepTicksToLive: "Lifetime that the power creep had left, in ticks.",
      powerCreepClassName: "Class of the dead power creep.",
      powerCreepLevel: "Level of the dead power creep, 0 to 25.",
      powerCreepPowers: "Powers of the dead power creep, keyed by the number of the power, 1 to 19.",
      powerCreepSaying: "Last public text that the power creep said."
    }
  },
  Tower: {
    description: "A tower, which attacks, heals and repairs.",
    fields: {
      type: "Kind of the object, by which room objects are distinguished.",
      x: "Column of its square in the room, from 0 (west) to 49 (east).",
      y: "Row of its square in the room, from 0 (north) to 49 (south).",
      room: "Name of the room that contains the object, such as `W7N3`.",
      hits: "Hit points left; may be a fraction, and in room history 0 or less in the tick in which the object is destroyed.",
      hitsMax: "Hit points without damage.",
      store: "Amounts held, by resource.",
      storeCapacityResource: "Largest amount that the store holds of each resource.",
      _id: "Identifier of the object; missing only in room history, in the tick in which the object is created.",
      user: "Identifier of the owner; `null` after the owner gave the object up, absent if it never had one.",
      notifyWhenAttacked: "Whether the server notifies the owner by e-mail when the object is attacked.",
      decayTime:
        "Tick in which the structure disappears together with its stronghold; absent on other structures.",
      strongholdId: "Identifier of the stronghold that the object belongs to; absent on other objects.",
      effects:
        "Effects of powers and strongholds, as a list or as an object keyed by index; `ObjectEffect.list` reads both.",
      actionLog: "Actions of the last tick; `ActionLog.entries` lists them."
    }
  },
  TowerActionLog: {
    description: "Actions of a tower in the last tick.",
    fields: {
      attack: "Square of the target that the tower attacked.",
      heal: "Square of the creature that the tower healed.",
      repair: "Square of the structure that the tower repaired."
    }
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
    description: "Statistics of a user.",
    fields: {
      username: "Name of the user.",
      id: "Identifier of the user.",
      cpu: "CPU limit, in milliseconds per tick.",
      gcl: "Control points of the account, from which the Global Control Level follows.",
      power: "Processed power, from which the Global Power Level follows.",
      rooms: "Number of owned rooms.",
      score: "Score of a season; 0 without one.",
      rank: "Rank in a season; 0 without one.",
      creeps: "Number of creeps.",
      gclLevel: "Global Control Level.",
      powerLevel: "Global Power Level.",
      combinedRCL: "Sum of the levels of the user's controllers.",
      rcl: "Number of owned rooms, keyed by the level of the controller."
    }
  },
  VisualStyle: {
    description: "The style of a drawing, as the script wrote it.",
    fields: {}
  },
  Wall: {
    description: "A constructed wall; its type on the wire is `constructedWall`.",
    fields: {
      type: "Kind of the object, by which room objects are distinguished.",
      x: "Column of its square in the room, from 0 (west) to 49 (east).",
      y: "Row of its square in the room, from 0 (north) to 49 (south).",
      room: "Name of the room that contains the object, such as `W7N3`.",
      _id: "Identifier of the object; missing only in room history, in the tick in which the object is created.",
      user: "Identifier of the owner; `null` after the owner gave the object up, absent if it never had one.",
      notifyWhenAttacked: "Whether the server notifies the owner by e-mail when the object is attacked.",
      hits: "Hit points left; absent where the structure cannot be damaged.",
      hitsMax: "Hit points without damage; absent where the structure cannot be damaged.",
      decayTime: "Tick or time at which the wall disappears; `decayTicksLeft` and `decayMoment` read it.",
      effects:
        "Effects of powers and strongholds, as a list or as an object keyed by index; `ObjectEffect.list` reads both.",
      ticksToLive: "Lifetime in ticks; only before the wall's first tick.",
      newbieWall: "Whether the wall is part of the protection of a new player."
    }
  },
  WallDecay: {
    description: "The time at which the wall around a protected area disappears.",
    fields: {
      timestamp: "Time at which the wall disappears, in milliseconds since 1970."
    }
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
