import { type ReactNode, useState } from 'react'
import { Button } from '../../../ui/controls/Button.tsx'
import { Segmented } from '../../../ui/controls/Segmented.tsx'
import { Icon } from '../../../ui/icons.tsx'
import { Picker } from '../../../ui/popups/Picker.tsx'
import type { PickerOption } from '../../../ui/popups/useChoices.ts'

type SuccessorProps = {
  /** "12 issues are in On site. Put them in" */
  question: string
  label: string
  options: readonly PickerOption[]
  first: string | null
  /** Offered beside the options: nothing instead. */
  none?: string
  startsWithNone?: boolean
  action: string
  text?: ReactNode
  onCancel: () => void
  onGo: (next: string | null) => void
}

const NONE = ''
const MOST_PARTS = 7
const MOST_LETTERS = 6

/** The question below a row that goes: which one takes its place. */
export const Successor = (props: SuccessorProps) => {
  const { question, label, options, first, none, startsWithNone, action, text, onCancel, onGo } = props
  const all = none ? [...options, { id: NONE, name: none }] : options
  const [next, setNext] = useState(first ?? (startsWithNone ? NONE : (options[0]?.id ?? NONE)))
  // A few words stand beside each other, more of them below each other.
  const isShort =
    all.every(({ icon, name }) => !icon && name.length <= MOST_LETTERS) && all.length <= MOST_PARTS
  const chosen = all.find(one => one.id === next)
  return (
    // biome-ignore lint/a11y/useSemanticElements: it is no form of its own
    <div
      role="group"
      aria-label={action}
      onKeyDown={event => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onCancel()
      }}
      className="px-2 pb-2 md:pl-8"
    >
      <div className="flex min-h-9 flex-wrap items-center gap-2">
        <span className="text-ink-2">{question}</span>
        {isShort ? (
          <Segmented
            label={label}
            parts={all.map(({ id, name }) => ({ id, label: name }))}
            value={next}
            onChange={setNext}
          />
        ) : (
          <Picker label={label} options={all} value={[next]} onPick={([id]) => setNext(id ?? next)}>
            <Button variant="neutral" className="bg-raised max-md:h-11">
              {chosen?.icon}
              {chosen?.name ?? 'Choose'}
              <Icon name="chevron-down" size={12} className="text-ink-3" />
            </Button>
          </Picker>
        )}
        <span className="text-ink-2">instead</span>
        <span className="flex-1" />
        <Button autoFocus onClick={onCancel} className="max-md:h-11">
          Cancel
        </Button>
        <Button
          variant="danger"
          onClick={() => onGo(next === NONE ? null : next)}
          className="bg-raised max-md:h-11"
        >
          {action}
        </Button>
      </div>
      {text && <p className="text-12 text-ink-2">{text}</p>}
    </div>
  )
}
