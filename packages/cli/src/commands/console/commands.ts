/** Commands of the prompt: lines such as `/filter W7N3`. What they change is in a `Desk`, which the session reads. */
import { nearest } from "@screeps-effect/schema/SimilarWords"

/** What a line of the prompt asks for. */
export type Request =
  | { readonly _tag: "Run"; readonly expression: string; readonly asJson: boolean }
  | { readonly _tag: "Say"; readonly text: string; readonly isProblem?: boolean }
  | { readonly _tag: "Watch"; readonly path: string }
  | { readonly _tag: "Alias"; readonly name: string; readonly expression: string | undefined }
  | { readonly _tag: "Server"; readonly name: string }
  | { readonly _tag: "Exit" }

const forms = {
  help: ["/help", "list these commands"],
  watch: ["/watch <path>", "show a path of Memory in the status line; again to stop"],
  filter: ["/filter <text>", "show only output that contains the text; without a text, all"],
  pause: ["/pause", "hide the script's output; again to show it"],
  json: ["/json <code>", "run code, and print its value as JSON"],
  alias: [
    "/alias <name> <code>",
    "let /<name> run this code, in later sessions, too; without code, remove it"
  ],
  shard: ["/shard <name>", "run code on this shard, and show its output only; without a name, all"],
  server: ["/server <name>", "continue on this server of the credentials file"],
  exit: ["/exit", "leave, as Ctrl-D does"]
} as const

const isBuiltIn = (name: string): name is keyof typeof forms => Object.hasOwn(forms, name)

/** The most paths that are watched, the most aliases, and the longest alias in characters. */
const [mostWatched, mostAliases, longest] = [5, 100, 1000]

const say = (text: string): Request => ({ _tag: "Say", text })
const refuse = (text: string): Request => ({ _tag: "Say", text, isProblem: true })

/** What the commands of a session have changed. */
export class Desk {
  isPaused = false
  /** Output that was not shown since `/pause`. */
  hidden = 0
  filter: string | undefined
  shard: string | undefined
  /** The texts of watched values by path; `undefined` before the first one. */
  readonly watched = new Map<string, string | undefined>()
  readonly aliases: Map<string, string>

  constructor(shard: string | undefined, aliases: Iterable<readonly [string, string]> = []) {
    this.shard = shard
    this.aliases = new Map(aliases)
  }

  /** Whether the output of a script belongs to the chosen shard: no other output is kept in files. */
  isOfShard(shard: string | undefined): boolean {
    return this.shard === undefined || shard === undefined || shard === this.shard
  }

  /** Whether output is shown; files get it all the same. */
  shows(text: string): boolean {
    if (this.filter !== undefined && !text.toLowerCase().includes(this.filter.toLowerCase())) return false
    if (this.isPaused) this.hidden += 1
    return !this.isPaused
  }

  /** Reads a line; `undefined` if it is code. A regular expression, such as `/a/.test("b")`, is code. */
  read(line: string): Request | undefined {
    const [, name, rest = ""] = /^\s*\/([a-z][\w-]{0,30})(?:\s+(.*))?$/is.exec(line) ?? []
    if (name === undefined) return undefined
    const text = rest.trim()
    const alias = this.aliases.get(name)
    if (isBuiltIn(name)) return this.#run(name, text)
    if (alias !== undefined) return { _tag: "Run", expression: alias, asJson: false }
    const known = [...Object.keys(forms), ...this.aliases.keys()]
    const similar = nearest(name, known).map((one) => `/${one}`)
    return refuse(
      `unknown command /${name}: ${similar.length > 0 ? `did you mean ${similar.join(", ")}?` : "/help lists all"}`
    )
  }

  #run(name: keyof typeof forms, text: string): Request {
    switch (name) {
      case "help":
        return say(this.#help())
      case "pause":
        return this.#pause()
      case "filter":
        this.filter = text === "" ? undefined : text
        return say(text === "" ? "all output is shown" : `only output and errors with "${text}" are shown`)
      case "shard":
        this.shard = text === "" ? undefined : text
        return say(text === "" ? "the output of all shards is shown" : `code runs on ${text}`)
      case "json":
        return text === "" ? refuse("/json needs code") : { _tag: "Run", expression: text, asJson: true }
      case "watch":
        return this.#watch(text)
      case "alias":
        return this.#alias(text)
      case "exit":
        return { _tag: "Exit" }
      case "server":
        return text === "" ? refuse("/server needs the name of a server") : { _tag: "Server", name: text }
    }
  }

  #help(): string {
    const width = Math.max(...Object.values(forms).map(([form]) => form.length))
    const rows = Object.values(forms).map(([form, meaning]) => `${form.padEnd(width)}  ${meaning}`)
    const aliases = [...this.aliases].map(
      ([name, code]) => `/${name}`.padEnd(width) + `  ${code.slice(0, 60)}`
    )
    return [...rows, ...aliases].join("\n")
  }

  #pause(): Request {
    this.isPaused = !this.isPaused
    const { hidden } = this
    this.hidden = 0
    if (this.isPaused) return say("paused: /pause shows output again")
    return say(
      hidden === 0 ? "nothing was hidden" : `${hidden} ${hidden === 1 ? "line was" : "lines were"} hidden`
    )
  }

  #watch(path: string): Request {
    if (path === "")
      return say(this.watched.size === 0 ? "nothing is watched" : [...this.watched.keys()].join("\n"))
    if (!this.watched.has(path) && this.watched.size >= mostWatched)
      return refuse(`${mostWatched} paths are watched: /watch <path> of one of them stops it`)
    return { _tag: "Watch", path }
  }

  #alias(text: string): Request {
    const [, name = "", code = ""] = /^(\S+)\s*(.*)$/s.exec(text) ?? []
    if (name === "") return say(this.aliases.size === 0 ? "there are no aliases" : this.#help())
    if (!/^[a-z][\w-]{0,30}$/i.test(name) || isBuiltIn(name))
      return refuse(`an alias has a name of its own, of letters, digits, - and _: not "${name.slice(0, 40)}"`)
    if (code.length > longest) return refuse(`an alias has at most ${longest} characters`)
    if (code !== "" && !this.aliases.has(name) && this.aliases.size >= mostAliases)
      return refuse(`there are ${mostAliases} aliases: remove one with /alias <name>`)
    return { _tag: "Alias", name, expression: code === "" ? undefined : code }
  }
}
