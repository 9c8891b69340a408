/** Colours of drawings. */
import * as UserId from "@screeps-effect/schema/UserId"

/** Colours of the ground. */
export const ground = {
  plain: "#1b2027",
  plainLight: "#1e232a",
  swamp: "#1d2a24",
  wall: "#0a0d10",
  exit: "#4d5a68"
} as const

/** Colours of the ground's edges. */
export const edges = { swamp: "#28392f", wall: "#38424e" } as const

export const energy = "#ffd34d"
export const power = "#f4474f"
export const neutral = "#8894a3"
export const light = "#eef3f8"
export const dark = "#0f1318"
export const inner = "#2b333d"

const own = "#4fd6be"
/** The game's own users. */
export const npcs: ReadonlyMap<string, string> = new Map([
  [UserId.invader, "#ff4b4b"],
  [UserId.sourceKeeper, "#ff8b3d"]
])
const others = ["#ff6b8b", "#b58cff", "#6aa8ff", "#ffb454", "#e87ae0", "#9bd85b"] as const

/** Returns the colour of an owner: the viewer's own, those of the game's own users, otherwise one derived from the id. */
export const ownerColor = (owner: UserId.UserId | undefined, user?: UserId.UserId): string => {
  if (owner === undefined) return neutral
  if (owner === user) return own
  let sum = 0
  for (const letter of owner) sum = (sum * 31 + letter.charCodeAt(0)) % 9973
  return npcs.get(owner) ?? others[sum % others.length] ?? neutral
}

/** Body parts. Maps, since the keys come from servers. */
export const parts: ReadonlyMap<string, string> = new Map([
  ["move", "#a9b7c6"],
  ["work", "#ffe56d"],
  ["attack", "#f93842"],
  ["ranged_attack", "#5d80b2"],
  ["heal", "#65fd62"],
  ["claim", "#b99cfb"],
  ["tough", "#f3f6fa"],
  ["carry", "#6b7684"]
])

/** Actions with a target. */
export const actions: ReadonlyMap<string, string> = new Map([
  ["harvest", energy],
  ["build", "#ffe9a8"],
  ["repair", "#8fe388"],
  ["upgradeController", "#7fe9ff"],
  ["reserveController", "#b99cfb"],
  ["attack", "#ff5a5a"],
  ["rangedAttack", "#7aa2ff"],
  ["heal", "#65fd62"],
  ["rangedHeal", "#65fd62"],
  ["transferEnergy", energy]
])

/** Minerals. */
export const minerals: ReadonlyMap<string, string> = new Map([
  ["H", "#cfd6de"],
  ["O", "#cfd6de"],
  ["U", "#50d7f9"],
  ["L", "#00f4a2"],
  ["K", "#b58cff"],
  ["Z", "#ffd08a"],
  ["X", "#ff7a7a"]
])

/** What deposits supply. */
export const deposits: ReadonlyMap<string, string> = new Map([
  ["biomass", "#84b012"],
  ["metal", "#b08a6e"],
  ["mist", "#c08ad6"],
  ["silicon", "#4ca7e5"]
])
