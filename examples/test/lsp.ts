/** A client for the hovers and definitions of the language server protocol. */
import { spawn } from "node:child_process"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { pathToFileURL } from "node:url"

export interface Position {
  readonly line: number
  readonly character: number
}

export interface LanguageServer {
  /** Opens a document; its text may differ from the file's. */
  readonly open: (file: string, text: string) => void
  /** Returns the text that an editor shows over a position. */
  readonly hover: (file: string, position: Position) => Promise<string>
  /** Returns the targets of "go to definition". */
  readonly definition: (file: string, position: Position) => Promise<ReadonlyArray<Place>>
  readonly stop: () => Promise<void>
}

export interface Place {
  readonly uri: string
  readonly range: { readonly start: Position; readonly end: Position }
}

interface Message {
  readonly id?: number | string
  readonly method?: string
  readonly params?: { readonly items?: ReadonlyArray<unknown> }
  readonly result?: unknown
  readonly error?: { readonly message: string }
}

const uri = (file: string) => pathToFileURL(file).href

/** Starts the language server of the workspace's TypeScript. */
export const start = async (root: string): Promise<LanguageServer> => {
  const typescript = dirname(createRequire(import.meta.url).resolve("typescript/package.json"))
  const child = spawn(process.execPath, [join(typescript, "bin/tsc"), "--lsp", "--stdio"], {
    cwd: root,
    stdio: ["pipe", "pipe", "ignore"]
  })
  const waiting = new Map<number, { resolve: (result: unknown) => void; reject: (e: Error) => void }>()
  const ended = new Promise<void>((resolve) => {
    child.once("exit", () => {
      for (const { reject } of waiting.values())
        reject(new Error("the language server ended before it responded"))
      resolve()
    })
  })
  const send = (message: object) => {
    const body = JSON.stringify({ jsonrpc: "2.0", ...message })
    child.stdin.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`)
  }
  const receive = ({ error, id, method, params, result }: Message) => {
    // Requests of the server (for configuration, or to register capabilities) get an empty response.
    if (method !== undefined) {
      if (id !== undefined) send({ id, result: params?.items?.map(() => null) ?? null })
      return
    }
    const pending = waiting.get(Number(id))
    waiting.delete(Number(id))
    if (error !== undefined) pending?.reject(new Error(error.message))
    else pending?.resolve(result)
  }
  let buffer = Buffer.alloc(0)
  child.stdout.on("data", (chunk: Buffer) => {
    buffer = Buffer.concat([buffer, chunk])
    for (;;) {
      const head = buffer.indexOf("\r\n\r\n")
      const length = Number(/Content-Length: (\d+)/i.exec(buffer.toString("utf8", 0, Math.max(head, 0)))?.[1])
      if (head < 0 || buffer.length < head + 4 + length) return
      receive(JSON.parse(buffer.toString("utf8", head + 4, head + 4 + length)) as Message)
      buffer = buffer.subarray(head + 4 + length)
    }
  })
  let lastId = 0
  const request = (method: string, params?: object) =>
    new Promise<unknown>((resolve, reject) => {
      const id = ++lastId
      waiting.set(id, { resolve, reject })
      send({ id, method, params })
    })
  const at = (file: string, position: Position) => ({ textDocument: { uri: uri(file) }, position })

  await request("initialize", {
    processId: process.pid,
    rootUri: uri(root),
    workspaceFolders: [{ uri: uri(root), name: "workspace" }],
    capabilities: { textDocument: { hover: { contentFormat: ["markdown"] } } }
  })
  send({ method: "initialized", params: {} })

  return {
    open: (file, text) =>
      send({
        method: "textDocument/didOpen",
        params: { textDocument: { uri: uri(file), languageId: "typescript", version: 1, text } }
      }),
    hover: async (file, position) => {
      const response = (await request("textDocument/hover", at(file, position))) as {
        readonly contents: string | { readonly value: string }
      } | null
      if (response === null) return ""
      return typeof response.contents === "string" ? response.contents : response.contents.value
    },
    definition: async (file, position) => {
      const response = (await request("textDocument/definition", at(file, position))) as
        | Place
        | ReadonlyArray<Place>
        | null
      if (response === null) return []
      return "uri" in response ? [response] : response
    },
    stop: async () => {
      await request("shutdown")
      send({ method: "exit" })
      await ended
    }
  }
}
