/** Listens with `sockjs-client`, as the game's own client does. */
import SockJS from "sockjs-client"

const { password, room, tasks, userId, username } = JSON.parse(process.argv[2])

const post = async (url, path, body, headers = {}) => {
  const response = await fetch(`${url}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body)
  })
  return response.json()
}

/** Opens a session; `receives` waits for a message. */
const open = (url, options) => {
  const client = new SockJS(`${url}/socket`, undefined, options)
  const received = []
  const waiting = new Set()
  client.addEventListener("message", ({ data }) => {
    received.push(data)
    for (const check of waiting) check()
  })
  const closed = new Promise((resume) =>
    client.addEventListener("close", ({ code, reason }) => resume(`${code} ${reason}`))
  )
  const receives = (pattern) =>
    new Promise((resume) => {
      const check = () => {
        if (received.some((data) => pattern.test(data))) resume(waiting.delete(check))
      }
      waiting.add(check)
      check()
    })
  return { client, closed, receives }
}

const programs = {
  channels: async (url) => {
    const { token } = await post(url, "/api/auth/signin", { email: username, password })
    const { client, closed, receives } = open(url)
    await receives(/^protocol /)
    client.send(`auth ${token}`)
    await receives(/^auth ok /)
    client.send(`subscribe user:${userId}/console`)
    client.send(`subscribe room:${room}`)
    client.send(`subscribe roomMap2:${room}`)
    await Promise.all([receives(/^\["room:/), receives(/^\["roomMap2:/)])
    const headers = { "X-Token": token, "X-Username": token }
    // Again each second: a line that the server loses must not end the recording.
    const send = () => post(url, "/api/user/console", { expression: "1 + 1" }, headers)
    const timer = setInterval(send, 1000)
    await send()
    await receives(/\/console".*"results":\["2"/)
    clearInterval(timer)
    const { transport } = client
    client.close()
    return `${transport}, ${await closed}`
  },
  "a wrong token": async (url) => {
    const { client, closed, receives } = open(url)
    await receives(/^protocol /)
    client.send("auth 0123")
    await receives(/^auth failed/)
    client.close()
    return `refused, ${await closed}`
  },
  "a transport without WebSocket": async (url) => {
    const { client, closed, receives } = open(url, { transports: ["xhr-polling"] })
    const outcome = await Promise.race([closed, receives(/^protocol /).then(() => "open")])
    client.close()
    return outcome
  }
}

for (const { task, url } of tasks) console.log(`${task}: ${await programs[task](url)}`)
process.exit(0)
