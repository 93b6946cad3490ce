import type { ChainedCommands } from '@tiptap/core'
import { TextSelection } from '@tiptap/pm/state'

const SIZE = 3
const cell = { type: 'tableCell', content: [{ type: 'paragraph' }] }
const row = { type: 'tableRow', content: Array.from({ length: SIZE }, () => cell) }
const table = { type: 'table', content: Array.from({ length: SIZE }, () => row) }

/** A table where the caret is, to be written into from its first cell. */
export const insertTable = (chain: ChainedCommands): ChainedCommands =>
  chain.insertContent(table).command(({ tr }) => {
    // Inserting has left the caret at the table's end.
    const { $from } = tr.selection
    for (let depth = $from.depth; depth > 0; depth--)
      if ($from.node(depth).type.name === 'table')
        tr.setSelection(TextSelection.near(tr.doc.resolve($from.start(depth))))
    return true
  })
