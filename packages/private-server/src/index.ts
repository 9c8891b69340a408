/** The game's own open-source server as a scoped layer. Node on Linux x64 only. */
export * as PrivateServer from "./PrivateServer.ts"
export * from "./PrivateServerError.ts"
