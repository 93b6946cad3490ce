import { useId, useRef, useState } from 'react'
import { classes } from '../classes.ts'
import { Icon } from '../icons.tsx'
import { Kbd } from '../marks/Kbd.tsx'
import { Popover } from './Popover.tsx'
import { type PickerOption, type PickerProps, useChoices } from './useChoices.ts'

type Options = PickerProps['options']
const NONE: Options = []

type LatePickerProps = Omit<PickerProps, 'options'> & {
  /** A function where its button stands in each row of a long list: they are made with the first press. */
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
  const id = useId()
  const { list, query, shown, picked, touched, at, setAt, creates, last, pick, type, press } =
    useChoices(props)
  const offered = (index: number) => ({
    listId: id,
    isAt: index === at,
    onPoint: () => setAt(index),
    onPick: () => pick(index),
  })
  return (
    <>
      <div className="-mx-1 -mt-1 mb-1 flex h-9 flex-none items-center gap-2 px-3 text-ink-3 shadow-[0_1px_0_var(--line)]">
        <Icon name="search" size={14} />
        <input
          ref={input}
          role="combobox"
          aria-label={label}
          aria-expanded="true"
          aria-controls={id}
          aria-autocomplete="list"
          aria-activedescendant={at <= last ? `${id}-${at}` : undefined}
          placeholder={hint ?? `${label}…`}
          value={query}
          onChange={event => type(event.target.value)}
          onKeyDown={press}
          className="min-w-0 flex-1 bg-transparent text-ink outline-none"
          spellCheck={false}
          autoComplete="off"
        />
        {keys && <Kbd keys={keys} />}
      </div>
      <div
        ref={list}
        id={id}
        role="listbox"
        aria-label={label}
        aria-multiselectable={multiple || undefined}
        className="max-h-80 overflow-y-auto overscroll-contain"
      >
        {shown.map((option, index) => {
          const on = picked.includes(option.id)
          return (
            <Choice
              key={option.id}
              {...{ option, index, on, dense }}
              {...offered(index)}
              isMixed={!on && mixed.includes(option.id) && !touched.has(option.id)}
              digit={digits && !query && index < 9 ? index + 1 : null}
            />
          )
        })}
        {creates && <NewChoice name={query.trim()} index={shown.length} {...offered(shown.length)} />}
        {last < 0 && <p className="px-2 py-1.5 text-ink-3">{empty ?? 'No matches'}</p>}
      </div>
    </>
  )
}

type ChoiceProps = {
  /** Of the list box: each choice is its nth. */
  listId: string
  index: number
  on: boolean
  isMixed: boolean
  isAt: boolean
  dense: boolean | undefined
  /** Its key while nothing is typed. */
  digit: number | null
  onPoint: () => void
  onPick: () => void
}

const Choice = ({ option, ...props }: ChoiceProps & { option: PickerOption }) => {
  const { listId, index, on, isMixed, isAt, dense, digit, onPoint, onPick } = props
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the search field has the keys
    <div
      id={`${listId}-${index}`}
      role="option"
      tabIndex={-1}
      aria-selected={on}
      aria-label={isMixed ? `${option.name}, on some` : undefined}
      aria-disabled={option.disabled || undefined}
      data-at={index}
      onPointerMove={onPoint}
      onMouseDown={event => event.preventDefault()}
      onClick={onPick}
      className={classes(
        'flex items-center gap-2 rounded-control px-2 aria-disabled:opacity-45',
        option.second ? 'h-12' : dense ? 'h-7 max-md:h-11' : 'h-8 max-md:h-11',
        isAt ? 'bg-press' : '',
      )}
    >
      {option.icon}
      {option.second ? (
        <span className="min-w-0">
          <span className="cut block">{option.name}</span>
          <span className="cut block text-12 text-ink-3">{option.second}</span>
        </span>
      ) : (
        <span className="cut">{option.name}</span>
      )}
      <span
        className={classes('ml-auto flex items-center gap-2 text-12', isAt ? 'text-ink-2' : 'text-ink-3')}
      >
        {option.detail}
        {on && <Icon name="check" size={14} className="text-ink" />}
        {isMixed && <Icon name="minus" size={14} className="text-ink" />}
        {digit !== null && <span className="num w-2 text-center">{digit}</span>}
      </span>
    </div>
  )
}

type NewChoiceProps = Pick<ChoiceProps, 'listId' | 'index' | 'isAt' | 'onPoint' | 'onPick'> & { name: string }

/** Makes an option of the typed words. */
const NewChoice = ({ listId, index, isAt, onPoint, onPick, name }: NewChoiceProps) => (
  // biome-ignore lint/a11y/useKeyWithClickEvents: the search field has the keys
  <div
    id={`${listId}-${index}`}
    role="option"
    tabIndex={-1}
    aria-selected={false}
    data-at={index}
    onPointerMove={onPoint}
    onMouseDown={event => event.preventDefault()}
    onClick={onPick}
    className={classes('flex h-8 items-center gap-2 rounded-control px-2 max-md:h-11', isAt && 'bg-press')}
  >
    <Icon name="plus" className="text-ink-3" />
    <span className="cut">Create “{name}”</span>
  </div>
)
