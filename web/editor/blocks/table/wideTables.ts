/** Tables wider than their text: moved by keys as well, where no caret takes one along. */
import { Extension } from '@tiptap/core'
import { Plugin, PluginKey } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'

const REGION = { tabindex: '0', role: 'region', 'aria-label': 'Table' }

/** In a text that is only read. In one that is edited a place of its own to focus would take the caret out of the text. */
export const WideTables = Extension.create({
  name: 'wideTables',
  addProseMirrorPlugins() {
    const { editor } = this
    return [
      new Plugin({
        key: new PluginKey('wideTables'),
        props: {
          decorations: ({ doc }) => {
            if (editor.isEditable) return null
            const tables: Decoration[] = []
            doc.descendants((node, at) => {
              if (node.type.name === 'table') tables.push(Decoration.node(at, at + node.nodeSize, REGION))
              return !node.isTextblock
            })
            return DecorationSet.create(doc, tables)
          },
        },
      }),
    ]
  },
})

/** The same for elements that are shown without an editor. */
export const showTables = (text: ParentNode) => {
  for (const table of text.querySelectorAll('table')) {
    const region = Object.assign(document.createElement('div'), { className: 'tableWrapper' })
    for (const [name, value] of Object.entries(REGION)) region.setAttribute(name, value)
    table.replaceWith(region)
    region.append(table)
  }
}
