import { type KeyboardEvent, type ReactElement, type ReactNode, useEffect, useMemo, useState } from 'react'
import { fold } from '#contract/lists/folding.ts'
import { useSteady } from '../useSteady.ts'
import { takeKeys } from './typeAhead.tsx'

export type PickerOption = {
  id: string
  name: string
  icon?: ReactNode
  /** More words that find it. */
  words?: string
  detail?: ReactNode
  /** Its meaning, on a second line. */
  second?: string
  disabled?: boolean
}

export type PickerProps = {
  /** The noun of the pick, for the popup's name: "State". */
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
  /** Offers to make an option of the typed words. */
  onCreate?: (name: string) => void
  open?: boolean
  onOpenChange?: (open: boolean) => void
  anchor?: Element | null
  align?: 'start' | 'end'
  alignOffset?: number
  dense?: boolean
  empty?: string
  /** Takes the focus afterwards, if not its button. */
  finalFocus?: () => HTMLElement | false
  children?: ReactElement
}

/** The typed words, the matches and picks of a picker, and the choice that keys are at. */
export const useChoices = (props: PickerProps & { close: () => void }) => {
  const { options, value, multiple, digits, direct, onPick, onCreate, close } = props
  const [begun] = useState(takeKeys)
  const [query, setQuery] = useState(begun.text)
  const found = (text: string) => {
    const wanted = fold(text.trim())
    return options.filter(option => fold(`${option.name} ${option.words ?? ''}`).includes(wanted))
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
    onCreate && query.trim() !== '' && !options.some(option => fold(option.name) === fold(query.trim()))

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
    const wanted = fold(text.trim())
    const isNamed = (option: PickerOption) => fold(option.name) === wanted
    const beginning = options.filter(option => fold(option.name).startsWith(wanted))
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
  // Words typed before this had come count as typed here.
  useEffect(takeBegun, [takeBegun])

  /** The keys of a picker, besides those that walk and pick. */
  const press = (event: KeyboardEvent): boolean => {
    const isMod = event.metaKey || event.ctrlKey
    if ((event.key === 'Enter' && isMod && !event.nativeEvent.isComposing) || event.key === 'Tab') close()
    else if (event.key === 'Escape' && query) setQuery('')
    else if (digits && !query && !isMod && /^[1-9]$/.test(event.key)) pick(Number(event.key) - 1)
    else return false
    return true
  }

  return { query, shown, picked, touched, at, setAt, creates, pick, type, press }
}
