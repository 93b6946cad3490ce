/** Words on a ground of colour, by one key. */
import { type Editor, Extension } from '@tiptap/core'
import { type Coloured, setColour } from './textColours.tsx'

let latest = 'orange'

/** Toggles the highlight in the colour chosen last. */
const toggle = (editor: Editor) => {
  const { backgroundColor } = editor.getAttributes('customColor') as Coloured
  if (backgroundColor) latest = backgroundColor
  setColour(editor, { backgroundColor: backgroundColor ? null : latest })
  return true
}

export const Highlight = Extension.create({
  name: 'highlight',
  addKeyboardShortcuts() {
    return { 'Mod-Shift-h': () => toggle(this.editor) }
  },
})
