import { entriesOf } from '#contract/keys.ts'
import { palette } from '#contract/text/signs.ts'
import { classes } from '../../ui/classes.ts'
import { roleColour } from '../../ui/colours.ts'
import type { MenuEntry } from '../../ui/popups/Menu.tsx'

export const shades = entriesOf(palette)

type ColourDotsProps = { label: string; value: string; onPick: (colour: string) => void }

/** The colours of the palette as dots, and after them any other. */
export const ColourDots = ({ label, value, onPick }: ColourDotsProps) => (
  <fieldset aria-label={label} className="flex flex-none items-center gap-0.5">
    {shades.map(([name, hex]) => (
      <button
        key={name}
        type="button"
        aria-label={name}
        aria-pressed={hex === value.toLowerCase()}
        onClick={() => onPick(hex)}
        className="grid size-6 place-items-center rounded-full focus-visible:outline-2 focus-visible:outline-accent max-md:hidden"
      >
        <span
          className={classes(
            'size-3.5 rounded-full',
            hex === value.toLowerCase() && 'outline-2 outline-ink outline-offset-1',
          )}
          style={{ background: roleColour(hex) }}
        />
      </button>
    ))}
    <label className="relative grid size-6 place-items-center">
      <span className="sr-only">Another colour</span>
      <input
        type="color"
        value={/^#[0-9a-f]{6}$/i.test(value) ? value : '#888888'}
        onChange={event => onPick(event.target.value)}
        className="size-4 appearance-none overflow-hidden rounded-full border-0 bg-transparent p-0"
      />
    </label>
  </fieldset>
)

/** The colours of the palette as entries of a menu. */
export const colourEntries = (colour: string, onPick: (colour: string) => void): MenuEntry[] =>
  shades.map(([name, hex]) => ({
    id: name,
    label: name.charAt(0).toUpperCase() + name.slice(1),
    icon: <span className="size-3.5 flex-none rounded-full" style={{ background: roleColour(hex) }} />,
    checked: colour.toLowerCase() === hex,
    run: () => onPick(hex),
  }))
