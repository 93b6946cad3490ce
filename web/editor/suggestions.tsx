/** The two menus that typing opens: blocks after a slash, people after an at sign. */
import { Extension } from '@tiptap/core'
import { PluginKey } from '@tiptap/pm/state'
import { ReactRenderer } from '@tiptap/react'
import { Suggestion, type SuggestionOptions, type SuggestionProps } from '@tiptap/suggestion'
import { getRows } from '../data/rows.ts'
import { type SlashChoice, type SlashKeys, SlashMenu } from './SlashMenu.tsx'
import { slashChoices } from './slashChoices.ts'

const menu =
  (choicesOf: (query: string) => readonly SlashChoice[]): SuggestionOptions['render'] =>
  () => {
    let shown: ReactRenderer<SlashKeys> | null = null
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
    const propsOf = (props: SuggestionProps) => ({
      editor: props.editor,
      range: props.range,
      query: props.query,
      choices: choicesOf(props.query),
    })
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
      onKeyDown: ({ event }) => (event.key === 'Escape' ? false : (shown?.ref?.onKeyDown(event) ?? false)),
      onExit: () => {
        shown?.element.remove()
        shown?.destroy()
        shown = null
      },
    }
  }

const peopleChoices = (): SlashChoice[] =>
  getRows('user').map(person => ({
    id: person.id,
    label: person.display_name,
    icon: 'at-sign',
    run: (editor, range) =>
      editor
        .chain()
        .focus()
        .deleteRange(range)
        .insertContent([
          {
            type: 'mention',
            attrs: {
              id: crypto.randomUUID(),
              label: person.display_name,
              target: 'users',
              entity_name: 'user_mention',
              entity_identifier: person.id,
            },
          },
          { type: 'text', text: ' ' },
        ])
        .run(),
  }))

export const Suggestions = Extension.create({
  name: 'suggestions',
  addProseMirrorPlugins() {
    return [
      Suggestion({
        editor: this.editor,
        char: '/',
        pluginKey: new PluginKey('slash'),
        render: menu(() => slashChoices),
      }),
      Suggestion({
        editor: this.editor,
        char: '@',
        pluginKey: new PluginKey('people'),
        render: menu(peopleChoices),
      }),
    ]
  },
})
