import type { Editor } from '@tiptap/core'

/** The colours of text by their stored keys; the theme defines their looks (colours.css). */
export const textColours = [
  { key: 'gray', label: 'Grey' },
  { key: 'peach', label: 'Peach' },
  { key: 'pink', label: 'Pink' },
  { key: 'orange', label: 'Orange' },
  { key: 'green', label: 'Green' },
  { key: 'light-blue', label: 'Light blue' },
  { key: 'dark-blue', label: 'Dark blue' },
  { key: 'purple', label: 'Purple' },
] as const

/** A letter in a colour, or on one. */
export const Swatch = ({ text, ground }: { text?: string; ground?: string }) => (
  <span
    aria-hidden="true"
    data-text-color={text}
    data-background-color={ground}
    className="grid size-4.5 place-items-center rounded-tag font-semibold text-11 shadow-[inset_0_0_0_1px_var(--line)]"
  >
    A
  </span>
)

export type Coloured = { color?: string | null; backgroundColor?: string | null }

/** Both colours go with the last of them. */
export const setColour = (editor: Editor, change: Coloured) => {
  const now = { ...(editor.getAttributes('customColor') as Coloured), ...change }
  const chain = editor.chain().focus()
  if (now.color || now.backgroundColor) chain.setMark('customColor', now).run()
  else chain.extendMarkRange('customColor').unsetMark('customColor').run()
}
