/** The open-source server of the game: one that this package starts, or any that one may administer. */

// ---- the game's own server as a scoped layer: Node on Linux x64 only
export * as PrivateServer from "./PrivateServer.ts"
export * from "./PrivateServerError.ts"

// ---- administration of any server
export * as Administration from "./Administration.ts"
export * from "./AdministrationError.ts"
export * as Bots from "./administration/Bots.ts"
export * as Invaders from "./administration/Invaders.ts"
export * as Messages from "./administration/Messages.ts"
export * as Objects from "./administration/Objects.ts"
export * as Rooms from "./administration/Rooms.ts"
export * as Storage from "./administration/Storage.ts"
export * as Strongholds from "./administration/Strongholds.ts"
export * as System from "./administration/System.ts"
export * as Users from "./administration/Users.ts"
