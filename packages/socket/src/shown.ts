import * as ConsoleText from "@screeps-effect/schema/ConsoleText"

/** The most characters of a server's text that a message shows. */
const most = 200

/** Makes a text of a server fit for a message: one line of at most 200 characters, without control characters. */
export const shown = (text: string): string => ConsoleText.printableLine(text, most)
