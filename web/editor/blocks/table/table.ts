/** Tables with columns that can be pulled. */
import type { Node } from '@tiptap/core'
import { columnResizing } from '@tiptap/pm/tables'
import { MIN_COLUMN } from './tableMenus.tsx'

/**
 * The extension asks once whether it may be changed, and a shared text is opened before that is known: its own way to pull
 * columns would never come. This one asks each time.
 */
export const editedTable = (plain: Node): Node =>
  plain
    .extend({
      addProseMirrorPlugins() {
        const size = { cellMinWidth: MIN_COLUMN, defaultCellMinWidth: MIN_COLUMN }
        return [columnResizing({ ...size, View: null }), ...(this.parent?.() ?? [])]
      },
    })
    .configure({ resizable: false, cellMinWidth: MIN_COLUMN })
