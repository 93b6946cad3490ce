import { useRef, useState } from 'react'
import { classes } from '../classes.ts'
import { Icon } from '../icons.tsx'
import { Kbd } from '../marks/Kbd.tsx'
import { type Choice, ChoiceBox } from './ChoiceBox.tsx'
import { Popover } from './Popover.tsx'
import { type PickerOption, type PickerProps, useChoices } from './useChoices.ts'

type Options = PickerProps['options']
const NONE: Options = []

type LatePickerProps = Omit<PickerProps, 'options'> & {
  /** A function where its button is in each row of a long list: they are made with the first press. */
  options: Options | (() => Options)
}

export const Picker = ({ options, ...props }: LatePickerProps) => {
  const [own, setOwn] = useState(false)
  const [wasOpened, setOpened] = useState(false)
  const open = props.open ?? own
  const setOpen = (next: boolean) => {
    setOwn(next)
    if (next) setOpened(true)
    props.onOpenChange?.(next)
  }
  const input = useRef<HTMLInputElement>(null)
  const isMade = typeof options !== 'function'
  const made = isMade ? options : wasOpened ? options() : NONE
  const choices = <Choices {...props} options={made} input={input} close={() => setOpen(false)} />
  return (
    <Popover
      label={props.label}
      trigger={props.children}
      anchor={props.anchor}
      open={open}
      onOpenChange={setOpen}
      align={props.align}
      finalFocus={props.finalFocus}
      alignOffset={props.alignOffset ?? -4}
      initialFocus={input}
      className={classes(
        'flex flex-col overflow-hidden p-1',
        made.some(option => option.second) ? 'w-72' : 'w-60',
      )}
    >
      {isMade ? choices : () => choices}
    </Popover>
  )
}

type ChoicesProps = PickerProps & { input: React.RefObject<HTMLInputElement | null>; close: () => void }

const Choices = (props: ChoicesProps) => {
  const { label, hint, keys, mixed = [], multiple, digits, dense, empty, input } = props
  const { query, shown, picked, touched, at, setAt, creates, pick, type, press } = useChoices(props)
  const choices = shown.map((option, index): Choice => {
    const on = picked.includes(option.id)
    const isMixed = !on && mixed.includes(option.id) && !touched.has(option.id)
    const digit = digits && !query && index < 9 ? index + 1 : null
    return {
      id: option.id,
      on,
      label: isMixed ? `${option.name}, on some` : undefined,
      disabled: option.disabled,
      height: option.second ? 'h-12' : dense ? 'h-7 max-md:h-11' : undefined,
      shown: <OptionWords {...{ option, on, isMixed, digit }} />,
    }
  })
  const made: Choice = { id: '', on: false, shown: <NewWords name={query.trim()} /> }
  return (
    <ChoiceBox
      size="popup"
      hint={hint ?? `${label}…`}
      groups={[{ choices: creates ? [...choices, made] : choices }]}
      onQuery={type}
      onAt={setAt}
      onPick={pick}
      onKey={press}
      aside={keys && <Kbd keys={keys} />}
      empty={empty ?? 'No matches'}
      {...{ label, input, query, at, multiple }}
    />
  )
}

type OptionWordsProps = {
  option: PickerOption
  on: boolean
  isMixed: boolean
  /** Its key while nothing is typed. */
  digit: number | null
}

const OptionWords = ({ option, on, isMixed, digit }: OptionWordsProps) => (
  <>
    {option.icon}
    {option.second ? (
      <span className="min-w-0">
        <span className="cut block">{option.name}</span>
        <span className="cut block text-12 text-ink-2">{option.second}</span>
      </span>
    ) : (
      <span className="cut">{option.name}</span>
    )}
    <span className="ml-auto flex items-center gap-2 text-12 text-ink-3 group-data-here:text-ink-2">
      {option.detail}
      {on && <Icon name="check" size={14} className="text-ink" />}
      {isMixed && <Icon name="minus" size={14} className="text-ink" />}
      {digit !== null && <span className="num w-2 text-center">{digit}</span>}
    </span>
  </>
)

/** Makes an option of the typed words. */
const NewWords = ({ name }: { name: string }) => (
  <>
    <Icon name="plus" className="text-ink-3" />
    <span className="cut">Create “{name}”</span>
  </>
)
