/** One value of a call that is tried: chosen where it names a row or one of few words, typed otherwise. */
import { useRef, useState } from 'react'
import { FieldButton } from '../ui/controls/FieldButton.tsx'
import { IconButton } from '../ui/controls/IconButton.tsx'
import { TextArea, TextInput } from '../ui/controls/TextInput.tsx'
import { Icon } from '../ui/icons.tsx'
import { Picker } from '../ui/popups/Picker.tsx'
import { type RowChoice, readChoices } from './rowChoices.ts'

const INPUT = 'font-mono text-12'
const TYPED = 'typed'
const NONE = 'none'

type RowFieldProps = {
  name: string
  /** Where its rows are listed; null while a part of that address is missing. */
  list: string | null
  isPerson: boolean
  value: readonly string[]
  multiple?: boolean
  /** It may be null. */
  isBlankable?: boolean
  /** Null: it is null. */
  onChange: (ids: readonly string[] | null) => void
}

/** An id, or several, chosen from the rows of a list; typed where they are in none. */
export const RowField = (props: RowFieldProps) => {
  const { name, list, isPerson, value, multiple = false, isBlankable = false, onChange } = props
  const [rows, setRows] = useState<{ of: string; all: readonly RowChoice[] | null } | null>(null)
  const [isTyped, setTyped] = useState(false)
  const asked = useRef('')
  const read = () => {
    if (!list || asked.current === list) return
    asked.current = list
    const take = (all: readonly RowChoice[] | null) => asked.current === list && setRows({ of: list, all })
    readChoices(list, isPerson).then(take, () => {
      take(null)
      asked.current = ''
    })
  }
  if (isTyped || list === null)
    return (
      <TextInput
        aria-label={name}
        className={INPUT}
        value={value.join(', ')}
        placeholder={multiple ? 'Ids, with commas between' : undefined}
        onChange={({ target }) => onChange(multiple ? target.value.split(/[\s,]+/) : [target.value])}
      />
    )
  const own = rows?.of === list ? rows.all : null
  const isRefused = rows?.of === list && rows.all === null
  const nameOf = (id: string) => own?.find(one => one.id === id)?.name ?? id
  return (
    <Picker
      label={name}
      multiple={multiple}
      value={value}
      onOpenChange={isOpen => isOpen && read()}
      empty={own ? 'No matches' : isRefused ? 'The list could not be read' : 'Loading…'}
      options={[
        ...(own ?? []),
        ...(isBlankable && !multiple ? [{ id: NONE, name: 'null', icon: <Icon name="minus" /> }] : []),
        ...(multiple ? [] : [{ id: TYPED, name: 'Type an id', icon: <Icon name="pencil" /> }]),
      ]}
      onPick={ids => {
        if (ids[0] === TYPED && !multiple) return setTyped(true)
        onChange(ids[0] === NONE && !multiple ? null : ids)
      }}
    >
      <FieldButton label={name} shown={value.map(nameOf).join(', ') || 'Choose…'} />
    </Picker>
  )
}

type ChoiceFieldProps = {
  name: string
  choices: readonly string[]
  value: string
  onChange: (value: string) => void
}

export const ChoiceField = ({ name, choices, value, onChange }: ChoiceFieldProps) => (
  <Picker
    label={name}
    value={[value]}
    options={choices.map(id => ({ id, name: id }))}
    onPick={([id]) => id !== undefined && onChange(id)}
  >
    <FieldButton label={name} shown={value || 'Choose…'} />
  </Picker>
)

type TextFieldProps = { name: string; isLong: boolean; value: string; onChange: (value: string) => void }

export const TextField = ({ name, isLong, value, onChange }: TextFieldProps) =>
  isLong ? (
    <TextArea
      aria-label={name}
      rows={Math.min(8, value.split('\n').length + 1)}
      className="font-mono text-12"
      spellCheck={false}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  ) : (
    <TextInput
      aria-label={name}
      className={INPUT}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  )

/** A row of the form: its name, its value, and what takes it out again. */
export const Line = ({
  name,
  onRemove,
  children,
}: {
  name: string
  onRemove?: (() => void) | undefined
  children: React.ReactNode
}) => (
  <>
    <span className="cut font-medium font-mono text-12">{name}</span>
    <span className="flex min-w-0 items-center gap-1">
      <span className="min-w-0 flex-1">{children}</span>
      {onRemove && <IconButton icon="x" label={`Leave out ${name}`} onClick={onRemove} />}
    </span>
  </>
)
