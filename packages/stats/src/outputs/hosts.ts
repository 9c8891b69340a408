/**
 * Decides which requests a server of metrics responds to. A web page can give a name of its own the address of this
 * machine and read what is served there; the header `Host` contains that name.
 */

const shape = /^(\[[\da-f:.]+\]|[\w.-]+)(?::\d{1,5})?$/i
const ipv4 = /^\d{1,3}(?:\.\d{1,3}){3}$/

/**
 * Whether a request for this host is allowed: addresses, names without a dot, such as `localhost` or a container's name,
 * and listed names. Nobody can register a name without a dot.
 */
export const isAllowed = (header: string | undefined, hosts: ReadonlyArray<string>): boolean => {
  if (header === undefined || header.length > 300) return false
  const name = shape.exec(header)?.[1]?.toLowerCase()
  if (name === undefined) return false
  return (
    name.startsWith("[") ||
    !name.includes(".") ||
    ipv4.test(name) ||
    hosts.some((host) => host.toLowerCase() === name)
  )
}
