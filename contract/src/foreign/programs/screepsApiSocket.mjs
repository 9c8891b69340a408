/** Listens with the socket of npm's `screeps-api` while it changes things over HTTP. */
import { ScreepsAPI } from "screeps-api"

const { password, room, tasks, username } = JSON.parse(process.argv[2])

/** Waits for a message of a channel. */
const next = (socket, channel, matches = () => true) =>
  new Promise((resume) => {
    socket.on(channel, ({ data }) => {
      if (matches(data)) resume()
    })
  })

/** Changes something, again each second, until the message arrives: the first change may come before the subscription. */
const until = async (arrived, change) => {
  const timer = setInterval(() => void change(), 1000)
  await change()
  await arrived
  clearInterval(timer)
}

const programs = {
  channels: async ({ code, console: send, socket }) => {
    const arrived = Promise.all([
      next(socket, "console", ({ messages }) => messages.results.length > 0),
      ...["code", "room", "roomMap2"].map((channel) => next(socket, channel))
    ])
    for (const channel of ["console", "code", `room:${room}`, `roomMap2:${room}`])
      await socket.subscribe(channel)
    await until(arrived, async () => {
      await send("1 + 1")
      await code.set("default", { main: "" })
    })
    await socket.unsubscribe("console")
    return "all arrived"
  },
  "a path of Memory": async ({ memory, socket }) => {
    const arrived = next(socket, "memory/listened")
    await socket.subscribe("memory/listened")
    await until(arrived, () => memory.set("listened", 1))
    return "arrived"
  },
  "compressed frames": async ({ socket }) => {
    // It reads the promise of the inflated text as if it were the text.
    const failure = new Promise((resume) => {
      process.once("uncaughtException", (error) => resume(`fails: ${error.name}`))
    })
    await socket.gzip(true)
    await socket.subscribe(`room:${room}`)
    return Promise.race([failure, next(socket, "room").then(() => "arrived")])
  }
}

for (const { task, url } of tasks) {
  const { hostname, port } = new URL(url)
  const api = new ScreepsAPI({ protocol: "http", hostname, port, path: "/" })
  await api.auth(username, password)
  await api.socket.connect()
  console.log(`${task}: ${await programs[task](api)}`)
  api.socket.disconnect()
}
process.exit(0)
