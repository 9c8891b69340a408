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
      "The state of a placed decoration: the values of its properties by name, its place (`shard` and `room`, absent for types that belong to the whole account), and `world` (whether the map shows it).",
    fields: {}
  },
  ActiveStateInput: {
    description: "The state in which a caller places a decoration.",
    fields: {}
  },
  Badge: {
    description: "A user's badge: a shape on a disc, in three colours.",
    fields: {
      color1: "Colour of the disc.",
      color2: "Colour of the first layer of the shape.",
      color3: "Colour of the second layer of the shape.",
      decoration: "Id of the decoration that grants the paths (official servers, reported).",
      flip: "Whether a built-in shape is rotated, by 45, 90 or 180 degrees depending on the shape.",
      param:
        "Deformation of a built-in shape, from -100 to 100; absent on some badges, such as the Invader's.",
      type: "Number of a built-in shape (1–24), or the paths of a custom one."
    }
  },
  BadgeDecoration: {
    description: "A decoration that is a badge.",
    fields: {
      _id: "Id of the decoration's definition.",
      badge: "Paths of the badge.",
      enabled: "Whether the definition is enabled.",
      group: "Name of the group of decorations.",
      groupDescription: "Description of the group.",
      name: "Name of the definition, such as `W-00031:WI:X`.",
      preview: "Preview images.",
      rarity: "Rarity from 1 to 5; 5 is the rarest.",
      rarityMultiplier: "Multiplier of the rarity.",
      restricted: "Whether the decoration cannot be converted back into pixels.",
      steam: "A number about Steam; its meaning is unknown.",
      steamItemDefId: "Item definition id in the Steam inventory.",
      theme: "Id of the theme.",
      type: "Type of the decoration."
    }
  },
  BadgeInput: {
    description: "A badge to set.",
    fields: {
      color1: "Colour of the disc, written `#rrggbb`.",
      color2: "Colour of the first layer of the shape, written `#rrggbb`.",
      color3: "Colour of the second layer of the shape, written `#rrggbb`.",
      decoration: "Id of the decoration that grants the paths (official servers, reported).",
      flip: "Whether to rotate a built-in shape, by 45, 90 or 180 degrees depending on the shape; default `false`.",
      param: "Deformation of a built-in shape, from -100 to 100.",
      type: "Number of a built-in shape (1–24), or custom paths that were granted to the account."
    }
  },
  BadgeJson: {
    description: "A badge as a server sends it, possibly malformed; `parse` returns the badge.",
    fields: {}
  },
  BadgePaths: {
    description: "The two paths of a badge with a custom shape.",
    fields: {
      path1: "SVG path data of the first layer, drawn in `color2`.",
      path2: "SVG path data of the second layer, drawn in `color3`."
    }
  },
  Battle: {
    description: "A battle in one of its two forms.",
    fields: {}
  },
  BattlePowerCreep: {
    description: "A power creep of an attacker.",
    fields: {
      className: "Class of the power creep, such as `operator`.",
      level: "Level of the power creep, 0–25.",
      name: "Name of the power creep.",
      powers: "Powers of the power creep.",
      "powers.level": "Level of the power, 1–5.",
      "powers.power": "Name of the power in capitals, such as `OPERATE_TOWER`."
    }
  },
  BattleReport: {
    description: "A report of battles: a bare list (admin mod) or lists by shard (third-party service).",
    fields: {}
  },
  BinaryModule: {
    description: "A WebAssembly module.",
    fields: {
      binary: "Bytes of the module as base64 text."
    }
  },
  BodyPartType: {
    description: "The type of a body part, as servers write it.",
    fields: {}
  },
  BooleanProperty: {
    description: "A boolean property.",
    fields: {
      default: "Default value; some clients send it as text.",
      label: "Label of the property for users.",
      readonly: "Whether the property cannot be set.",
      type: "Type of the property."
    }
  },
  Branch: {
    description: "A branch of the signed-in user.",
    fields: {
      _id: "Id of the branch.",
      activeSim: "Whether the branch is active in the simulation; absent means `false`.",
      activeWorld: "Whether the branch is active in the world; absent means `false`.",
      branch: "Name of the branch.",
      modules: "The modules by name; sent by private servers.",
      timestamp:
        "When the code was last changed, as ISO 8601 text or in milliseconds since 1970; absent if it never was."
    }
  },
  BranchName: {
    description:
      "The name of a branch; in requests, `$activeWorld` and `$activeSim` address the active branches.",
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
      hash: "Value that the upload contained as `_hash`; absent after a copy.",
      modules:
        "Modules of the branch, keyed by name; binary modules of xxscreeps are decoded like those of other servers.",
      timestamp:
        "Time of saving: milliseconds since 1970 after an upload, ISO 8601 text after a copy; `savedAt` reads both."
    }
  },
  CodeModule: {
    description: "A module: JavaScript text or a WebAssembly binary.",
    fields: {}
  },
  CodeModules: {
    description: "All modules of a branch by name.",
    fields: {}
  },
  ColorProperty: {
    description: "A colour property.",
    fields: {
      default: "Default value.",
      label: "Label of the property for users.",
      readonly: "Whether the property cannot be set.",
      type: "Type of the property."
    }
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
      results:
        "Results of the commands that ran before the script, one text per command; `lines` decodes them."
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
      _id: "Identifier of the object; missing only in room history, in the tick in which the object is created.",
      name: "Name that the finished structure gets; on spawns only.",
      progress: "Construction points spent so far.",
      progressTotal: "Construction points needed to finish the structure.",
      room: "Name of the room that contains the object, such as `W7N3`; absent on xxscreeps, where `RoomState` has it.",
      structureType: "Type of the structure that is built here.",
      type: "Kind of the object, by which room objects are distinguished.",
      user: "Identifier of the owner.",
      x: "Column of its square in the room, from 0 (west) to 49 (east).",
      y: "Row of its square in the room, from 0 (north) to 49 (south)."
    }
  },
  Container: {
    description: "A container.",
    fields: {
      _id: "Identifier of the object; missing only in room history, in the tick in which the object is created.",
      decayTime:
        "Tick in which the structure disappears together with its stronghold; absent on other structures.",
      effects:
        "Effects of powers and strongholds, as a list or as an object keyed by index; `ObjectEffect.list` reads both.",
      hits: "Hit points left; may be a fraction, and in room history 0 or less in the tick in which the object is destroyed.",
      hitsMax: "Hit points without damage.",
      nextDecayTime: "Tick in which the structure loses hit points next.",
      notifyWhenAttacked: "Whether the server notifies the owner by e-mail when the object is attacked.",
      room: "Name of the room that contains the object, such as `W7N3`; absent on xxscreeps, where `RoomState` has it.",
      store: "Amounts held, by resource.",
      storeCapacity: "Largest total amount that the store holds, over all resources.",
      strongholdId: "Identifier of the stronghold that the object belongs to; absent on other objects.",
      type: "Kind of the object, by which room objects are distinguished.",
      x: "Column of its square in the room, from 0 (west) to 49 (east).",
      y: "Row of its square in the room, from 0 (north) to 49 (south)."
    }
  },
  Controller: {
    description: "A room's controller.",
    fields: {
      _id: "Identifier of the object; missing only in room history, in the tick in which the object is created.",
      bindUser: "Identifier of the only user who may claim the controller.",
      downgradeTime: "Tick in which the controller loses a level unless it is upgraded before.",
      effects:
        "Effects of powers and strongholds, as a list or as an object keyed by index; `ObjectEffect.list` reads both.",
      hardSign: "Text that the game itself put on the controller; official servers only.",
      hits: "Unused: controllers cannot be damaged. Absent, or 0 after the owner respawned.",
      hitsMax: "Unused, like `hits`.",
      isPowerEnabled: "Whether power creeps can use powers in the room.",
      level: "Level, 0 to 8; 0 while the room has no owner.",
      progress: "Control points collected for the next level.",
      progressTotal: "Not updated by servers: use the function `progress` of this module.",
      reservation: "Reservation by a player who does not own the room.",
      room: "Name of the room that contains the object, such as `W7N3`; absent on xxscreeps, where `RoomState` has it.",
      safeMode: "Tick in which safe mode ends.",
      safeModeAvailable: "Number of times that safe mode can be activated.",
      safeModeCooldown: "Tick from which safe mode can be activated again.",
      sign: "Text that a player left on the controller.",
      tutorial: "Whether the controller belongs to a tutorial and does not lose levels.",
      type: "Kind of the object, by which room objects are distinguished.",
      upgradeBlocked: "Tick from which the controller can be upgraded again after an attack.",
      user: "Identifier of the owner; `null` after the owner gave the object up, absent if it never had one.",
      x: "Column of its square in the room, from 0 (west) to 49 (east).",
      y: "Row of its square in the room, from 0 (north) to 49 (south)."
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
      _id: "Identifier of the object; missing only in room history, in the tick in which the object is created.",
      actionLog: "Actions of the last tick; `ActionLog.entries` lists them.",
      ageTime: "Tick in which the creep dies of old age; `lifeTicksLeft` counts the ticks until then.",
      body: "Body parts in order; damage reduces the first parts first.",
      fatigue: "Fatigue points left; the creep moves only at 0.",
      hits: "Hit points left; may be a fraction, and in room history 0 or less in the tick in which the object is destroyed.",
      hitsMax: "Hit points without damage.",
      interRoom:
        "Destination in the tick in which the creep leaves the room; set in room history only, `null` elsewhere.",
      memory_move: "Path that the creep follows; only on creeps of NPCs.",
      memory_sourceId: "Identifier of the source or mineral that the creep guards; only on source keepers.",
      name: "Name that the owner gave the creep.",
      noCapacityRecalc: "Whether `storeCapacity` stays the same when body parts lose hit points.",
      notifyWhenAttacked: "Whether the server notifies the owner by e-mail when the object is attacked.",
      room: "Name of the room that contains the object, such as `W7N3`; absent on xxscreeps, where `RoomState` has it.",
      spawning: "Whether the creep is still spawning; absent on creeps that the server itself created.",
      store: "Amounts held, by resource.",
      storeCapacity: "Largest total amount that the store holds, over all resources.",
      strongholdId: "Identifier of the stronghold that the object belongs to; absent on other objects.",
      ticksToLive:
        "Lifetime left, in ticks; only on invaders in their first tick, which have no `ageTime` yet.",
      tombstoneDecay: "Ticks for which the creep's tombstone stays, instead of 5 ticks for each body part.",
      tutorial: "Whether the creep belongs to a tutorial and does not age.",
      type: "Kind of the object, by which room objects are distinguished.",
      user: "Identifier of the owner.",
      userSummoned: "Identifier of the player who summoned this invader.",
      x: "Column of its square in the room, from 0 (west) to 49 (east).",
      y: "Row of its square in the room, from 0 (north) to 49 (south)."
    }
  },
  CreepActionLog: {
    description: "Actions of a creep in the last tick, each with the square of the other object.",
    fields: {
      attack: "Square of the target that the creep attacked or dismantled, controllers included.",
      attacked: "Square of the attacker.",
      build: "Square of the construction site that the creep built on.",
      harvest: "Square of the source, mineral or deposit that the creep harvested.",
      heal: "Square of the creature that the creep healed.",
      healed: "Square of the object that healed, boosted or renewed the creep.",
      rangedAttack: "Square of the target of a ranged attack.",
      rangedHeal: "Square of the creature that the creep healed from a distance.",
      rangedMassAttack: "An empty object: the attack hits everything in range.",
      repair: "Square of the structure that the creep repaired.",
      reserveController: "Square of the controller that the creep reserved.",
      say: "Text that the creep says.",
      upgradeController: "Square of the controller that the creep upgraded."
    }
  },
  CreepPower: {
    description: "A power of a power creep.",
    fields: {
      cooldownTime: "Tick from which the power can be used again; absent before its first use.",
      level: "Level of the power, 1–5."
    }
  },
  CurrentSeason: {
    description: "The current or next seasonal competition, with the rank of the signed-in user.",
    fields: {
      _id: "Id of the season.",
      createdAt: "When the record was created, as ISO 8601 text.",
      endDate: "When the season ends, as ISO 8601 text.",
      index: "Number of the season.",
      players: "Number of players who take part.",
      rank: "Rank of the signed-in user in this season.",
      startDate: "When the season begins, as ISO 8601 text.",
      title: "Title of the season.",
      updatedAt: "When the record was last changed, as ISO 8601 text."
    }
  },
  DbCounts: {
    description: "The counts of the database driver.",
    fields: {
      n: "Number of documents that matched.",
      nModified: "Number of documents that changed."
    }
  },
  DbInsert: {
    description: "The result of inserting a document, in the forms of the different databases.",
    fields: {
      _id: "Id of the new document, as private servers send it.",
      insertedCount: "Number of new documents, as official servers send it (reported).",
      insertedIds: "Ids of the new documents, as official servers send them (reported).",
      result: "Result of the database driver."
    }
  },
  DbUpdate: {
    description: "The result of an update, in the forms of the different databases.",
    fields: {
      modified: "Number of documents that matched, as private servers send it.",
      result: "Result of the database driver; absent with the built-in storage of private servers."
    }
  },
  DbUpsert: {
    description:
      "The result of an update that inserts the document if none matched, in the forms of the different databases.",
    fields: {
      inserted: "Number of inserted documents, as private servers send it.",
      modified: "Number of documents that matched, as private servers send it.",
      result: "Result of the database driver; absent with the built-in storage of private servers."
    }
  },
  DbUpserted: {
    description: "The counts of the database driver, and the inserted documents.",
    fields: {
      n: "Number of documents that matched.",
      nModified: "Number of documents that changed.",
      upserted: "Inserted documents.",
      "upserted._id": "Id of the inserted document.",
      "upserted.index": "Position of the document in the request to the database."
    }
  },
  Decoration: {
    description: "The definition of a decoration.",
    fields: {}
  },
  DecorationGraphic: {
    description: "A layer of a decoration's image.",
    fields: {
      alpha: "Name of the property with the opacity of the layer; empty for no property.",
      color: "Name of the property with the colour of the layer; empty for no property.",
      url: "URL of the image.",
      visible: "Name of the property that shows or hides the layer; empty for no property."
    }
  },
  DecorationInstance: {
    description: "A decoration that a user owns, placed or not.",
    fields: {
      _id: "Id of the owned decoration, not of its definition.",
      activatedAt: "When the decoration was last placed, as ISO 8601 text.",
      active: "State of the placed decoration; absent while it is not placed.",
      createdAt: "When the record was created, as ISO 8601 text.",
      deactivatedAt: "When the decoration was last removed from its place, as ISO 8601 text.",
      decoration: "Definition of the decoration.",
      updatedAt: "When the record was last changed, as ISO 8601 text.",
      user: "Id of the owner; absent on xxscreeps."
    }
  },
  DecorationPreview: {
    description: "Preview images of a decoration, in three sizes.",
    fields: {
      "128x128": "URL of the image with 128 by 128 pixels.",
      "256x256": "URL of the image with 256 by 256 pixels.",
      original: "URL of the image in its original size."
    }
  },
  DecorationProperty: {
    description: "A property of a decoration.",
    fields: {}
  },
  DecorationPropertyType: {
    description: "The type of a decoration's property in a response.",
    fields: {}
  },
  DecorationTheme: {
    description: "A theme of decorations.",
    fields: {
      _id: "Id of the theme.",
      color: "Colour of the theme.",
      createdAt: "When the record was created, as ISO 8601 text.",
      hidden: "Whether the theme is hidden.",
      name: "Name of the theme.",
      restricted: "Whether the theme is restricted.",
      updatedAt: "When the record was last changed, as ISO 8601 text."
    }
  },
  DecorationType: {
    description: "The type of a decoration in a response.",
    fields: {}
  },
  Defender: {
    description: "A defender that a stronghold spawns again whenever it dies.",
    fields: {
      behavior: "Name of the defender's behaviour: `simple-melee`, `coordinated` or `fortifier`.",
      body: "Name of the defender's body, such as `fullDefender` or `fortifier`."
    }
  },
  Deposit: {
    description: "A deposit of a raw material for commodities.",
    fields: {
      _id: "Identifier of the object; missing only in room history, in the tick in which the object is created.",
      cooldownTime:
        "Tick from which the deposit can be harvested again; absent until the cooldown exceeds one tick.",
      decayTime: "Tick in which the deposit disappears unless it is harvested before; absent on xxscreeps.",
      depositType: "Resource that can be harvested here.",
      harvested: "Amount harvested so far; the cooldown grows with it. Absent on xxscreeps.",
      lastCooldown: "Cooldown after the last harvest, in ticks; xxscreeps only.",
      nextDecayTime: "The same as `decayTime`, on xxscreeps.",
      room: "Name of the room that contains the object, such as `W7N3`; absent on xxscreeps, where `RoomState` has it.",
      type: "Kind of the object, by which room objects are distinguished.",
      x: "Column of its square in the room, from 0 (west) to 49 (east).",
      y: "Row of its square in the room, from 0 (north) to 49 (south)."
    }
  },
  Destination: {
    description:
      "A square in a room of the same shard, or a room of another shard; `tagged` reads all forms.",
    fields: {}
  },
  Extension: {
    description: "An extension, which holds energy for spawning.",
    fields: {
      _id: "Identifier of the object; missing only in room history, in the tick in which the object is created.",
      effects:
        "Effects of powers and strongholds, as a list or as an object keyed by index; `ObjectEffect.list` reads both.",
      hits: "Hit points left; may be a fraction, and in room history 0 or less in the tick in which the object is destroyed.",
      hitsMax: "Hit points without damage.",
      notifyWhenAttacked: "Whether the server notifies the owner by e-mail when the object is attacked.",
      off: "Whether the structure is inactive because the controller's level does not allow it.",
      room: "Name of the room that contains the object, such as `W7N3`; absent on xxscreeps, where `RoomState` has it.",
      store: "Amounts held, by resource.",
      storeCapacityResource: "Largest amount that the store holds of each resource.",
      type: "Kind of the object, by which room objects are distinguished.",
      user: "Identifier of the owner; `null` after the owner gave the object up, absent if it never had one.",
      x: "Column of its square in the room, from 0 (west) to 49 (east).",
      y: "Row of its square in the room, from 0 (north) to 49 (south)."
    }
  },
  Extractor: {
    description: "An extractor.",
    fields: {
      _id: "Identifier of the object; missing only in room history, in the tick in which the object is created.",
      cooldown: "Ticks until the mineral can be harvested again.",
      hits: "Hit points left; absent where the structure cannot be damaged.",
      hitsMax: "Hit points without damage; absent where the structure cannot be damaged.",
      notifyWhenAttacked: "Whether the server notifies the owner by e-mail when the object is attacked.",
      room: "Name of the room that contains the object, such as `W7N3`; absent on xxscreeps, where `RoomState` has it.",
      type: "Kind of the object, by which room objects are distinguished.",
      user: "Identifier of the owner; `null` after the owner gave the object up, absent if it never had one.",
      x: "Column of its square in the room, from 0 (west) to 49 (east).",
      y: "Row of its square in the room, from 0 (north) to 49 (south)."
    }
  },
  Factory: {
    description: "A factory, which produces commodities.",
    fields: {
      _id: "Identifier of the object; missing only in room history, in the tick in which the object is created.",
      actionLog: "Production in the last tick; `ActionLog.entries` lists it.",
      cooldown:
        "Always 0, and absent on structures that an administrator inserted; `cooldownTime` has the cooldown.",
      cooldownTime: "Tick from which the factory can produce again.",
      effects:
        "Effects of powers and strongholds, as a list or as an object keyed by index; `ObjectEffect.list` reads both.",
      hits: "Hit points left; may be a fraction, and in room history 0 or less in the tick in which the object is destroyed.",
      hitsMax: "Hit points without damage.",
      level: "Level, 0 to 5; absent until a power sets it.",
      notifyWhenAttacked: "Whether the server notifies the owner by e-mail when the object is attacked.",
      room: "Name of the room that contains the object, such as `W7N3`; absent on xxscreeps, where `RoomState` has it.",
      store: "Amounts held, by resource.",
      storeCapacity: "Largest total amount that the store holds, over all resources.",
      type: "Kind of the object, by which room objects are distinguished.",
      user: "Identifier of the owner; `null` after the owner gave the object up, absent if it never had one.",
      x: "Column of its square in the room, from 0 (west) to 49 (east).",
      y: "Row of its square in the room, from 0 (north) to 49 (south)."
    }
  },
  FactoryActionLog: {
    description: "Action of a factory in the last tick.",
    fields: {
      produce: "Resource that the factory produced."
    }
  },
  GlobalIntent: {
    description: "An intent of the account.",
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
      _id: "Identifier of the object; missing only in room history, in the tick in which the object is created.",
      actionLog: "Actions of the last tick; `ActionLog.entries` lists them.",
      decayTime: "Tick in which the stronghold collapses; absent until it deploys.",
      deployTime: "Tick in which the stronghold deploys; `null` once it has.",
      depositType: "Resource of the sector's deposits; season mods store other words here.",
      effects:
        "Invulnerability and collapse timer, as a list or as an object keyed by index; `ObjectEffect.list` reads both.",
      hits: "Hit points left; may be a fraction, and in room history 0 or less in the tick in which the object is destroyed.",
      hitsMax: "Hit points without damage.",
      level: "Level of the core, 0 to 5.",
      nextExpandTime: "Tick in which the stronghold takes its next room.",
      population: 'Defenders that the stronghold keeps, keyed by index (`"0"`, `"1"`, …).',
      room: "Name of the room that contains the object, such as `W7N3`; absent on xxscreeps, where `RoomState` has it.",
      spawning: "Defender that is being spawned; absent or `null` otherwise.",
      store: "Amounts held, by resource; present once the core is destroyed.",
      strongholdBehavior: "Name of the behaviour that the stronghold follows, such as `bunker1`.",
      strongholdId: "Identifier of the stronghold that the core belongs to; absent on xxscreeps.",
      templateName: "Template that the stronghold was built from, `bunker1` to `bunker5`.",
      type: "Kind of the object, by which room objects are distinguished.",
      user: "Identifier of the owner.",
      x: "Column of its square in the room, from 0 (west) to 49 (east).",
      y: "Row of its square in the room, from 0 (north) to 49 (south)."
    }
  },
  InvaderCoreActionLog: {
    description:
      "Actions of an invader core in the last tick; servers record attacks on controllers under `reserveController`.",
    fields: {
      attackController: "Square of the controller that the core attacked; see `reserveController`.",
      reserveController: "Square of the controller that the core reserved or attacked.",
      transferEnergy: "Square of the structure that received energy.",
      upgradeController: "Square of the controller that the core upgraded."
    }
  },
  KeeperLair: {
    description: "A lair, from which source keepers spawn.",
    fields: {
      _id: "Identifier of the object; missing only in room history, in the tick in which the object is created.",
      nextSpawnTime: "Tick in which the next keeper spawns; set only while the keeper is missing or damaged.",
      room: "Name of the room that contains the object, such as `W7N3`; absent on xxscreeps, where `RoomState` has it.",
      type: "Kind of the object, by which room objects are distinguished.",
      x: "Column of its square in the room, from 0 (west) to 49 (east).",
      y: "Row of its square in the room, from 0 (north) to 49 (south)."
    }
  },
  Lab: {
    description: "A laboratory, which produces compounds and boosts creeps.",
    fields: {
      _id: "Identifier of the object; missing only in room history, in the tick in which the object is created.",
      actionLog: "Reactions of the last tick; `ActionLog.entries` lists them.",
      cooldown:
        "Always 0, and absent on structures that an administrator inserted; `cooldownTime` has the cooldown.",
      cooldownTime: "Tick from which the laboratory can run a reaction again.",
      effects:
        "Effects of powers and strongholds, as a list or as an object keyed by index; `ObjectEffect.list` reads both.",
      hits: "Hit points left; may be a fraction, and in room history 0 or less in the tick in which the object is destroyed.",
      hitsMax: "Hit points without damage.",
      mineralAmount: "Always 0: `store` has the amount, and the function `mineral` returns the mineral.",
      notifyWhenAttacked: "Whether the server notifies the owner by e-mail when the object is attacked.",
      room: "Name of the room that contains the object, such as `W7N3`; absent on xxscreeps, where `RoomState` has it.",
      store: "Amounts held, by resource.",
      storeCapacity: "Largest total amount that an empty laboratory holds; `null` while it holds a mineral.",
      storeCapacityResource: "Largest amount that the store holds of each resource.",
      type: "Kind of the object, by which room objects are distinguished.",
      user: "Identifier of the owner; `null` after the owner gave the object up, absent if it never had one.",
      x: "Column of its square in the room, from 0 (west) to 49 (east).",
      y: "Row of its square in the room, from 0 (north) to 49 (south)."
    }
  },
  LabActionLog: {
    description: "Reaction of a laboratory in the last tick.",
    fields: {
      reverseReaction: "Squares of the two laboratories that received the reagents of a reversed reaction.",
      runReaction: "Squares of the two laboratories that supplied the reagents."
    }
  },
  LeaderboardSeason: {
    description: "A month of the leaderboard.",
    fields: {
      _id: "The month, such as `2017-03`; another text for placeholders of private servers.",
      date: "Date as ISO 8601 text; absent on private servers.",
      name: "Name of the month, such as `March 2017`."
    }
  },
  Link: {
    description: "A link, which sends energy to other links of the same room.",
    fields: {
      _id: "Identifier of the object; missing only in room history, in the tick in which the object is created.",
      actionLog: "Transfer of the last tick; `ActionLog.entries` lists it.",
      cooldown:
        "Ticks until the link can send again; absent on links that an administrator inserted, until they send.",
      effects:
        "Effects of powers and strongholds, as a list or as an object keyed by index; `ObjectEffect.list` reads both.",
      hits: "Hit points left; may be a fraction, and in room history 0 or less in the tick in which the object is destroyed.",
      hitsMax: "Hit points without damage.",
      notifyWhenAttacked: "Whether the server notifies the owner by e-mail when the object is attacked.",
      room: "Name of the room that contains the object, such as `W7N3`; absent on xxscreeps, where `RoomState` has it.",
      store: "Amounts held, by resource.",
      storeCapacityResource: "Largest amount that the store holds of each resource.",
      type: "Kind of the object, by which room objects are distinguished.",
      user: "Identifier of the owner; `null` after the owner gave the object up, absent if it never had one.",
      x: "Column of its square in the room, from 0 (west) to 49 (east).",
      y: "Row of its square in the room, from 0 (north) to 49 (south)."
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
    description: "A decoration on the world map.",
    fields: {
      _id: "Id of the owned decoration.",
      active: "State of the placed decoration.",
      decoration: "Id of the decoration's definition.",
      user: "Id of the owner."
    }
  },
  MapStats: {
    description: "Information about rooms for the world map, by room name.",
    fields: {}
  },
  MapStatsRoom: {
    description: "Information about one room for the world map.",
    fields: {
      creepsLost1440: "Body parts of creeps lost, by user; slots of 1440 minutes.",
      creepsLost180: "Body parts of creeps lost, by user; slots of 180 minutes.",
      creepsLost8: "Body parts of creeps lost, by user; slots of 8 minutes.",
      creepsProduced1440: "Body parts of creeps spawned, by user; slots of 1440 minutes.",
      creepsProduced180: "Body parts of creeps spawned, by user; slots of 180 minutes.",
      creepsProduced8: "Body parts of creeps spawned, by user; slots of 8 minutes.",
      decorations: "Decorations of the room that are shown on the map (official servers, reported).",
      energyConstruction1440: "Energy spent on building and repairs, by user; slots of 1440 minutes.",
      energyConstruction180: "Energy spent on building and repairs, by user; slots of 180 minutes.",
      energyConstruction8: "Energy spent on building and repairs, by user; slots of 8 minutes.",
      energyControl1440: "Control points added to controllers, by user; slots of 1440 minutes.",
      energyControl180: "Control points added to controllers, by user; slots of 180 minutes.",
      energyControl8: "Control points added to controllers, by user; slots of 8 minutes.",
      energyCreeps1440: "Energy spent on spawning and renewing creeps, by user; slots of 1440 minutes.",
      energyCreeps180: "Energy spent on spawning and renewing creeps, by user; slots of 180 minutes.",
      energyCreeps8: "Energy spent on spawning and renewing creeps, by user; slots of 8 minutes.",
      energyHarvested1440: "Energy harvested, by user; slots of 1440 minutes.",
      energyHarvested180: "Energy harvested, by user; slots of 180 minutes.",
      energyHarvested8: "Energy harvested, by user; slots of 8 minutes.",
      hardSign: "Sign on the controller by the game (official servers, reported).",
      isPowerEnabled: "Whether powers are enabled in the room (official servers, reported).",
      minerals0: "Mineral of the room; absent in rooms without one.",
      novice: "When the room stops being in a novice area, in milliseconds since 1970; may be past.",
      openTime: "When the room opens, in milliseconds since 1970; may be past.",
      own: "The user who owns or reserves the room; absent in neutral rooms.",
      powerProcessed1440: "Power processed, by user; slots of 1440 minutes.",
      powerProcessed180: "Power processed, by user; slots of 180 minutes.",
      powerProcessed8: "Power processed, by user; slots of 8 minutes.",
      respawnArea: "When the room stops being in a respawn area, in milliseconds since 1970; may be past.",
      safeMode: "`true` while the controller is in safe mode, otherwise absent.",
      sign: "Sign on the controller by a player.",
      status: "`normal` or `out of borders`."
    }
  },
  MapVisualCircle: {
    description: "A circle on the map, with its centre.",
    fields: {
      n: "Name of the room that `x` and `y` refer to.",
      s: "Style properties, such as `fill`, `stroke` and `opacity`.",
      t: "Kind of drawing: `c` circle, `l` line, `r` rectangle, `p` polyline, `t` text.",
      x: "Column in squares of room `n`, counted from the west; may be a fraction.",
      y: "Row in squares of room `n`, counted from the north; may be a fraction."
    }
  },
  MapVisualItem: {
    description: "A drawing on the map, distinguished by `t`.",
    fields: {}
  },
  MapVisualLine: {
    description: "A line on the map between two points, which may be in different rooms.",
    fields: {
      n1: "Name of the room of the start.",
      n2: "Name of the room of the end.",
      s: "Style properties, such as `fill`, `stroke` and `opacity`.",
      t: "Kind of drawing: `c` circle, `l` line, `r` rectangle, `p` polyline, `t` text.",
      x1: "Column of the start, in squares of room `n1`.",
      x2: "Column of the end, in squares of room `n2`.",
      y1: "Row of the start, in squares of room `n1`.",
      y2: "Row of the end, in squares of room `n2`."
    }
  },
  MapVisualPoint: {
    description: "A point on the map.",
    fields: {
      n: "Name of the room that `x` and `y` refer to.",
      x: "Column in squares of room `n`, counted from the west; may be a fraction.",
      y: "Row in squares of room `n`, counted from the north; may be a fraction."
    }
  },
  MapVisualPolyline: {
    description: "A polyline on the map.",
    fields: {
      points: "Points that the line connects, in order.",
      s: "Style properties, such as `fill`, `stroke` and `opacity`.",
      t: "Kind of drawing: `c` circle, `l` line, `r` rectangle, `p` polyline, `t` text."
    }
  },
  MapVisualRect: {
    description: "A rectangle on the map, with its north-west corner.",
    fields: {
      h: "Height in squares.",
      n: "Name of the room that `x` and `y` refer to.",
      s: "Style properties, such as `fill`, `stroke` and `opacity`.",
      t: "Kind of drawing: `c` circle, `l` line, `r` rectangle, `p` polyline, `t` text.",
      w: "Width in squares.",
      x: "Column in squares of room `n`, counted from the west; may be a fraction.",
      y: "Row in squares of room `n`, counted from the north; may be a fraction."
    }
  },
  MapVisualText: {
    description: "A text on the map.",
    fields: {
      n: "Name of the room that `x` and `y` refer to.",
      s: "Style properties, such as `fill`, `stroke` and `opacity`.",
      t: "Kind of drawing: `c` circle, `l` line, `r` rectangle, `p` polyline, `t` text.",
      text: "Text to draw.",
      x: "Column in squares of room `n`, counted from the west; may be a fraction.",
      y: "Row in squares of room `n`, counted from the north; may be a fraction."
    }
  },
  MarketEvent: {
    description:
      "The market event that changed a user's credits: one of five known kinds, or any other object.",
    fields: {}
  },
  MarketFill: {
    description: "A deal on the market.",
    fields: {
      amount: "Units traded.",
      dealer: "Id of the user who dealt on the order.",
      npc: "Whether the other party was an NPC.",
      owner: "Id of the owner of the order.",
      price: "Price in credits per unit.",
      resourceType: "Resource that was traded.",
      roomName: "Room of the order.",
      targetRoomName: "Room of the terminal of the user who dealt."
    }
  },
  MarketStat: {
    description: "Market statistics of a resource for one day; lists begin with the newest day.",
    fields: {
      _id: "Id of the record.",
      amount: "An amount that some sources report; its meaning is unknown.",
      avgPrice: "Mean price in credits per unit.",
      date: "The day, such as `2026-11-21`.",
      resourceType: "The resource.",
      stddevPrice: "Standard deviation of the price, in credits.",
      transactions: "Number of deals.",
      volume: "Units traded."
    }
  },
  MemoryMove: {
    description:
      "Path that a creep of an NPC follows; `dest` and `path` hold one packed square per character.",
    fields: {
      dest: "Destination, packed into one character.",
      lastMove: "Tick of the creep's last move.",
      path: "Squares still to walk, each packed into one character.",
      time: "Tick in which the path was computed."
    }
  },
  Message: {
    description:
      "One copy of a message: the sender has one (`out`), the receiver another (`in`), each with its own id.",
    fields: {
      _id: "Id of this copy of the message.",
      date: "When the message was sent, as ISO 8601 text.",
      outMessage: "On the receiver's copy, the id of the sender's copy.",
      respondent: "Id of the other user.",
      text: "Text of the message.",
      type: "Whether the owner of this copy received (`in`) or sent (`out`) the message.",
      unread: "Whether the receiver has not read the message yet, on both copies.",
      user: "Id of the owner of this copy."
    }
  },
  MessageDirection: {
    description: "The direction of a message: received (`in`) or sent (`out`).",
    fields: {}
  },
  MessageIndexEntry: {
    description: "A conversation and its newest message.",
    fields: {
      _id: "Id of the other user; on private servers with the built-in storage, of the owner.",
      message: "Newest message of the conversation."
    }
  },
  Millis: {
    description: "A point in time, in milliseconds since 1970-01-01 UTC.",
    fields: {}
  },
  Mineral: {
    description: "The mineral of a room, which is harvested with an extractor.",
    fields: {
      _id: "Identifier of the object; missing only in room history, in the tick in which the object is created.",
      density: "Density: 1 low, 2 moderate, 3 high, 4 ultra.",
      effects:
        "Effects of powers and strongholds, as a list or as an object keyed by index; `ObjectEffect.list` reads both.",
      mineralAmount: "Amount left until the mineral regenerates; may be a fraction.",
      mineralType: "Resource that can be harvested here.",
      nextRegenerationTime: "Tick in which the mineral regenerates; set only while it is empty.",
      room: "Name of the room that contains the object, such as `W7N3`; absent on xxscreeps, where `RoomState` has it.",
      type: "Kind of the object, by which room objects are distinguished.",
      x: "Column of its square in the room, from 0 (west) to 49 (east).",
      y: "Row of its square in the room, from 0 (north) to 49 (south)."
    }
  },
  ModBattle: {
    description: "A battle as a private server with the admin mod returns it.",
    fields: {
      attackers: "Names of the other users in the room.",
      classification: "Severity of the battle, 0 to 6: see `Battle.classification`.",
      defender: "Name of the user who owns or reserves the room; `false` in neutral rooms.",
      lastPvpTime: "Tick in which players last fought in the room.",
      powerCreeps: "Power creeps of the attackers.",
      room: "Name of the room.",
      shard: "Shard of the room; absent while the server has no shard name.",
      stronghold: "Level of the invader core in the room; 0 without one."
    }
  },
  MoneyEntry: {
    description: "A change of a user's credits.",
    fields: {
      _id: "Id of the entry.",
      balance: "Credits after the change.",
      change: "Difference in credits; negative when the user paid.",
      date: "When the credits changed, as ISO 8601 text.",
      market: "Market event that caused the change.",
      shard: "Shard of the change; official servers only (reported).",
      tick: "Tick in which the credits changed.",
      type: "Type of the change, such as `market.buy`.",
      user: "Id of the user whose credits changed."
    }
  },
  MoneyType: {
    description: "The type of an entry.",
    fields: {}
  },
  NamedRoomDestination: {
    description: "A square in a room of the same shard, as xxscreeps writes it.",
    fields: {
      roomName: "Name of the destination room.",
      x: "Column of the destination, from 0 (west) to 49 (east).",
      y: "Row of the destination, from 0 (north) to 49 (south)."
    }
  },
  NewMessageEvent: {
    description: "A message that the user received.",
    fields: {
      message: "The user's copy of the message."
    }
  },
  NotifyPrefsInput: {
    description: "The preferences to change; omitted ones stay as they are.",
    fields: {
      disabled: "Whether to stop all mails.",
      disabledOnMessages: "Whether to stop mails about messages from other players.",
      errorsInterval:
        "Minimum time between two mails about errors, in minutes; 0 is at once, 100000 is never.",
      interval: "Minimum time between two mails, in minutes.",
      sendOnline: "Whether to send mails even while the user is online."
    }
  },
  Nuke: {
    description: "A nuke in flight, at the square where it will land.",
    fields: {
      _id: "Identifier of the object; missing only in room history, in the tick in which the object is created.",
      landTime: "Tick in which the nuke lands; absent on xxscreeps.",
      launchRoomName: "Name of the room that the nuke was launched from.",
      room: "Name of the room that contains the object, such as `W7N3`; absent on xxscreeps, where `RoomState` has it.",
      timeToLand: "Ticks until the nuke lands, counted down by the server; xxscreeps only.",
      type: "Kind of the object, by which room objects are distinguished.",
      x: "Column of its square in the room, from 0 (west) to 49 (east).",
      y: "Row of its square in the room, from 0 (north) to 49 (south)."
    }
  },
  NukeInfo: {
    description: "A nuke in flight.",
    fields: {
      _id: "Id of the nuke.",
      landTime: "Tick in which the nuke lands.",
      launchRoomName: "Room from which the nuke was launched.",
      room: "Room in which the nuke lands.",
      type: "`nuke`.",
      x: "Column of the square in which it lands, 0–49.",
      y: "Row of the square in which it lands, 0–49."
    }
  },
  Nuker: {
    description: "A nuker, which launches nukes; a launch takes 300 000 energy and 5000 ghodium.",
    fields: {
      _id: "Identifier of the object; missing only in room history, in the tick in which the object is created.",
      cooldownTime: "Tick from which the nuker can launch again.",
      effects:
        "Effects of powers and strongholds, as a list or as an object keyed by index; `ObjectEffect.list` reads both.",
      hits: "Hit points left; may be a fraction, and in room history 0 or less in the tick in which the object is destroyed.",
      hitsMax: "Hit points without damage.",
      notifyWhenAttacked: "Whether the server notifies the owner by e-mail when the object is attacked.",
      room: "Name of the room that contains the object, such as `W7N3`; absent on xxscreeps, where `RoomState` has it.",
      store: "Amounts held, by resource.",
      storeCapacityResource: "Largest amount that the store holds of each resource.",
      type: "Kind of the object, by which room objects are distinguished.",
      user: "Identifier of the owner; `null` after the owner gave the object up, absent if it never had one.",
      x: "Column of its square in the room, from 0 (west) to 49 (east).",
      y: "Row of its square in the room, from 0 (north) to 49 (south)."
    }
  },
  NukesByShard: {
    description: "Nukes in flight by shard name.",
    fields: {}
  },
  NumberProperty: {
    description: "A number property.",
    fields: {
      default: "Default value; some clients send it as text.",
      label: "Label of the property for users.",
      max: "Maximum value.",
      min: "Minimum value.",
      readonly: "Whether the property cannot be set.",
      type: "Type of the property."
    }
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
      duration: "Duration in ticks; only on effects of strongholds.",
      effect: "Number of the effect: a power (1 to 19), 1001 (invulnerability) or 1002 (collapse timer).",
      endTime: "First tick in which the effect no longer applies.",
      level: "Level of the power, 1 to 5; absent on effects of strongholds.",
      power: "Number of the power (1 to 19), or the same number as `effect`."
    }
  },
  ObjectEffects: {
    description:
      'The effects on an object, as servers write them: a list, or an object keyed by index (`"0"`, `"1"`, …).',
    fields: {}
  },
  ObjectId: {
    description: "The id of a stored document, such as a room object, a market order or a branch.",
    fields: {}
  },
  ObjectIntent: {
    description: "An intent of an object: a creep, a power creep or a structure.",
    fields: {}
  },
  Observer: {
    description: "An observer, which makes other rooms visible to scripts.",
    fields: {
      _id: "Identifier of the object; missing only in room history, in the tick in which the object is created.",
      effects:
        "Effects of powers and strongholds, as a list or as an object keyed by index; `ObjectEffect.list` reads both.",
      hits: "Hit points left; may be a fraction, and in room history 0 or less in the tick in which the object is destroyed.",
      hitsMax: "Hit points without damage.",
      notifyWhenAttacked: "Whether the server notifies the owner by e-mail when the object is attacked.",
      observeRoom: "Name of the observed room; `null` in ticks without an observation.",
      room: "Name of the room that contains the object, such as `W7N3`; absent on xxscreeps, where `RoomState` has it.",
      type: "Kind of the object, by which room objects are distinguished.",
      user: "Identifier of the owner; `null` after the owner gave the object up, absent if it never had one.",
      x: "Column of its square in the room, from 0 (west) to 49 (east).",
      y: "Row of its square in the room, from 0 (north) to 49 (south)."
    }
  },
  Ok: {
    description: "A successful response without data: `{ ok: 1 }`.",
    fields: {}
  },
  Order: {
    description: "An active order.",
    fields: {
      _id: "Id of the order.",
      amount: "Units that can be traded now, limited by the owner's stock or credits.",
      created: "Tick in which the order was created; absent for resources of the account.",
      createdTimestamp: "When the order was created, in milliseconds since 1970.",
      price: "Price in credits per unit.",
      remainingAmount: "Units that are left to trade until the order is filled.",
      resourceType: "Resource of the order; absent when the request named it (official servers, reported).",
      roomName: "Room of the order; absent or the text `undefined` for resources of the account.",
      type: "Whether the owner buys or sells."
    }
  },
  OrderCreated: {
    description: "The fee for a new order.",
    fields: {
      order: "The new order.",
      "order.price": "Price in credits per unit.",
      "order.resourceType": "Resource of the order.",
      "order.roomName": "Room of the order; absent or the text `undefined` for resources of the account.",
      "order.totalAmount": "Units of the order.",
      "order.type": "Whether the owner buys or sells."
    }
  },
  OrderExpired: {
    description: "The refund of the fee for the remaining amount of an expired order.",
    fields: {
      order: "The expired order.",
      "order.orderId": "Id of the order.",
      "order.price": "Price in credits per unit.",
      "order.remainingAmount": "Units that were not traded.",
      "order.resourceType": "Resource of the order.",
      "order.roomName": "Room of the order; absent or the text `undefined` for resources of the account.",
      "order.type": "Whether the owner buys or sells."
    }
  },
  OrderExtended: {
    description: "The fee for extending an order.",
    fields: {
      extendOrder: "The extended order, and by how much.",
      "extendOrder.addAmount": "Units added to the order.",
      "extendOrder.orderId": "Id of the order."
    }
  },
  OrderIndexEntry: {
    description: "The number of active orders for a resource.",
    fields: {
      _id: "The resource.",
      avgPrice: "Mean price in credits per unit; official servers only (reported).",
      buying: "Number of active buy orders; private servers only.",
      count: "Number of active orders.",
      selling: "Number of active sell orders; private servers only.",
      stddevPrice: "Standard deviation of the price, in credits; official servers only (reported)."
    }
  },
  OrderRepriced: {
    description: "The fee for raising the price of an order.",
    fields: {
      changeOrderPrice: "The order, with both prices.",
      "changeOrderPrice.newPrice": "New price in credits per unit.",
      "changeOrderPrice.oldPrice": "Previous price in credits per unit.",
      "changeOrderPrice.orderId": "Id of the order."
    }
  },
  OrderType: {
    description: "The type of an order in a response: whether the owner buys or sells.",
    fields: {}
  },
  OtherDecoration: {
    description: "A decoration that is not a badge: images with properties that the owner can set.",
    fields: {
      _id: "Id of the decoration's definition.",
      description: "Description of the decoration.",
      enabled: "Whether the definition is enabled.",
      floorForegroundUrl: "URL of the texture of floors.",
      foregroundUrl: "URL of the texture of walls.",
      graphics: "Layers of the image.",
      group: "Name of the group of decorations.",
      groupDescription: "Description of the group.",
      name: "Name of the definition, such as `W-00031:WI:X`.",
      objectType: "Type of the object that is decorated, for the types `object` and `metadata`.",
      preview: "Preview images.",
      props: "Properties that the owner can set, and layout values, by name.",
      rarity: "Rarity from 1 to 5; 5 is the rarest.",
      rarityMultiplier: "Multiplier of the rarity.",
      restricted: "Whether the decoration cannot be converted back into pixels.",
      steam: "A number about Steam; its meaning is unknown.",
      steamItemDefId: "Item definition id in the Steam inventory.",
      theme: "Id of the theme.",
      tileScale: "Scale of the repeated texture.",
      tiling: "Whether the texture is repeated.",
      type: "Type of the decoration, such as `creep` or `wallGraffiti`."
    }
  },
  OtherProperty: {
    description:
      "A property of an unknown type (an old client has `display`), or one of a known type in an unknown form.",
    fields: {
      default: "Default value, in any form.",
      label: "Label of the property for users, in any form.",
      readonly: "Whether the property cannot be set, in any form.",
      type: "Type of the property."
    }
  },
  OwnOrder: {
    description: "An order of the signed-in user, active or inactive.",
    fields: {
      _id: "Id of the order.",
      active: "Whether the order can be traded on now.",
      amount: "Units that can be traded now, limited by the owner's stock or credits.",
      created: "Tick in which the order was created; absent for resources of the account.",
      createdTimestamp: "When the order was created, in milliseconds since 1970.",
      price: "Price in credits per unit.",
      remainingAmount: "Units that are left to trade until the order is filled.",
      resourceType: "Resource of the order; absent when the request named it (official servers, reported).",
      roomName: "Room of the order; absent or the text `undefined` for resources of the account.",
      totalAmount: "Units of the order when it was created, plus those added later.",
      type: "Whether the owner buys or sells.",
      user: "Id of the owner."
    }
  },
  Owner: {
    description: "The owner of an object, where a server sends only name and badge.",
    fields: {
      badge: "Badge as the server sends it; absent until the user chooses one. `Badge.parse` checks it.",
      username: "Name of the user; absent until the user chooses one."
    }
  },
  Part: {
    description: "A part of a creep's body.",
    fields: {
      boost: "Compound that boosts the part; `null` after the boost was removed.",
      hits: "Hit points left, 0 to 100; may be a fraction. A part with 0 hit points has no effect.",
      type: "Kind of part, such as `move`."
    }
  },
  Pile: {
    description: "A pile of a dropped resource.",
    fields: {
      _id: "Identifier of the object; missing only in room history, in the tick in which the object is created.",
      energy: "Amount of a pile of energy; other resources have a field of their own name.",
      resourceType: "Resource that the pile consists of; `energy` when absent.",
      room: "Name of the room that contains the object, such as `W7N3`; absent on xxscreeps, where `RoomState` has it.",
      type: "Kind of the object: always `energy`, whatever the resource.",
      x: "Column of its square in the room, from 0 (west) to 49 (east).",
      y: "Row of its square in the room, from 0 (north) to 49 (south)."
    }
  },
  Portal: {
    description: "A portal to another room or shard.",
    fields: {
      _id: "Identifier of the object; missing only in room history, in the tick in which the object is created.",
      decayTime: "Tick in which the portal disappears; absent until it is known.",
      destination: "Where the portal leads; the function `destination` returns it with a `kind`.",
      room: "Name of the room that contains the object, such as `W7N3`; absent on xxscreeps, where `RoomState` has it.",
      type: "Kind of the object, by which room objects are distinguished.",
      unstableDate: "Time at which the portal becomes unstable, in milliseconds since 1970.",
      x: "Column of its square in the room, from 0 (west) to 49 (east).",
      y: "Row of its square in the room, from 0 (north) to 49 (south)."
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
      _id: "Identifier of the object; missing only in room history, in the tick in which the object is created.",
      decayTime: "Tick in which the object disappears.",
      hits: "Hit points left; may be a fraction, and in room history 0 or less in the tick in which the object is destroyed.",
      hitsMax: "Hit points without damage.",
      room: "Name of the room that contains the object, such as `W7N3`; absent on xxscreeps, where `RoomState` has it.",
      store: "Amounts held, by resource.",
      type: "Kind of the object, by which room objects are distinguished.",
      x: "Column of its square in the room, from 0 (west) to 49 (east).",
      y: "Row of its square in the room, from 0 (north) to 49 (south)."
    }
  },
  PowerCreep: {
    description: "A power creep that is spawned in the world.",
    fields: {
      _id: "Identifier of the object; missing only in room history, in the tick in which the object is created.",
      actionLog: "Actions of the last tick; `ActionLog.entries` lists them.",
      ageTime: "Tick in which the power creep dies of old age unless it is renewed.",
      className: "Class of the power creep; the only known class is `operator`.",
      deleteTime:
        "Time at which it is deleted, in milliseconds since 1970; `null` unless the owner requested the deletion.",
      hits: "Hit points left; may be a fraction, and in room history 0 or less in the tick in which the object is destroyed.",
      hitsMax: "Hit points without damage.",
      interRoom:
        "Destination in the tick in which the creep leaves the room; set in room history only, `null` elsewhere.",
      level: "Level of the power creep, 0 to 25.",
      name: "Name that the owner gave the power creep.",
      notifyWhenAttacked: "Whether the server notifies the owner by e-mail when the object is attacked.",
      powers: "Powers that it has learned, keyed by the number of the power, 1 to 19.",
      room: "Name of the room that contains the object, such as `W7N3`; absent on xxscreeps, where `RoomState` has it.",
      shard: "Name of the shard that it is on; empty on private servers.",
      spawnCooldownTime:
        "Time from which it can be spawned again, in milliseconds since 1970; `null` while it is spawned.",
      store: "Amounts held, by resource.",
      storeCapacity: "Largest total amount that the store holds, over all resources.",
      type: "Kind of the object, by which room objects are distinguished.",
      user: "Identifier of the owner.",
      x: "Column of its square in the room, from 0 (west) to 49 (east).",
      y: "Row of its square in the room, from 0 (north) to 49 (south)."
    }
  },
  PowerCreepActionLog: {
    description: "Actions of a power creep in the last tick.",
    fields: {
      attack: "Square of the controller on which the power creep enabled powers.",
      attacked: "Square of the attacker.",
      healed: "Square of the object that healed or renewed the power creep.",
      power: "Power that the power creep used.",
      say: "Text that the creep says.",
      spawned: "Whether the power creep was spawned in this tick."
    }
  },
  PowerCreepClass: {
    description: "The class of a power creep.",
    fields: {}
  },
  PowerCreepRecord: {
    description: "A power creep of an account.",
    fields: {
      _id: "Id of the power creep.",
      ageTime: "Tick in which it dies of old age; absent while it is not in a room.",
      className: "Class of the power creep; `operator` is the only known one.",
      deleteTime: "When it will be deleted, in milliseconds since 1970; absent unless the owner deleted it.",
      hits: "Current hit points; absent while it is not in a room.",
      hitsMax: "Maximum hit points.",
      level: "Level of the power creep, 0–25.",
      name: "Name of the power creep.",
      notifyWhenAttacked: "Whether the owner is notified by mail when it is attacked.",
      powers: "Powers of the power creep, by the number of the power.",
      room: "Room that it is in; absent while it is not in a room.",
      shard:
        "Shard that it is in (official servers, reported); empty on private servers, absent outside of rooms.",
      spawnCooldownTime:
        "When it can be spawned again, in milliseconds since 1970; 0 means now, `null` that it is in a room.",
      store: "Resources that the power creep carries.",
      storeCapacity: "Maximum amount of all resources in the store together.",
      type: "`powerCreep`; absent while it is not in a room.",
      user: "Id of the owner.",
      x: "Column of its square in the room, 0–49; absent while it is not in a room.",
      y: "Row of its square in the room, 0–49; absent while it is not in a room."
    }
  },
  PowerSpawn: {
    description: "A power spawn, which processes power and spawns power creeps.",
    fields: {
      _id: "Identifier of the object; missing only in room history, in the tick in which the object is created.",
      effects:
        "Effects of powers and strongholds, as a list or as an object keyed by index; `ObjectEffect.list` reads both.",
      hits: "Hit points left; may be a fraction, and in room history 0 or less in the tick in which the object is destroyed.",
      hitsMax: "Hit points without damage.",
      notifyWhenAttacked: "Whether the server notifies the owner by e-mail when the object is attacked.",
      room: "Name of the room that contains the object, such as `W7N3`; absent on xxscreeps, where `RoomState` has it.",
      store: "Amounts held, by resource.",
      storeCapacityResource: "Largest amount that the store holds of each resource.",
      type: "Kind of the object, by which room objects are distinguished.",
      user: "Identifier of the owner; `null` after the owner gave the object up, absent if it never had one.",
      x: "Column of its square in the room, from 0 (west) to 49 (east).",
      y: "Row of its square in the room, from 0 (north) to 49 (south)."
    }
  },
  ProduceAction: {
    description: "The commodity that a factory produced; the square is that of the factory.",
    fields: {
      resourceType: "Resource that the factory produced; absent on xxscreeps.",
      x: "Column of the factory, from 0 (west) to 49 (east).",
      y: "Row of the factory, from 0 (north) to 49 (south)."
    }
  },
  Pvp: {
    description:
      "Rooms in which players fought, in one of three forms: by shard, each with its game time (official servers); by shard, with one game time (admin mod); a list with one game time (from before shards existed).",
    fields: {
      pvp: "Rooms by shard name.",
      rooms: "Rooms of a server without shards.",
      time: "Current tick; absent where every shard has its own."
    }
  },
  PvpRoom: {
    description: "A room in which players fought.",
    fields: {
      _id: "Name of the room.",
      lastPvpTime: "Last tick in which players fought in the room."
    }
  },
  PvpShard: {
    description: "The rooms of one shard in which players fought.",
    fields: {
      rooms: "Rooms in which players fought.",
      time: "Current tick of the shard; official servers only."
    }
  },
  Rampart: {
    description: "A rampart.",
    fields: {
      _id: "Identifier of the object; missing only in room history, in the tick in which the object is created.",
      decayTime:
        "Tick in which the structure disappears together with its stronghold; absent on other structures.",
      effects:
        "Effects of powers and strongholds, as a list or as an object keyed by index; `ObjectEffect.list` reads both.",
      hits: "Hit points left; may be a fraction, and in room history 0 or less in the tick in which the object is destroyed.",
      hitsMax: "Hit points without damage.",
      hitsTarget: "Hit points up to which a stronghold repairs it; absent elsewhere.",
      isPublic: "Whether creeps of all players can walk through it.",
      nextDecayTime: "Tick in which the structure loses hit points next.",
      notifyWhenAttacked: "Whether the server notifies the owner by e-mail when the object is attacked.",
      room: "Name of the room that contains the object, such as `W7N3`; absent on xxscreeps, where `RoomState` has it.",
      strongholdId: "Identifier of the stronghold that the object belongs to; absent on other objects.",
      type: "Kind of the object, by which room objects are distinguished.",
      user: "Identifier of the owner; `null` after the owner gave the object up, absent if it never had one.",
      x: "Column of its square in the room, from 0 (west) to 49 (east).",
      y: "Row of its square in the room, from 0 (north) to 49 (south)."
    }
  },
  RangeProperty: {
    description: "A number property with two bounds and a step.",
    fields: {
      default: "Default value; some clients send it as text.",
      label: "Label of the property for users.",
      max: "Maximum value.",
      min: "Minimum value.",
      readonly: "Whether the property cannot be set.",
      step: "Difference between two adjacent values.",
      type: "Type of the property."
    }
  },
  Rank: {
    description: "A user's result in one month.",
    fields: {
      _id: "Id of the result; absent on xxscreeps.",
      rank: "Place on the leaderboard, counted from 0.",
      score: "Points of the month: control points, or processed power in the mode `power`.",
      season: "Month of the result, such as `2026-11`.",
      user: "Id of the user."
    }
  },
  RateLimit: {
    description: "The state of one quota: how many requests remain, and when the period ends.",
    fields: {
      limit: "Requests that are accepted per period.",
      period: "Period over which requests are counted.",
      remaining: "Requests that are still accepted in this period.",
      reset:
        "When the period ends, in seconds since 1970 by this machine's clock; 0 before the first response.",
      toReset: "Seconds from the response that carried this state to the end of the period."
    }
  },
  RateLimits: {
    description: "All known quotas by their keys.",
    fields: {}
  },
  Reactor: {
    description: "A reactor that runs on thorium (season 5).",
    fields: {
      _id: "Identifier of the object; missing only in room history, in the tick in which the object is created.",
      launchTime: "Tick since which the reactor has run without interruption; `null` while it is idle.",
      room: "Name of the room that contains the object, such as `W7N3`; absent on xxscreeps, where `RoomState` has it.",
      store: "Amounts held, by resource.",
      storeCapacityResource: "Largest amount that the store holds of each resource.",
      type: "Kind of the object, by which room objects are distinguished.",
      user: "Identifier of the owner; `null` after the owner gave the object up, absent if it never had one.",
      x: "Column of its square in the room, from 0 (west) to 49 (east).",
      y: "Row of its square in the room, from 0 (north) to 49 (south)."
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
      endTime: "First tick in which the reservation no longer applies.",
      user: "Identifier of the player who reserved the controller."
    }
  },
  Resource: {
    description: "A resource in a response; seasons and mods add further names.",
    fields: {}
  },
  ResourcesEvent: {
    description: "Credits and account-bound resources by name.",
    fields: {}
  },
  Road: {
    description: "A road.",
    fields: {
      _id: "Identifier of the object; missing only in room history, in the tick in which the object is created.",
      decayTime:
        "Tick in which the structure disappears together with its stronghold; absent on other structures.",
      effects:
        "Effects of powers and strongholds, as a list or as an object keyed by index; `ObjectEffect.list` reads both.",
      hits: "Hit points left; may be a fraction, and in room history 0 or less in the tick in which the object is destroyed.",
      hitsMax: "Hit points without damage.",
      nextDecayTime: "Tick in which the structure loses hit points next.",
      notifyWhenAttacked: "Whether the server notifies the owner by e-mail when the object is attacked.",
      room: "Name of the room that contains the object, such as `W7N3`; absent on xxscreeps, where `RoomState` has it.",
      strongholdId: "Identifier of the stronghold that the object belongs to; absent on other objects.",
      type: "Kind of the object, by which room objects are distinguished.",
      x: "Column of its square in the room, from 0 (west) to 49 (east).",
      y: "Row of its square in the room, from 0 (north) to 49 (south)."
    }
  },
  RoomDecoration: {
    description: "A decoration that is placed in a room.",
    fields: {
      _id: "Id of the owned decoration; absent in seasonal worlds.",
      active: "State of the placed decoration.",
      decoration: "Definition of the decoration.",
      user: "Id of the owner; absent in seasonal worlds."
    }
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
      decorations:
        "Decorations of the room, in an unknown format; a list in the first message of xxscreeps, often empty.",
      flags:
        "All flags of the subscriber, read by `Flag.parse`; `null` or empty without flags, absent when unchanged.",
      gameTime: "Tick in which scripts see this state; absent in the first message of a subscription.",
      info: "General information about the room; absent for rooms that are not on the map.",
      objects:
        "Objects keyed by identifier: a whole document, the changed fields, or `null` for an object that is gone.",
      users:
        "Users keyed by identifier that earlier messages did not contain: owners, reservers and signers of objects.",
      visual:
        "Drawings of the subscriber's script in the tick before, read by `RoomVisual.parse`; absent at first."
    }
  },
  RoomHistory: {
    description: "A chunk of a room's history.",
    fields: {
      base: "First tick of the chunk.",
      room: "Name of the room.",
      ticks:
        "Objects keyed by tick, then by identifier: whole documents in the first tick, changed fields in later ticks.",
      timestamp:
        "Approximate time of the recording, in milliseconds since 1970; on private servers the end of the chunk."
    }
  },
  RoomInfo: {
    description: "General information about a room.",
    fields: {
      mode: "Kind of room; only `world` has been seen."
    }
  },
  RoomIntent: {
    description: "An intent of a room: a list whose items contain the name of the room.",
    fields: {}
  },
  RoomMapEvent: {
    description: "Squares of a room by what they contain.",
    fields: {}
  },
  RoomMineral: {
    description: "The mineral of a room.",
    fields: {
      density: "Density of the mineral, 1 (low) to 4 (ultra).",
      type: "Resource of the mineral, such as `H`."
    }
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
    description: "An order for a resource of rooms, which always has a room and the tick of its creation.",
    fields: {
      _id: "Id of the order.",
      amount: "Units that can be traded now, limited by the owner's stock or credits.",
      created: "Tick in which the order was created.",
      createdTimestamp: "When the order was created, in milliseconds since 1970.",
      price: "Price in credits per unit.",
      remainingAmount: "Units that are left to trade until the order is filled.",
      resourceType: "Resource of the order; absent when the request named it (official servers, reported).",
      roomName: "Room of the order.",
      type: "Whether the owner buys or sells."
    }
  },
  RoomOwner: {
    description: "The user who owns or reserves a room.",
    fields: {
      level: "Level of the controller, 1–8, or of a stronghold, 1–5; 0 if the room is only reserved.",
      user: "Id of the user who owns or reserves the room."
    }
  },
  RoomPatch: {
    description:
      "The change of one object: `null` if it is gone, the whole document if it is new, otherwise the changed fields.",
    fields: {}
  },
  RoomPosition: {
    description: "A square of a room; x and y are 0–49, counted from the north-west corner.",
    fields: {
      room: "Name of the room.",
      x: "Column of the square, from 0 (west) to 49 (east).",
      y: "Row of the square, from 0 (north) to 49 (south)."
    }
  },
  RoomStatus: {
    description: "The status of a room.",
    fields: {
      _id: "Name of the room; absent on private servers.",
      novice: "When the room stops being in a novice area, in milliseconds since 1970; may be past.",
      openTime: "When the room opens, in milliseconds since 1970; may be past.",
      respawnArea: "When the room stops being in a respawn area, in milliseconds since 1970; may be past.",
      status: "`normal` or `out of borders`; absent for unknown rooms."
    }
  },
  RoomUser: {
    description: "A user that a room message names.",
    fields: {
      _id: "Id of the user; absent on xxscreeps, where only the key of the entry has it.",
      badge: "Badge as the server sends it; absent until the user chooses one. `Badge.parse` checks it.",
      username: "Name of the user; absent until the user chooses one."
    }
  },
  RoomVisualCircle: {
    description: "A circle in a room, with its centre.",
    fields: {
      s: "Style properties, such as `fill`, `stroke` and `opacity`.",
      t: "Kind of drawing: `c` circle, `l` line, `r` rectangle, `p` polyline, `t` text.",
      x: "Column in squares, counted from the west; may be a fraction.",
      y: "Row in squares, counted from the north; may be a fraction."
    }
  },
  RoomVisualItem: {
    description: "A drawing in a room, distinguished by `t`.",
    fields: {}
  },
  RoomVisualLine: {
    description: "A line in a room between two points.",
    fields: {
      s: "Style properties, such as `fill`, `stroke` and `opacity`.",
      t: "Kind of drawing: `c` circle, `l` line, `r` rectangle, `p` polyline, `t` text.",
      x1: "Column of the start, in squares.",
      x2: "Column of the end, in squares.",
      y1: "Row of the start, in squares.",
      y2: "Row of the end, in squares."
    }
  },
  RoomVisualPolyline: {
    description: "A polyline in a room.",
    fields: {
      points: "Points that the line connects, in order, each a pair of column and row.",
      s: "Style properties, such as `fill`, `stroke` and `opacity`.",
      t: "Kind of drawing: `c` circle, `l` line, `r` rectangle, `p` polyline, `t` text."
    }
  },
  RoomVisualRect: {
    description: "A rectangle in a room, with its north-west corner.",
    fields: {
      h: "Height in squares.",
      s: "Style properties, such as `fill`, `stroke` and `opacity`.",
      t: "Kind of drawing: `c` circle, `l` line, `r` rectangle, `p` polyline, `t` text.",
      w: "Width in squares.",
      x: "Column in squares, counted from the west; may be a fraction.",
      y: "Row in squares, counted from the north; may be a fraction."
    }
  },
  RoomVisualText: {
    description: "A text in a room.",
    fields: {
      s: "Style properties, such as `fill`, `stroke` and `opacity`.",
      t: "Kind of drawing: `c` circle, `l` line, `r` rectangle, `p` polyline, `t` text.",
      text: "Text to draw.",
      x: "Column in squares, counted from the west; may be a fraction.",
      y: "Row in squares, counted from the north; may be a fraction."
    }
  },
  Ruin: {
    description: "The ruin of a structure.",
    fields: {
      _id: "Identifier of the object; missing only in room history, in the tick in which the object is created.",
      decayTime: "Tick in which the object disappears.",
      destroyTime: "Tick in which the structure was destroyed.",
      room: "Name of the room that contains the object, such as `W7N3`; absent on xxscreeps, where `RoomState` has it.",
      store: "Amounts held, by resource.",
      structure: "Structure that the ruin remains of.",
      type: "Kind of the object, by which room objects are distinguished.",
      user: "Identifier of the owner; `null` after the owner gave the object up, absent if it never had one.",
      x: "Column of its square in the room, from 0 (west) to 49 (east).",
      y: "Row of its square in the room, from 0 (north) to 49 (south)."
    }
  },
  RuinedStructure: {
    description: "The structure that a ruin remains of; xxscreeps sends only its type.",
    fields: {
      hits: "Hit points that the structure had left; absent on xxscreeps.",
      hitsMax: "Hit points that the structure had without damage; absent on xxscreeps.",
      id: "Identifier that the structure had; absent on xxscreeps.",
      type: "Type of the structure.",
      user: "Identifier of the owner; `null` after the owner gave the object up, absent if it never had one."
    }
  },
  Say: {
    description: "The text in the bubble above a creep.",
    fields: {
      isPublic: "Whether other players see the text.",
      message: "Text, at most 10 characters (UTF-16 code units)."
    }
  },
  ScoreCollector: {
    description: "A collector, to which players bring score (season 1).",
    fields: {
      _id: "Identifier of the object; missing only in room history, in the tick in which the object is created.",
      room: "Name of the room that contains the object, such as `W7N3`; absent on xxscreeps, where `RoomState` has it.",
      store: "Amounts held, by resource.",
      storeCapacityResource: "Largest amount that the store holds of each resource.",
      type: "Kind of the object, by which room objects are distinguished.",
      x: "Column of its square in the room, from 0 (west) to 49 (east).",
      y: "Row of its square in the room, from 0 (north) to 49 (south)."
    }
  },
  ScoreContainer: {
    description: "A container of score (season 1).",
    fields: {
      _id: "Identifier of the object; missing only in room history, in the tick in which the object is created.",
      decayTime: "Tick in which the object disappears.",
      room: "Name of the room that contains the object, such as `W7N3`; absent on xxscreeps, where `RoomState` has it.",
      store: "Amounts held, by resource.",
      type: "Kind of the object, by which room objects are distinguished.",
      x: "Column of its square in the room, from 0 (west) to 49 (east).",
      y: "Row of its square in the room, from 0 (north) to 49 (south)."
    }
  },
  ScoreboardEntry: {
    description: "A player on the scoreboard.",
    fields: {
      badge: "Badge as the server sends it; absent until the user chooses one. `Badge.parse` checks it.",
      rank: "Place on the scoreboard, counted from 1.",
      score: "Points in this season.",
      username: "Name of the user; absent until the user chooses one."
    }
  },
  Season: {
    description: "A seasonal competition.",
    fields: {
      _id: "Id of the season.",
      createdAt: "When the record was created, as ISO 8601 text.",
      endDate: "When the season ends, as ISO 8601 text.",
      index: "Number of the season.",
      players: "Number of players who take part.",
      startDate: "When the season begins, as ISO 8601 text.",
      title: "Title of the season.",
      updatedAt: "When the record was last changed, as ISO 8601 text."
    }
  },
  ServerEntry: {
    description: "A community server.",
    fields: {
      _id: "Id of the entry.",
      likeCount: "Number of users who like the server.",
      name: "Name of the server.",
      settings: "Address and password of the server.",
      status: "Status of the entry, such as `active`."
    }
  },
  ServerSettings: {
    description: "The connection settings of a community server.",
    fields: {
      host: "Host name of the server.",
      pass: "Server password that every client must send; empty if the server has none.",
      port: "Port of the server, as text."
    }
  },
  ServerStats: {
    description: "Statistics of a server.",
    fields: {
      activeRooms:
        "Number of rooms that a placed spawn or the map tool marked as active, not of those that the engine processes.",
      activeUsers: "Number of the users in `users`.",
      gametime: "Current tick.",
      objects: "Numbers of creeps and controllers.",
      ownedRooms: "Number of rooms with an owner.",
      ticks: "Durations of recent ticks.",
      totalRooms: "Number of all rooms; 0 with the default storage.",
      users: "Active users, which own something; in a new world the NPCs are included."
    }
  },
  ServiceBattle: {
    description: "A battle as the third-party service returns it.",
    fields: {
      attackers: "Names of the attackers.",
      classification: "Severity of the battle, `0` to `5` as text: see `Battle.classification`.",
      defender: "Name of the defender.",
      firstseen: "When the battle was first seen, as ISO 8601 text.",
      firsttick: "First tick of the battle.",
      lastseen: "When the battle was last seen, as ISO 8601 text.",
      lasttick: "Last tick in which players fought.",
      room: "Name of the room."
    }
  },
  ServiceReport: {
    description: "A report of the third-party service.",
    fields: {
      shards: "Battles by shard name.",
      timestamp: "When the report was written, as ISO 8601 text."
    }
  },
  Shard: {
    description: "A shard and its tick length.",
    fields: {
      cpuLimit: "CPU limit of the shard in milliseconds per tick; 0 on private servers.",
      lastTicks: "Lengths of up to 30 recent ticks, in milliseconds.",
      name: "Name of the shard; absent on private servers until it is set.",
      rooms: "Number of rooms.",
      tick: "Mean length of the recent ticks in milliseconds; `null` before the first tick.",
      users: "Number of active users; absent on private servers."
    }
  },
  ShardDestination: {
    description: "A room of another shard.",
    fields: {
      room: "Name of the destination room.",
      shard: "Name of the destination shard."
    }
  },
  ShardName: {
    description: "The name of a shard, such as `shard3`; servers may use other names.",
    fields: {}
  },
  Signature: {
    description: "The sign of a player on a controller.",
    fields: {
      datetime: "When the sign was written, in milliseconds since 1970.",
      text: "Text of the sign; servers keep at most 100 characters.",
      time: "Tick in which the sign was written.",
      user: "Id of the user who signed the controller."
    }
  },
  Source: {
    description: "A source of energy.",
    fields: {
      _id: "Identifier of the object; missing only in room history, in the tick in which the object is created.",
      effects:
        "Effects of powers and strongholds, as a list or as an object keyed by index; `ObjectEffect.list` reads both.",
      energy: "Energy left until the source regenerates.",
      energyCapacity:
        "Energy after regeneration: 3000 in owned and reserved rooms, 1500 in other rooms, 4000 in keeper rooms.",
      invaderHarvested: "Energy harvested since the last raid of invaders.",
      nextRegenerationTime: "Tick in which the source regenerates; `null` while it is full.",
      room: "Name of the room that contains the object, such as `W7N3`; absent on xxscreeps, where `RoomState` has it.",
      ticksToRegeneration: "Always 300, not a countdown: `nextRegenerationTime` has the tick.",
      type: "Kind of the object, by which room objects are distinguished.",
      x: "Column of its square in the room, from 0 (west) to 49 (east).",
      y: "Row of its square in the room, from 0 (north) to 49 (south)."
    }
  },
  Spawn: {
    description: "A spawn, which creates creeps.",
    fields: {
      _id: "Identifier of the object; missing only in room history, in the tick in which the object is created.",
      effects:
        "Effects of powers and strongholds, as a list or as an object keyed by index; `ObjectEffect.list` reads both.",
      hits: "Hit points left; may be a fraction, and in room history 0 or less in the tick in which the object is destroyed.",
      hitsMax: "Hit points without damage.",
      name: "Name that the owner gave the spawn; absent if it was placed without a name.",
      notifyWhenAttacked: "Whether the server notifies the owner by e-mail when the object is attacked.",
      off: "Whether the structure is inactive because the controller's level does not allow it.",
      room: "Name of the room that contains the object, such as `W7N3`; absent on xxscreeps, where `RoomState` has it.",
      spawning: "Creep that is being spawned; absent or `null` while the spawn is idle.",
      store: "Amounts held, by resource.",
      storeCapacityResource: "Largest amount that the store holds of each resource.",
      type: "Kind of the object, by which room objects are distinguished.",
      user: "Identifier of the owner; `null` after the owner gave the object up, absent if it never had one.",
      x: "Column of its square in the room, from 0 (west) to 49 (east).",
      y: "Row of its square in the room, from 0 (north) to 49 (south)."
    }
  },
  Spawning: {
    description: "The creep that a spawn or a stronghold is spawning.",
    fields: {
      directions:
        "Directions in which the creep may leave the spawn: 1 top, 2 top right, … clockwise to 8; all when absent.",
      name: "Name of the creep.",
      needTime: "Total duration of the spawning, in ticks.",
      remainingTime:
        "Ticks left until the spawning ends; only on official servers before mid-2020, which had no `spawnTime`.",
      spawnTime: "Tick in which the spawning ends."
    }
  },
  StartEnd: {
    description:
      "The squares of the two labs that another lab's reaction uses; all four coordinates are 0–49.",
    fields: {
      x1: "Column of the first lab.",
      x2: "Column of the second lab.",
      y1: "Row of the first lab.",
      y2: "Row of the second lab."
    }
  },
  StatShare: {
    description: "The part of a room statistic that belongs to one user.",
    fields: {
      user: "Id of the user.",
      value: "Value of the statistic for this user."
    }
  },
  StatSlot: {
    description: "One slot of a statistic.",
    fields: {
      endTime: "End of the slot, counted in slots since 1970: `endTime × interval` minutes since 1970.",
      value: "Value of the statistic in the slot."
    }
  },
  SteamAccount: {
    description: "A user's account on Steam.",
    fields: {
      displayName: "Name that is shown on Steam.",
      id: "Id of the Steam account.",
      steamProfileLinkHidden:
        "Whether the user hides the link to the Steam profile, usually 1 or 0; only sent to the user."
    }
  },
  Storage: {
    description: "A storage, which holds up to a million units of resources.",
    fields: {
      _id: "Identifier of the object; missing only in room history, in the tick in which the object is created.",
      effects:
        "Effects of powers and strongholds, as a list or as an object keyed by index; `ObjectEffect.list` reads both.",
      hits: "Hit points left; may be a fraction, and in room history 0 or less in the tick in which the object is destroyed.",
      hitsMax: "Hit points without damage.",
      notifyWhenAttacked: "Whether the server notifies the owner by e-mail when the object is attacked.",
      room: "Name of the room that contains the object, such as `W7N3`; absent on xxscreeps, where `RoomState` has it.",
      store: "Amounts held, by resource.",
      storeCapacity:
        "Largest total amount: 1 000 000, more under a power, 0 while its owner does not own the room.",
      type: "Kind of the object, by which room objects are distinguished.",
      user: "Identifier of the owner; `null` after the owner gave the object up, absent if it never had one.",
      x: "Column of its square in the room, from 0 (west) to 49 (east).",
      y: "Row of its square in the room, from 0 (north) to 49 (south)."
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
    description: "A text property.",
    fields: {
      default: "Default value.",
      label: "Label of the property for users.",
      readonly: "Whether the property cannot be set.",
      type: "Type of the property."
    }
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
      _id: "Identifier of the object; missing only in room history, in the tick in which the object is created.",
      decayTime: "Tick in which the object disappears.",
      resourceType: "Kind of symbol, such as `symbol_aleph`.",
      room: "Name of the room that contains the object, such as `W7N3`; absent on xxscreeps, where `RoomState` has it.",
      store: "Amounts held, by resource.",
      type: "Kind of the object, by which room objects are distinguished.",
      x: "Column of its square in the room, from 0 (west) to 49 (east).",
      y: "Row of its square in the room, from 0 (north) to 49 (south)."
    }
  },
  SymbolDecoder: {
    description: "A decoder, to which players bring one kind of symbol (season 2).",
    fields: {
      _id: "Identifier of the object; missing only in room history, in the tick in which the object is created.",
      decoded:
        "Number of symbols that count as decoded for each player, keyed by user; `decodedOf` reads it.",
      resourceType: "Kind of symbol, such as `symbol_aleph`.",
      room: "Name of the room that contains the object, such as `W7N3`; absent on xxscreeps, where `RoomState` has it.",
      store: "Amounts held, by resource.",
      storeCapacityResource: "Largest amount that the store holds of each resource.",
      symbols: "Number of symbols that each player brought, keyed by user; `symbolsOf` reads it.",
      type: "Kind of the object, by which room objects are distinguished.",
      x: "Column of its square in the room, from 0 (west) to 49 (east).",
      y: "Row of its square in the room, from 0 (north) to 49 (south)."
    }
  },
  SystemSignature: {
    description:
      "A sign of the game on a controller, shown instead of a player's sign: for example that a novice area is planned.",
    fields: {
      datetime: "When the sign was written, in milliseconds since 1970.",
      endDatetime: "Until when the sign is shown, in milliseconds since 1970.",
      text: "Text of the sign.",
      time: "Tick in which the sign was written."
    }
  },
  Terminal: {
    description: "A terminal, which trades and sends resources to other rooms.",
    fields: {
      _id: "Identifier of the object; missing only in room history, in the tick in which the object is created.",
      cooldownTime: "Tick from which the terminal can send again.",
      effects:
        "Effects of powers and strongholds, as a list or as an object keyed by index; `ObjectEffect.list` reads both.",
      hits: "Hit points left; absent where the structure cannot be damaged.",
      hitsMax: "Hit points without damage; absent where the structure cannot be damaged.",
      notifyWhenAttacked: "Whether the server notifies the owner by e-mail when the object is attacked.",
      room: "Name of the room that contains the object, such as `W7N3`; absent on xxscreeps, where `RoomState` has it.",
      send: "Transfer that starts in this tick; set in room history only, `null` elsewhere.",
      store: "Amounts held, by resource; may be absent on NPC terminals.",
      storeCapacity: "Largest total amount that the terminal holds, over all resources.",
      type: "Kind of the object, by which room objects are distinguished.",
      user: "Identifier of the owner; `null` after the owner gave the object up, absent if it never had one.",
      x: "Column of its square in the room, from 0 (west) to 49 (east).",
      y: "Row of its square in the room, from 0 (north) to 49 (south)."
    }
  },
  TerminalSend: {
    description: "The transfer that a terminal starts in this tick.",
    fields: {
      amount: "Amount that is sent.",
      description: "Text that the sender attached.",
      resourceType: "Resource that is sent.",
      targetRoomName: "Name of the room that receives the resource."
    }
  },
  TerrainDigits: {
    description: "The terrain of a room as 2500 digits.",
    fields: {
      room: "Name of the room.",
      terrain: "2500 digits from 0 to 3, row by row: 0 plain, 1 wall, 2 swamp, 3 wall and swamp.",
      type: "`terrain`; absent for rooms that the server's generator made."
    }
  },
  TerrainSquare: {
    description: "A square that is not plain, as servers list it.",
    fields: {
      room: "Name of the room.",
      type: "`wall` or `swamp`.",
      x: "Column of the square, 0–49.",
      y: "Row of the square, 0–49."
    }
  },
  ThinDecoration: {
    description:
      "The short definition of a decoration in rooms of seasonal worlds: without id, only the fields for drawing.",
    fields: {
      floorForegroundUrl: "URL of the texture of floors.",
      foregroundUrl: "URL of the texture of walls.",
      graphics: "Layers of the image.",
      name: "Name of the definition.",
      tileScale: "Scale of the repeated texture.",
      tiling: "Whether the texture is repeated.",
      type: "Type of the decoration, such as `creep` or `wallGraffiti`."
    }
  },
  Tick: {
    description: "A point in game time: the number of ticks since the world began.",
    fields: {}
  },
  TickStats: {
    description: "Durations of ticks.",
    fields: {
      avg: "Mean duration, in milliseconds.",
      max: "Longest duration, in milliseconds.",
      maxDeviation: "Difference between the longest and the shortest duration, in milliseconds.",
      min: "Shortest duration, in milliseconds.",
      stages:
        "Mean durations of the stages of a tick since the server's start, keyed by stage, in milliseconds.",
      ticks: "Durations of at most 250 ticks, the newest first, in milliseconds."
    }
  },
  TokenInfo: {
    description: "An API token and its permissions.",
    fields: {
      _id: "Id of the token, not the secret.",
      description: "Description that the user gave the token.",
      endpoints: "Endpoints that the token may use, written like `GET /api/user/name`.",
      full: "Whether the token has all permissions; if so, the three lists are absent.",
      memorySegments: "Memory segments that the token may use, if it is limited to some.",
      noRatelimitUntil: "Until when rate limits are suspended, in milliseconds since 1970.",
      websockets: "Groups of socket channels that the token may subscribe to: `console`, `rooms`."
    }
  },
  Tombstone: {
    description: "The tombstone of a creep or of a power creep.",
    fields: {
      _id: "Identifier of the object; missing only in room history, in the tick in which the object is created.",
      creepBody: "Types of the creep's body parts.",
      creepId: "Identifier of the dead creep.",
      creepName: "Name of the dead creep.",
      creepSaying: "Last public text that the creep said.",
      creepTicksToLive: "Lifetime that the creep had left, in ticks; may be negative.",
      deathTime: "Tick in which the creep died.",
      decayTime: "Tick in which the object disappears.",
      powerCreepClassName: "Class of the dead power creep.",
      powerCreepId: "Identifier of the dead power creep.",
      powerCreepLevel: "Level of the dead power creep, 0 to 25.",
      powerCreepName: "Name of the dead power creep.",
      powerCreepPowers: "Powers of the dead power creep, keyed by the number of the power, 1 to 19.",
      powerCreepSaying: "Last public text that the power creep said.",
      powerCreepTicksToLive: "Lifetime that the power creep had left, in ticks.",
      room: "Name of the room that contains the object, such as `W7N3`; absent on xxscreeps, where `RoomState` has it.",
      store: "Amounts held, by resource.",
      type: "Kind of the object, by which room objects are distinguished.",
      user: "Identifier of the owner.",
      x: "Column of its square in the room, from 0 (west) to 49 (east).",
      y: "Row of its square in the room, from 0 (north) to 49 (south)."
    }
  },
  Tower: {
    description: "A tower, which attacks, heals and repairs.",
    fields: {
      _id: "Identifier of the object; missing only in room history, in the tick in which the object is created.",
      actionLog: "Actions of the last tick; `ActionLog.entries` lists them.",
      decayTime:
        "Tick in which the structure disappears together with its stronghold; absent on other structures.",
      effects:
        "Effects of powers and strongholds, as a list or as an object keyed by index; `ObjectEffect.list` reads both.",
      hits: "Hit points left; may be a fraction, and in room history 0 or less in the tick in which the object is destroyed.",
      hitsMax: "Hit points without damage.",
      notifyWhenAttacked: "Whether the server notifies the owner by e-mail when the object is attacked.",
      room: "Name of the room that contains the object, such as `W7N3`; absent on xxscreeps, where `RoomState` has it.",
      store: "Amounts held, by resource.",
      storeCapacityResource: "Largest amount that the store holds of each resource.",
      strongholdId: "Identifier of the stronghold that the object belongs to; absent on other objects.",
      type: "Kind of the object, by which room objects are distinguished.",
      user: "Identifier of the owner; `null` after the owner gave the object up, absent if it never had one.",
      x: "Column of its square in the room, from 0 (west) to 49 (east).",
      y: "Row of its square in the room, from 0 (north) to 49 (south)."
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
    description: "The public profile of a user: id, name and badge.",
    fields: {
      _id: "Id of the user; in maps of users also the key of the entry.",
      badge: "Badge as the server sends it; absent until the user chooses one. `Badge.parse` checks it.",
      username: "Name of the user; absent until the user chooses one."
    }
  },
  UserFound: {
    description: "The public profile of a user, with lifetime points.",
    fields: {
      _id: "Id of the user.",
      badge: "Badge as the server sends it; absent until the user chooses one. `Badge.parse` checks it.",
      gcl: "Lifetime control points, not the level; absent until the user earns some.",
      power: "Lifetime power points, not the level; absent until the user earns some.",
      steam: "Steam account; absent if the user has none or hides it.",
      username: "Name of the user; absent until the user chooses one."
    }
  },
  UserId: {
    description: "The id of a user (`_id`), not the name.",
    fields: {}
  },
  UserProgress: {
    description: "Statistics of a user.",
    fields: {
      combinedRCL: "Sum of the levels of the user's controllers.",
      cpu: "CPU limit, in milliseconds per tick.",
      creeps: "Number of creeps.",
      gcl: "Control points of the account, from which the Global Control Level follows.",
      gclLevel: "Global Control Level.",
      id: "Identifier of the user.",
      power: "Processed power, from which the Global Power Level follows.",
      powerLevel: "Global Power Level.",
      rank: "Rank in a season; 0 without one.",
      rcl: "Number of owned rooms, keyed by the level of the controller.",
      rooms: "Number of owned rooms.",
      score: "Score of a season; 0 without one.",
      username: "Name of the user."
    }
  },
  VisualStyle: {
    description: "The style of a drawing, as the script wrote it.",
    fields: {}
  },
  Wall: {
    description: "A constructed wall; its type on the wire is `constructedWall`.",
    fields: {
      _id: "Identifier of the object; missing only in room history, in the tick in which the object is created.",
      decayTime: "Tick or time at which the wall disappears; `decayTicksLeft` and `decayMoment` read it.",
      effects:
        "Effects of powers and strongholds, as a list or as an object keyed by index; `ObjectEffect.list` reads both.",
      hits: "Hit points left; absent where the structure cannot be damaged.",
      hitsMax: "Hit points without damage; absent where the structure cannot be damaged.",
      newbieWall: "Whether the wall is part of the protection of a new player.",
      notifyWhenAttacked: "Whether the server notifies the owner by e-mail when the object is attacked.",
      room: "Name of the room that contains the object, such as `W7N3`; absent on xxscreeps, where `RoomState` has it.",
      ticksToLive: "Lifetime in ticks; only before the wall's first tick.",
      type: "Kind of the object, by which room objects are distinguished.",
      user: "Identifier of the owner; `null` after the owner gave the object up, absent if it never had one.",
      x: "Column of its square in the room, from 0 (west) to 49 (east).",
      y: "Row of its square in the room, from 0 (north) to 49 (south)."
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
      "A user's status in the world: `empty` owns nothing and can place the first spawn, `normal` owns a room with a spawn, `lost` owns something but no such room.",
    fields: {}
  },
  Xy: {
    description:
      "A square of a room that is known from the context: x counts from the west, y from the north, both 0–49.",
    fields: {
      x: "Column of the square, from 0 (west) to 49 (east).",
      y: "Row of the square, from 0 (north) to 49 (south)."
    }
  }
}
