/** The known kinds of room objects, exported by `RoomObject`. */
import { memoize } from "effect/Function"
import type * as Schema from "effect/Schema"
import { type Copy, makeCopy } from "../wire/compileStruct.ts"
import * as Decoder from "../wire/Decoder.ts"
import { ConstructionSite } from "./kinds/ConstructionSite.ts"
import { Container } from "./kinds/Container.ts"
import { Controller } from "./kinds/Controller.ts"
import { Creep } from "./kinds/Creep.ts"
import { Deposit } from "./kinds/Deposit.ts"
import { Extension } from "./kinds/Extension.ts"
import { Extractor } from "./kinds/Extractor.ts"
import { Factory } from "./kinds/Factory.ts"
import { InvaderCore } from "./kinds/InvaderCore.ts"
import { KeeperLair } from "./kinds/KeeperLair.ts"
import { Lab } from "./kinds/Lab.ts"
import { Link } from "./kinds/Link.ts"
import { hasOldStore } from "./oldStore.ts"
import { Mineral } from "./kinds/Mineral.ts"
import { Nuke } from "./kinds/Nuke.ts"
import { Nuker } from "./kinds/Nuker.ts"
import { Observer } from "./kinds/Observer.ts"
import { Pile } from "./kinds/Pile.ts"
import { Portal } from "./kinds/Portal.ts"
import { PowerBank } from "./kinds/PowerBank.ts"
import { PowerCreep } from "./kinds/PowerCreep.ts"
import { PowerSpawn } from "./kinds/PowerSpawn.ts"
import { Rampart } from "./kinds/Rampart.ts"
import { Road } from "./kinds/Road.ts"
import { Ruin } from "./kinds/Ruin.ts"
import { Reactor, ScoreCollector, ScoreContainer, SymbolContainer, SymbolDecoder } from "./kinds/Seasonal.ts"
import { Source } from "./kinds/Source.ts"
import { Spawn } from "./kinds/Spawn.ts"
import { Storage } from "./kinds/Storage.ts"
import { Terminal } from "./kinds/Terminal.ts"
import { Tombstone } from "./kinds/Tombstone.ts"
import { Tower } from "./kinds/Tower.ts"
import { Wall } from "./kinds/Wall.ts"

/** The schemas of the known kinds by their type on the wire. */
export const schemas = {
  constructedWall: Wall,
  constructionSite: ConstructionSite,
  container: Container,
  controller: Controller,
  creep: Creep,
  deposit: Deposit,
  energy: Pile,
  extension: Extension,
  extractor: Extractor,
  factory: Factory,
  invaderCore: InvaderCore,
  keeperLair: KeeperLair,
  lab: Lab,
  link: Link,
  mineral: Mineral,
  nuke: Nuke,
  nuker: Nuker,
  observer: Observer,
  portal: Portal,
  powerBank: PowerBank,
  powerCreep: PowerCreep,
  powerSpawn: PowerSpawn,
  rampart: Rampart,
  reactor: Reactor,
  road: Road,
  ruin: Ruin,
  scoreCollector: ScoreCollector,
  scoreContainer: ScoreContainer,
  source: Source,
  spawn: Spawn,
  storage: Storage,
  symbolContainer: SymbolContainer,
  symbolDecoder: SymbolDecoder,
  terminal: Terminal,
  tombstone: Tombstone,
  tower: Tower
}

/** The type of a known kind, as servers write it. */
export type Type = keyof typeof schemas

/** The known kinds of room objects by their type on the wire. */
export type Kinds = { readonly [T in Type]: (typeof schemas)[T]["Type"] }

/** A terminal may have no store, so that its schema does not reject an old one. */
const withoutOldStore =
  (guard: Decoder.Guard<Kinds[Type]>): Decoder.Guard<Kinds[Type]> =>
  (document): document is Kinds[Type] =>
    guard(document) && !hasOldStore(document)

/** The guards of the known kinds. @internal */
export const guards: ReadonlyMap<string, Decoder.Guard<Kinds[Type]>> = new Map(
  Object.entries(schemas).map(([type, schema]) => {
    const guard = Decoder.guard<Kinds[Type]>(schema)
    return [type, type === "terminal" ? withoutOldStore(guard) : guard]
  })
)

/** Checks whether a type is that of a known kind. @internal */
export const isType = (type: string): type is Type => Object.hasOwn(schemas, type)

/** The types of all known kinds (36): the game's own, and those that seasons added. */
export const types: ReadonlyArray<Type> = Object.keys(schemas).filter(isType)

/** What a patch needs to know about a field of a kind. @internal */
export interface KnownField {
  /** Checks a value of the field. */
  readonly accepts: (value: unknown) => boolean
  /** Copies a value of the field that is an object. */
  readonly copy: Copy
}

/** What a patch needs to know about a kind. @internal */
export interface KnownKind {
  /** Copies a document of the kind. */
  readonly copy: Copy
  /** The fields of the schema, which has no checks of several fields. */
  readonly fields: ReadonlyMap<string, KnownField>
}

/** Kinds share the schemas of many fields. */
const accepts = memoize((schema: Schema.Codec<unknown>) => Decoder.guard(schema))

const later = (): Copy => {
  let copy: Copy | undefined
  return (object) => (copy ??= makeCopy())(object)
}

const knownKinds = new Map<Type, KnownKind>()

/** Returns what a patch needs to know about a kind. @internal */
export const kindOf = (type: Type): KnownKind => {
  let kind = knownKinds.get(type)
  if (kind === undefined) {
    const fields: Readonly<Record<string, Schema.Codec<unknown>>> = schemas[type].fields
    kind = {
      copy: makeCopy(),
      fields: new Map(
        Object.entries(fields).map(([name, schema]) => [name, { accepts: accepts(schema), copy: later() }])
      )
    }
    knownKinds.set(type, kind)
  }
  return kind
}
