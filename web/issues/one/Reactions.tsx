import { type FormEvent, useState } from 'react'
import { useRows } from '../../data/rows.ts'
import { viewer } from '../../data/viewer.ts'
import { classes } from '../../ui/classes.ts'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { TextInput } from '../../ui/controls/TextInput.tsx'
import { Popover } from '../../ui/popups/Popover.tsx'
import { Tooltip } from '../../ui/popups/Tooltip.tsx'

// As decimal code points, which is how a reaction travels.
const OFFERED = ['128077', '128078', '128516', '128165', '128533', '129505', '9992', '128064']
const MAX_CODE = 20

const emojiOf = (code: string): string => {
  const points = code.split('-').map(Number)
  const isText = points.every(point => Number.isInteger(point) && point > 0 && point <= 0x10ffff)
  return isText ? String.fromCodePoint(...points) : '?'
}

/** The code of the first emoji of a text; null where there is none that can be kept. */
export const codeOf = (text: string): string | null => {
  const [first] = new Intl.Segmenter().segment(text.trim())
  if (!first || !/\p{Extended_Pictographic}|\p{Regional_Indicator}/u.test(first.segment)) return null
  const code = [...first.segment].map(sign => sign.codePointAt(0)).join('-')
  return code.length <= MAX_CODE ? code : null
}

type Reaction = { id: string; actor: string; reaction: string; created_at: string }
type ReactionsProps = {
  rows: readonly Reaction[]
  /** Missing where one may only look. */
  onToggle?: (code: string) => void
  className?: string
}

const namesOf = (people: Map<string, string>, actors: readonly string[]) => {
  const names = actors.slice(0, 3).map(id => people.get(id) ?? 'Someone')
  return actors.length > 3 ? `${names.join(', ')} and ${actors.length - 3} more` : names.join(', ')
}

/** Reactions: one chip for each emoji, and a way to add another. */
export const Reactions = ({ rows, onToggle, className }: ReactionsProps) => {
  const people = new Map(useRows('user').map(person => [person.id, person.display_name]))
  const sorted = [...rows].sort((a, b) => a.created_at.localeCompare(b.created_at))
  const groups = Map.groupBy(sorted, row => row.reaction)
  if (groups.size === 0) return null
  return (
    <div className={classes('flex flex-wrap items-center gap-1', className)}>
      {[...groups].map(([code, given]) => {
        const isOwn = given.some(row => row.actor === viewer()?.id)
        const names = namesOf(
          people,
          given.map(row => row.actor),
        )
        return (
          <Tooltip key={code} label={names}>
            <button
              type="button"
              aria-pressed={isOwn}
              aria-label={`${emojiOf(code)} ${given.length}: ${names}`}
              aria-disabled={!onToggle || undefined}
              onClick={() => onToggle?.(code)}
              className={classes(
                'num flex h-6 items-center gap-1.5 rounded-full px-2 text-12 max-md:h-8',
                isOwn
                  ? 'bg-accent-tint text-accent-text shadow-[inset_0_0_0_1px_var(--accent)]'
                  : 'bg-press text-ink-2',
              )}
            >
              <span aria-hidden="true">{emojiOf(code)}</span>
              {given.length}
            </button>
          </Tooltip>
        )
      })}
      {onToggle && <ReactionPicker onPick={onToggle} />}
    </div>
  )
}

/** The first reaction is begun elsewhere; from then on the picker is beside the chips. */
export const ReactionPicker = ({ onPick }: { onPick: (code: string) => void }) => {
  const [open, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const [isRefused, setRefused] = useState(false)
  const pick = (code: string) => {
    setOpen(false)
    setTyped('')
    onPick(code)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const code = codeOf(typed)
    if (code) pick(code)
    else setRefused(true)
  }
  return (
    <Popover
      label="React"
      open={open}
      onOpenChange={setOpen}
      className="w-62 p-2"
      trigger={<IconButton icon="smile-plus" size="strip" label="React" />}
    >
      <div className="grid grid-cols-8 gap-0.5">
        {OFFERED.map(code => (
          <button
            key={code}
            type="button"
            aria-label={`React with ${emojiOf(code)}`}
            onClick={() => pick(code)}
            className="grid size-7 place-items-center rounded-control text-16 hover:bg-hover"
          >
            <span aria-hidden="true">{emojiOf(code)}</span>
          </button>
        ))}
      </div>
      <form onSubmit={submit} className="mt-2">
        <TextInput
          height="control"
          aria-label="Another emoji"
          placeholder="Type another emoji, then press Enter"
          value={typed}
          aria-invalid={isRefused || undefined}
          onChange={event => {
            setTyped(event.target.value)
            setRefused(false)
          }}
        />
        {isRefused && (
          <p role="alert" className="mt-1 text-12 text-danger">
            That is not an emoji.
          </p>
        )}
      </form>
    </Popover>
  )
}
