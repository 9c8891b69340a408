/** Collects bytes that are received in parts, up to a bound. @internal */
export const collectBytes = (mostBytes: number) => {
  const parts: Array<Uint8Array> = []
  let total = 0
  return {
    /** Adds a part; `false` when there are more bytes than the bound, and no more parts are needed. */
    add: (part: Uint8Array): boolean => {
      total += part.byteLength
      if (total > mostBytes) return false
      parts.push(part)
      return true
    },
    /** Returns all bytes; `undefined` when there are more than the bound. */
    end: (): Uint8Array | undefined => {
      if (total > mostBytes) return undefined
      const [only = new Uint8Array()] = parts
      if (parts.length < 2) return only
      const whole = new Uint8Array(total)
      let at = 0
      for (const part of parts) {
        whole.set(part, at)
        at += part.byteLength
      }
      return whole
    }
  }
}
