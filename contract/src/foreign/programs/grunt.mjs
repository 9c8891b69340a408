/** Uploads files with `grunt-screeps`. */
import { createRequire } from "node:module"
import { dirname } from "node:path"
import grunt from "grunt"

const { password, tasks, username } = JSON.parse(process.argv[2])

const target = (task, options) => {
  const { url } = tasks.find((one) => one.task === task)
  const { hostname, port } = new URL(url)
  const server = { host: hostname, port: Number(port), http: true, name: "a server" }
  return { src: ["*.js"], options: { server, email: username, password, ...options } }
}

grunt.initConfig({
  screeps: {
    existing: target("an existing branch", { branch: "default" }),
    new: target("a new branch", { branch: "grunt" }),
    refused: target("a wrong password", { password: "nothing" })
  }
})
grunt.loadTasks(dirname(createRequire(import.meta.url).resolve("grunt-screeps/tasks/screeps.js")))
grunt.tasks(["screeps"], { gruntfile: false, color: false })
