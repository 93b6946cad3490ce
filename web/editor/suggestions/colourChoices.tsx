/** The colours that a slash offers by their names: of the words that are written next. */

import { type Coloured, Swatch, textColours } from '../surfaces/textColours.tsx'
import type { SlashChoice } from './SlashMenu.tsx'

const colour = (id: string, label: string, change: Coloured, icon: SlashChoice['icon']): SlashChoice => ({
  id,
  section: change.color === undefined ? 'Background colours' : 'Colours',
  label,
  words: ['color', 'colour'],
  icon,
  run: (editor, range) => {
    const now = { ...(editor.getAttributes('customColor') as Coloured), ...change }
    const chain = editor.chain().focus().deleteRange(range)
    // Words written before keep their colour.
    if (now.color || now.backgroundColor) chain.setMark('customColor', now).run()
    else chain.unsetMark('customColor').run()
  },
})

const none = [
  colour('color-none', 'Default colour', { color: null }, <Swatch />),
  colour('ground-none', 'Default background', { backgroundColor: null }, <Swatch />),
]

/** Nothing until words are typed: they would hide the blocks. */
export const colourChoices = (query: string): SlashChoice[] =>
  query.length < 2
    ? []
    : [
        none[0]!,
        ...textColours.map(({ key, label }) =>
          colour(`color-${key}`, label, { color: key }, <Swatch text={key} />),
        ),
        none[1]!,
        ...textColours.map(({ key, label }) =>
          colour(`ground-${key}`, `${label} background`, { backgroundColor: key }, <Swatch ground={key} />),
        ),
      ]
