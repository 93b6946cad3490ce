/** Signs that are typed by several others. Undo takes back the sign alone, as does Backspace. */
import { Extension, textInputRule } from '@tiptap/core'

const signs: readonly [RegExp, string][] = [
  [/--$/, '—'],
  [/\.\.\.$/, '…'],
  [/->$/, '→'],
  [/<-$/, '←'],
  [/=>$/, '⇒'],
  [/\(c\)$/, '©'],
  [/\(r\)$/, '®'],
  [/\(tm\)$/, '™'],
  [/\(sm\)$/, '℠'],
  [/(?:^|\s)(1\/2)\s$/, '½'],
  [/(?:^|\s)(1\/4)\s$/, '¼'],
  [/(?:^|\s)(3\/4)\s$/, '¾'],
  [/\+\/-$/, '±'],
  [/!=$/, '≠'],
  [/<<$/, '«'],
  [/>>$/, '»'],
  [/\d\s?(x)\s?\d$/, '×'],
  [/\^2$/, '²'],
  [/\^3$/, '³'],
]

/** Between backticks stands what is about to be code: there every sign means itself. */
const outsideCode = (sign: RegExp) => new RegExp(`(?<=^(?:[^\`]|\`[^\`]*\`)*)(?:${sign.source})`)

export const Typography = Extension.create({
  name: 'typography',
  // Before the undo of the shared text.
  priority: 1100,
  addInputRules: () => signs.map(([find, replace]) => textInputRule({ find: outsideCode(find), replace })),
  addKeyboardShortcuts() {
    return { 'Mod-z': () => this.editor.commands.undoInputRule() }
  },
})
