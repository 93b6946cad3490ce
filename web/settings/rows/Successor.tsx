import { type ReactNode, useState } from 'react'
import { Button } from '../../ui/controls/Button.tsx'
import { Segmented } from '../../ui/controls/Segmented.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Picker } from '../../ui/popups/Picker.tsx'
import type { PickerOption } from '../../ui/popups/useChoices.ts'
import { RowQuestion } from './RowQuestion.tsx'

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
  // A few words are beside each other, more of them below each other.
  const isShort =
    all.every(({ icon, name }) => !icon && name.length <= MOST_LETTERS) && all.length <= MOST_PARTS
  const chosen = all.find(one => one.id === next)
  return (
    <RowQuestion
      action={action}
      text={text}
      onCancel={onCancel}
      onGo={() => onGo(next === NONE ? null : next)}
    >
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
    </RowQuestion>
  )
}
