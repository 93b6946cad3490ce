/** An item may begin with any block, but one who makes a list of a heading or of code means its words. */
import { commands, Extension } from '@tiptap/core'
import type { EditorState } from '@tiptap/pm/state'

const isWithinItem = ({ selection: { $from } }: EditorState) =>
  Array.from({ length: $from.depth }, (_, depth) => $from.node(depth + 1).type.name).some(name =>
    name.endsWith('Item'),
  )

export const ListsOfWords = Extension.create({
  name: 'listsOfWords',
  addCommands: () => ({
    toggleList:
      (...list) =>
      props => {
        if (!isWithinItem(props.state)) props.commands.setParagraph()
        return commands.toggleList(...list)(props)
      },
  }),
})
