/** The server of room history as a process of its own: prints its address, and reads its delay from the environment. */
import { serve } from "./historyServer.ts"

const { url } = await serve({
  delay: Number(process.env["DELAY"]),
  isDown: false,
  isLimited: false,
  isAbsent: () => false
})
console.log(url)
