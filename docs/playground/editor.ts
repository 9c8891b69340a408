/** The editor, in a part of its own: it is loaded after the page is there. */
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands"
import { javascript } from "@codemirror/lang-javascript"
import { bracketMatching, HighlightStyle, indentOnInput, syntaxHighlighting } from "@codemirror/language"
import { EditorState } from "@codemirror/state"
import { drawSelection, EditorView, keymap, lineNumbers } from "@codemirror/view"
import { tags } from "@lezer/highlight"

/** Colours come from the site, which has light and dark ones. */
const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword, tags.modifier], color: "var(--code-keyword)" },
  { tag: [tags.string, tags.special(tags.string), tags.regexp], color: "var(--code-string)" },
  { tag: [tags.number, tags.bool, tags.null], color: "var(--code-number)" },
  { tag: [tags.comment], color: "var(--code-comment)" },
  { tag: [tags.typeName, tags.className], color: "var(--code-type)" }
])

/** An editor of a program. */
export interface Editor {
  readonly get: () => string
  readonly set: (code: string) => void
  readonly end: () => void
}

/** Puts the editor into the page, in place of a text field. Escape and then Tab leaves it. */
export const edit = (field: HTMLTextAreaElement): Editor => {
  const state = (doc: string) =>
    EditorState.create({
      doc,
      extensions: [
        lineNumbers(),
        history(),
        drawSelection(),
        indentOnInput(),
        bracketMatching(),
        javascript({ typescript: true }),
        syntaxHighlighting(colours),
        EditorView.contentAttributes.of({ "aria-label": field.ariaLabel ?? "" }),
        // `Mod-Enter` runs the program.
        keymap.of([{ key: "Mod-Enter", run: () => true }, ...defaultKeymap, ...historyKeymap, indentWithTab])
      ]
    })
  const view = new EditorView({ state: state(field.value) })
  field.replaceWith(view.dom)
  return {
    get: () => view.state.doc.toString(),
    set: (code) => view.setState(state(code)),
    end: () => view.destroy()
  }
}
