import {
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react'
import { classes } from '../classes.ts'
import { Icon } from '../icons.tsx'
import { Kbd } from '../marks/Kbd.tsx'
import { useSteady } from '../useSteady.ts'
import { Popover } from './Popover.tsx'
import { takeKeys } from './typeAhead.tsx'

export type PickerOption = {
  id: string
  name: string
  icon?: ReactNode
  /** More words that find it. */
  words?: string
  detail?: ReactNode
  /** What it means, on a second line. */
  second?: string
  disabled?: boolean
}

export type PickerProps = {
  /** What is picked, for the popup's name: "State". */
  label: string
  /** The line in the search field: "Change state…". */
  hint?: string
  keys?: string
  options: readonly PickerOption[]
  value: readonly string[]
  /** Held by some of several things only; picking one gives it to all. */
  mixed?: readonly string[]
  multiple?: boolean
  /** Digits 1–9 pick while nothing is typed. */
  digits?: boolean
  /** A name typed whole picks it, as soon as no other begins so: figures above all. */
  direct?: boolean
  onPick: (ids: string[]) => void
  /** Offers to make an option out of what was typed. */
  onCreate?: (name: string) => void
  open?: boolean
  onOpenChange?: (open: boolean) => void
  anchor?: Element | null
  align?: 'start' | 'end'
  alignOffset?: number
  dense?: boolean
  empty?: string
  /** What has the focus after it, if not its button. */
  finalFocus?: () => HTMLElement | false
  children?: ReactElement
}

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

export const Picker = (props: PickerProps) => {
  const [own, setOwn] = useState(false)
  const open = props.open ?? own
  const setOpen = (next: boolean) => {
    setOwn(next)
    props.onOpenChange?.(next)
  }
  const input = useRef<HTMLInputElement>(null)
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
        props.options.some(option => option.second) ? 'w-72' : 'w-60',
      )}
    >
      <Choices {...props} input={input} close={() => setOpen(false)} />
    </Popover>
  )
}

type ChoicesProps = PickerProps & { input: React.RefObject<HTMLInputElement | null>; close: () => void }

const Choices = (props: ChoicesProps) => {
  const {
    label,
    hint,
    keys,
    options,
    value,
    mixed = [],
    multiple,
    digits,
    direct,
    onPick,
    onCreate,
    dense,
    empty,
    input,
    close,
  } = props
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const [begun] = useState(takeKeys)
  const [query, setQuery] = useState(begun.text)
  const found = (text: string) => {
    const wanted = plain(text.trim())
    return options.filter(option => plain(`${option.name} ${option.words ?? ''}`).includes(wanted))
  }
  const [picked, setPicked] = useState(value)
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set())
  // biome-ignore lint/correctness/useExhaustiveDependencies: `found` looks through the options
  const shown = useMemo(() => (query.trim() ? found(query) : options), [options, query])
  const [at, setAt] = useState(() =>
    begun.text
      ? 0
      : Math.max(
          0,
          options.findIndex(option => option.id === value[0]),
        ),
  )
  const creates =
    onCreate && query.trim() !== '' && !options.some(option => plain(option.name) === plain(query.trim()))
  const last = shown.length - (creates ? 0 : 1)

  useEffect(() => {
    list.current?.querySelector(`[data-at="${at}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [at])

  const pick = (index: number) => {
    const option = shown[index]
    if (!option) {
      if (creates && index === shown.length) {
        onCreate(query.trim())
        setQuery('')
        if (!multiple) close()
      }
      return
    }
    if (option.disabled) return
    if (!multiple) {
      onPick([option.id])
      return close()
    }
    const next = picked.includes(option.id) ? picked.filter(one => one !== option.id) : [...picked, option.id]
    setPicked(next)
    setTouched(new Set([...touched, option.id]))
    onPick([...next])
    setQuery('')
  }

  /** The one that is called so, first of all that are found by it. */
  const type = (text: string) => {
    const wanted = plain(text.trim())
    const isNamed = (option: PickerOption) => plain(option.name) === wanted
    const beginning = options.filter(option => plain(option.name).startsWith(wanted))
    const [only] = beginning
    if (direct && wanted && only && beginning.length === 1 && isNamed(only) && !only.disabled) {
      onPick([only.id])
      return close()
    }
    setQuery(text)
    setAt(direct ? Math.max(0, found(text).findIndex(isNamed)) : 0)
  }
  const takeBegun = useSteady(() => {
    if (begun.isEntered) pick(at)
    else if (direct && begun.text) type(begun.text)
  })
  // What was typed before this had come counts as typed here.
  useEffect(takeBegun, [takeBegun])

  const press = (event: KeyboardEvent) => {
    const digit = digits && !query && /^[1-9]$/.test(event.key) && !event.ctrlKey && !event.metaKey
    if (event.key === 'ArrowDown') setAt(at >= last ? 0 : at + 1)
    else if (event.key === 'ArrowUp') setAt(at <= 0 ? last : at - 1)
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      if (event.metaKey || event.ctrlKey) close()
      else pick(at)
    } else if (event.key === 'Tab') close()
    else if (event.key === 'Escape' && query) setQuery('')
    else if (digit) pick(Number(event.key) - 1)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

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
          const isMixed = !on && mixed.includes(option.id) && !touched.has(option.id)
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the search field has the keys
            <div
              key={option.id}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={on}
              aria-label={isMixed ? `${option.name}, on some` : undefined}
              aria-disabled={option.disabled || undefined}
              data-at={index}
              onPointerMove={() => setAt(index)}
              onMouseDown={event => event.preventDefault()}
              onClick={() => pick(index)}
              className={classes(
                'flex items-center gap-2 rounded-control px-2 aria-disabled:opacity-45',
                option.second ? 'h-12' : dense ? 'h-7' : 'h-8',
                index === at ? 'bg-press' : '',
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
                className={classes(
                  'ml-auto flex items-center gap-2 text-12',
                  index === at ? 'text-ink-2' : 'text-ink-3',
                )}
              >
                {option.detail}
                {on && <Icon name="check" size={14} className="text-ink" />}
                {isMixed && <Icon name="minus" size={14} className="text-ink" />}
                {digits && !query && index < 9 && <span className="num w-2 text-center">{index + 1}</span>}
              </span>
            </div>
          )
        })}
        {creates && (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the search field has the keys
          <div
            id={`${id}-${shown.length}`}
            role="option"
            tabIndex={-1}
            aria-selected={false}
            data-at={shown.length}
            onPointerMove={() => setAt(shown.length)}
            onMouseDown={event => event.preventDefault()}
            onClick={() => pick(shown.length)}
            className={classes(
              'flex h-8 items-center gap-2 rounded-control px-2',
              at === shown.length && 'bg-press',
            )}
          >
            <Icon name="plus" className="text-ink-3" />
            <span className="cut">Create “{query.trim()}”</span>
          </div>
        )}
        {last < 0 && <p className="px-2 py-1.5 text-ink-3">{empty ?? 'No matches'}</p>}
      </div>
    </>
  )
}
