/** Goes from the caret to the controls of its block: the language of code, the icon of a callout, a table's menu. */
import { type Editor, Extension } from '@tiptap/core'
import { NodeSelection } from '@tiptap/pm/state'

const controlIn = (editor: Editor): HTMLElement | null => {
  const { selection } = editor.state
  const places = [...Array(selection.$from.depth).keys()].map(depth => selection.$from.before(depth + 1))
  if (selection instanceof NodeSelection) places.push(selection.from)
  for (const place of places.reverse()) {
    const shown = editor.view.nodeDOM(place)
    const control =
      shown instanceof HTMLElement ? shown.querySelector<HTMLElement>('[data-block-control]') : null
    if (control) return control
  }
  return null
}

export const BlockControl = Extension.create({
  name: 'blockControl',
  addKeyboardShortcuts() {
    return {
      'Alt-Enter': () => {
        const control = controlIn(this.editor)
        control?.focus()
        control?.click()
        return control !== null
      },
    }
  },
})
