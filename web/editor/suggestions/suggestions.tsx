/** The menus that typing opens: blocks after a slash, people and things after an at sign, issues after a hash, signs after a colon. */
import { type Editor, Extension } from '@tiptap/core'
import { Plugin, PluginKey } from '@tiptap/pm/state'
import { ReactRenderer } from '@tiptap/react'
import { Suggestion, type SuggestionOptions, type SuggestionProps } from '@tiptap/suggestion'
import { emojiChoices } from './emojiChoices.tsx'
import { issueMentions } from './issueMentions.ts'
import { mentionChoices } from './mentionChoices.tsx'
import { type Choices, firstTaken, type SlashKeys, SlashMenu } from './SlashMenu.tsx'
import { insertChoices } from './slashChoices.ts'

type ChoicesOf = (query: string, editor: Editor) => Choices

const menu =
  (choicesOf: ChoicesOf, editor: Editor): SuggestionOptions['render'] =>
  () => {
    let shown: ReactRenderer<SlashKeys> | null = null
    let latest: SuggestionProps | null = null
    const place = (props: SuggestionProps) => {
      const at = props.clientRect?.()
      const element = shown?.element as HTMLElement | undefined
      if (!at || !element) return
      const below = at.bottom + 320 < innerHeight
      Object.assign(element.style, {
        position: 'fixed',
        zIndex: '20',
        left: `${Math.min(at.left, innerWidth - 280)}px`,
        ...(below
          ? { top: `${at.bottom + 4}px`, bottom: '' }
          : { bottom: `${innerHeight - at.top + 4}px`, top: '' }),
      })
    }
    const propsOf = (props: SuggestionProps) => {
      latest = props
      const { now, more } = choicesOf(props.query, props.editor)
      void more?.then(
        found => {
          // Of the words that are there now.
          if (latest !== props || found.length === 0) return
          shown?.updateProps({ choices: [...now, ...found] })
          place(props)
        },
        () => {},
      )
      return { editor: props.editor, range: props.range, query: props.query, choices: now }
    }
    return {
      onStart: props => {
        shown = new ReactRenderer(SlashMenu, { props: propsOf(props), editor: props.editor })
        document.body.append(shown.element)
        place(props)
      },
      onUpdate: props => {
        shown?.updateProps(propsOf(props))
        place(props)
      },
      onKeyDown: ({ view, event, range }) => {
        if (event.key === 'Escape') return false
        const query = view.state.doc.textBetween(range.from, range.to).slice(1)
        const isTaking = (event.key === 'Enter' || event.key === 'Tab') && !event.ctrlKey && !event.metaKey
        if (!isTaking || shown?.ref?.query === query) return shown?.ref?.onKeyDown(event) ?? false
        // The key has come before the list was drawn for these words: it means what the list would show first.
        const first = firstTaken(choicesOf(query, editor).now, query)
        first?.run(editor, range)
        return first !== undefined
      },
      onExit: () => {
        latest = null
        shown?.element.remove()
        shown?.destroy()
        shown = null
      },
    }
  }

// In code a sign is a sign.
const allow: SuggestionOptions['allow'] = ({ state, range }) =>
  !state.doc.resolve(range.from).parent.type.spec.code

// It offers blocks, and neither a table's cell nor a toggle's line holds any.
const allowBlocks: SuggestionOptions['allow'] = props => {
  const $at = props.state.doc.resolve(props.range.from)
  const isInTable = [...Array($at.depth).keys()].some(depth => $at.node(depth).type.name === 'table')
  return !isInTable && $at.parent.type.name !== 'detailsSummary' && allow(props)
}

/** A mention comes with its blank: people who type one as well have one all the same. */
const oneBlank = new Plugin({
  props: {
    handleTextInput: ({ state: { doc } }, from, to, text) =>
      text === ' ' &&
      from === to &&
      doc.resolve(from).parentOffset > 1 &&
      doc.textBetween(from - 1, from) === ' ' &&
      doc.resolve(from - 1).nodeBefore?.type.name === 'mention',
  },
})

export const Suggestions = Extension.create({
  name: 'suggestions',
  // Before the keys of whole blocks: an open list is closed first.
  priority: 300,
  addProseMirrorPlugins() {
    return [
      Suggestion({
        editor: this.editor,
        allow: allowBlocks,
        char: '/',
        pluginKey: new PluginKey('slash'),
        decorationClass: 'slash-query',
        render: menu(insertChoices, this.editor),
      }),
      Suggestion({
        editor: this.editor,
        allow,
        char: '@',
        pluginKey: new PluginKey('people'),
        decorationClass: 'slash-query',
        render: menu(mentionChoices, this.editor),
      }),
      Suggestion({
        editor: this.editor,
        allow,
        char: ':',
        pluginKey: new PluginKey('emojis'),
        decorationClass: 'slash-query',
        render: menu(emojiChoices, this.editor),
      }),
      Suggestion({
        editor: this.editor,
        allow,
        char: '#',
        pluginKey: new PluginKey('issues'),
        decorationClass: 'slash-query',
        render: menu(issueMentions, this.editor),
      }),
      oneBlank,
    ]
  },
})
