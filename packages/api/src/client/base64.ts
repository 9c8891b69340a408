/** Base64 of texts and bytes with what every platform has: Effect's own codec is in no other part of a small web page. */

/** Returns the base64 of bytes. @internal */
export const encode = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""))

/** Returns the base64 of a text in UTF-8. @internal */
export const encodeText = (text: string): string => encode(new TextEncoder().encode(text))

/** Returns the UTF-8 text that base64 stands for; an empty text if `digits` is not base64. @internal */
export const decodeText = (digits: string): string => {
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(digits), (character) => character.charCodeAt(0)))
  } catch {
    return ""
  }
}
