/** The page around the script, and the parts of a replay. */
import { body, script, scriptHash, style, styleHash } from "../generated/page.ts"
import { escapeJson } from "../html.ts"
import type { Finished } from "./parts.ts"

const escapeText = (text: string): string => text.replaceAll(/[<>&"']/g, (one) => `&#${one.charCodeAt(0)};`)

/** What the script knows besides the states. @internal */
export type About = {
  readonly rooms: ReadonlyArray<string>
  readonly user: string | undefined
} & (
  | {
      readonly mode: "replay"
      /** Terrain as digits. */
      readonly terrain: string
      readonly from: number | undefined
      readonly to: number | undefined
    }
  | { readonly mode: "live"; readonly events: string; readonly about: string | undefined }
)

/** Only the script and the style of this page are allowed, images in `data:` addresses, and in a live page its own origin. @internal */
export const policy = (mode: About["mode"]): string =>
  [
    "default-src 'none'",
    `script-src '${scriptHash}'`,
    `style-src '${styleHash}'`,
    "img-src data:",
    ...(mode === "live" ? ["connect-src 'self'"] : []),
    "base-uri 'none'",
    "form-action 'none'"
  ].join("; ")

const data = (kind: "about" | "part", json: string, attributes = ""): string =>
  `<script type="application/json" data-kind="${kind}"${attributes}>${escapeJson(json)}</script>\n`

/** Returns the beginning of the page. @internal */
export const begin = (about: About): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy(about.mode)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeText(about.rooms.join(", "))}${about.mode === "replay" ? ": replay" : ""}</title>
<style>${style}</style>
${body}
${data("about", JSON.stringify(about))}`

/** Returns the element with a part. @internal */
export const part = ({ json, ticks }: Finished): string => data("part", json, ` data-ticks="${ticks}"`)

/** Returns the end of the page. @internal */
export const end = (): string => `<script>${script}</script>\n</html>\n`
