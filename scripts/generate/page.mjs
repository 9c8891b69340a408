// The page of rooms: live, and of replays.
import { page } from "./browser.mjs"

export const make = async ({ read, root }) => [
  await page({ folder: "packages/pictures/src/RoomPage/script", read, root })
]
