import { classes } from '../../ui/classes.ts'
import { textColours } from '../surfaces/textColours.tsx'

const grounds = [{ key: null, label: 'Default' }, { key: 'none', label: 'None' }, ...textColours] as const

type GroundsProps = { value: string | null; onPick: (ground: string | null) => void }

/** The background colours of a callout. */
export const Grounds = ({ value, onPick }: GroundsProps) => (
  <fieldset className="flex flex-none items-center justify-between px-2 pb-2">
    <legend className="px-1 pt-2 pb-1 text-12 text-ink-3">Background</legend>
    {grounds.map(({ key, label }) => (
      <button
        key={label}
        type="button"
        aria-label={label}
        aria-pressed={key === value}
        onClick={() => onPick(key)}
        className="grid size-7 place-items-center rounded-control hover:bg-hover aria-pressed:bg-press"
      >
        <span
          data-background={key}
          className={classes('callout-swatch size-4.5 rounded-tag', key === value && 'is-chosen')}
        />
      </button>
    ))}
  </fieldset>
)
