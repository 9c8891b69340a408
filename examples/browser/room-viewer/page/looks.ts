/** Colours. */
import { UserId } from "@screeps-effect/schema"

export const ground = { plain: "#1b2027", swamp: "#1d2a24", wall: "#0a0d10" } as const
export const edges = { swamp: "#28392f", wall: "#38424e" } as const

export const energy = "#ffd34d"
export const neutral = "#8894a3"

const mine = "#4fd6be"
const npcs: ReadonlyMap<string, string> = new Map([
  [UserId.invader, "#ff4b4b"],
  [UserId.sourceKeeper, "#ff8b3d"]
])
const others = ["#ff6b8b", "#b58cff", "#6aa8ff", "#ffb454", "#e87ae0", "#9bd85b"] as const

/** Returns the colour of an owner: a fixed one for the viewer, otherwise one derived from the user's id. */
export const ownerColour = (user: UserId.UserId | undefined, me: UserId.UserId | undefined): string => {
  if (user === undefined) return neutral
  if (user === me) return mine
  let sum = 0
  for (const letter of user) sum = (sum * 31 + letter.charCodeAt(0)) % 9973
  return npcs.get(user) ?? others[sum % others.length] ?? neutral
}

export const parts: Readonly<Record<string, string>> = {
  move: "#a9b7c6",
  work: "#ffe56d",
  attack: "#f93842",
  ranged_attack: "#5d80b2",
  heal: "#65fd62",
  claim: "#b99cfb",
  tough: "#f3f6fa",
  carry: "#6b7684"
}

export const actions: Readonly<Record<string, string>> = {
  harvest: energy,
  build: "#ffe9a8",
  repair: "#8fe388",
  upgradeController: "#7fe9ff",
  reserveController: "#b99cfb",
  attack: "#ff5a5a",
  rangedAttack: "#7aa2ff",
  heal: "#65fd62",
  rangedHeal: "#65fd62",
  transferEnergy: energy
}

/** Minerals, by their letter. */
export const minerals: Readonly<Record<string, string>> = {
  H: "#cfd6de",
  O: "#cfd6de",
  U: "#50d7f9",
  L: "#00f4a2",
  K: "#b58cff",
  Z: "#ffd08a",
  X: "#ff7a7a"
}
