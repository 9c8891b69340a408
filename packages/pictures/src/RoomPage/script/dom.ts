/** Elements of the page. All texts are set as text, never as markup. */

/** Returns an element of the page's own markup. */
export const byId = <T extends HTMLElement>(id: string, kind: new () => T): T => {
  const found = document.getElementById(id)
  if (!(found instanceof kind)) throw new Error(`the page has no ${id}`)
  return found
}

/** Creates an element with a text. */
export const make = (tag: string, text = "", className = ""): HTMLElement => {
  const made = document.createElement(tag)
  made.textContent = text
  made.className = className
  return made
}

/** Returns the elements with data that `page.ts` has written. */
export const dataElements = (kind: "about" | "part"): ReadonlyArray<HTMLElement> => [
  ...document.querySelectorAll<HTMLElement>(`script[data-kind="${kind}"]`)
]

/** Reads the data of an element: it has the types of the constants that take it. */
export const dataOf = (script: HTMLElement | undefined) => JSON.parse(script?.textContent ?? "null")
