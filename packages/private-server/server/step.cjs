// Runs one command of the installation, beside `keeper.cjs`, which ends the group of this process when the installer is
// gone, however that ended.
const { spawn } = require("node:child_process")

const [file, ...args] = process.argv.slice(2)
spawn(file, args, { stdio: ["ignore", "inherit", "inherit"] })
  .once("error", (error) => {
    console.error(error.message)
    process.exit(1)
  })
  .once("exit", (code) => process.exit(code ?? 1))
