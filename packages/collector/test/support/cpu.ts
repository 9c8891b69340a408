/** Processor time and memory of processes, on Linux. */
import { existsSync, readFileSync } from "node:fs"

/** Returns the seconds of processor time that a process has used; 0 if it does not exist. */
export const cpuOf = (pid: number): number => {
  const stat = `/proc/${pid}/stat`
  if (!existsSync(stat)) return 0
  const fields = readFileSync(stat, "utf8").split(") ", 2)[1]?.split(" ") ?? []
  // User and system time in hundredths: of itself, and of children that have ended.
  return [11, 12, 13, 14].reduce((sum, i) => sum + Number(fields[i] ?? 0), 0) / 100
}

/** Returns the resident memory of a process in megabytes; 0 if it does not exist. */
export const memoryOf = (pid: number): number => {
  const status = `/proc/${pid}/status`
  if (!existsSync(status)) return 0
  const [, kilobytes] = /^VmRSS:\s*(\d+) kB$/m.exec(readFileSync(status, "utf8")) ?? []
  return Math.round(Number(kilobytes ?? 0) / 1000)
}
