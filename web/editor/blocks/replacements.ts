/** Replaces typed signs by those that keyboards lack; each can be undone by itself. */
import { Extension, textInputRule } from '@tiptap/core'
import { Typography } from '@tiptap/extension-typography'

export const Replacements = Extension.create({
  name: 'replacements',
  // Above the undo of the shared text, which would take the typed words along.
  priority: 1100,
  addExtensions: () => [
    Typography.configure({
      // Quotation marks are a matter of language.
      openDoubleQuote: false,
      closeDoubleQuote: false,
      openSingleQuote: false,
      closeSingleQuote: false,
    }),
  ],
  addInputRules: () => [textInputRule({ find: /=>$/, replace: '⇒' })],
  addKeyboardShortcuts() {
    return { 'Mod-z': () => this.editor.commands.undoInputRule() }
  },
})
