/** An empty text, compressed: the response for a value without JSON text, such as a function. @internal */
export const packedNothing = "gz:H4sIAAAAAAAAAwMAAAAAAAAAAAA=" // cspell:disable-line
