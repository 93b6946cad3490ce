import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useId, useRef } from 'react'
import { classes } from '../classes.ts'
import { Icon, type IconName } from '../icons.tsx'

export type Choice = {
  id: string
  /** Its words and signs. Quiet ones of them are less so (`group-data-here:`) while keys are at it. */
  shown: ReactNode
  /** Picked already. Where nothing can be (undefined), the one that keys are at counts as selected. */
  on?: boolean | undefined
  /** What a screen reader says in place of its words. */
  label?: string | undefined
  disabled?: boolean | undefined
  /** Its height, if not the usual one. */
  height?: string | undefined
}

export type ChoiceGroup = { name?: string; choices: readonly Choice[] }

type ChoiceBoxProps = {
  /** What is picked, for whoever does not see it. */
  label: string
  hint: string
  icon?: IconName
  /** In a popup beside its button, or in a dialog of its own. */
  size: 'popup' | 'dialog'
  input?: RefObject<HTMLInputElement | null>
  query: string
  onQuery: (query: string) => void
  /** In characters. */
  most?: number
  groups: readonly ChoiceGroup[]
  /** The choice that keys are at, counted through all groups. */
  at: number
  onAt: (index: number) => void
  onPick: (index: number) => void
  /** Keys of its own come before those of all choices; true when it has taken one. */
  onKey?: (event: KeyboardEvent) => boolean
  multiple?: boolean | undefined
  /** At the end of the field. */
  aside?: ReactNode
  /** In place of the choices where there are none. */
  empty: ReactNode
  /** How high its list is. */
  height?: string
}

const looks = {
  popup: {
    field: '-mx-1 -mt-1 mb-1 h-9 gap-2 px-3 text-ink-3 shadow-[0_1px_0_var(--line)]',
    input: 'text-ink',
    list: '',
    line: 'gap-2 px-2',
    height: 'h-8 max-md:h-11',
    none: 'px-2 py-1.5 text-ink-3',
  },
  dialog: {
    field: 'h-13 gap-3 pr-3 pl-4.5 shadow-[inset_0_-1px_0_var(--line)]',
    input: 'text-16 text-ink',
    list: 'px-2 pt-1 pb-2',
    line: 'gap-2.5 px-2.5',
    height: 'h-9 max-md:h-11',
    none: 'px-2.5 py-3 text-ink-3',
  },
}

const STEPS: Partial<Record<string, (at: number, last: number) => number>> = {
  ArrowDown: (at, last) => (at >= last ? 0 : at + 1),
  ArrowUp: (at, last) => (at <= 0 ? last : at - 1),
}
/** In words that are typed they move the caret. */
const ENDS: typeof STEPS = { Home: () => 0, End: (_, last) => last }

/** A field and the choices below it: the focus stays in the field, whose keys walk through the choices and pick. */
export const ChoiceBox = (props: ChoiceBoxProps) => {
  const { label, hint, icon = 'search', size, input, query, onQuery, most, groups, at, onAt, onPick } = props
  const { onKey, multiple, aside, empty, height = 'max-h-80' } = props
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const look = looks[size]
  const all = groups.flatMap(({ choices }) => choices)
  const last = all.length - 1
  const here = all[at]?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: another one may be at the same place
  useEffect(() => {
    list.current?.querySelector('[data-here]')?.scrollIntoView({ block: 'nearest' })
  }, [at, here])

  const press = (event: KeyboardEvent) => {
    if (!onKey?.(event)) {
      const step = STEPS[event.key] ?? (query ? undefined : ENDS[event.key])
      if (step && !event.altKey) onAt(step(at, last))
      else if (event.key === 'Enter' && !event.nativeEvent.isComposing) onPick(at)
      else return
    }
    event.preventDefault()
    event.stopPropagation()
  }
  const starts = groups.map((_, nth) =>
    groups.slice(0, nth).reduce((sum, { choices }) => sum + choices.length, 0),
  )
  return (
    <>
      <div className={classes('flex flex-none items-center', look.field)}>
        <Icon name={icon} size={size === 'popup' ? 14 : 16} className="text-ink-3" />
        <input
          ref={input}
          role="combobox"
          aria-label={label}
          aria-expanded="true"
          aria-controls={id}
          aria-autocomplete="list"
          aria-activedescendant={here === undefined ? undefined : `${id}-${at}`}
          placeholder={hint}
          maxLength={most}
          value={query}
          onChange={event => onQuery(event.target.value)}
          onKeyDown={press}
          className={classes('min-w-0 flex-1 bg-transparent outline-none', look.input)}
          spellCheck={false}
          autoComplete="off"
        />
        {aside}
      </div>
      <div className={classes('overflow-y-auto overscroll-contain', look.list, height)}>
        <div
          ref={list}
          id={id}
          role="listbox"
          aria-label={label}
          aria-multiselectable={multiple || undefined}
        >
          {groups.map(({ name, choices }, nth) => {
            const lines = choices.map((choice, place) => (
              <ChoiceLine
                key={choice.id}
                id={`${id}-${starts[nth]! + place}`}
                {...{ choice, size }}
                isHere={starts[nth]! + place === at}
                onPoint={() => onAt(starts[nth]! + place)}
                onPick={() => onPick(starts[nth]! + place)}
              />
            ))
            return name === undefined ? (
              lines
            ) : (
              // biome-ignore lint/a11y/useSemanticElements: the groups of a list box are no fields
              <div key={name} role="group" aria-label={name}>
                <p aria-hidden="true" className="px-2.5 pt-2.5 pb-1 text-12 text-ink-3">
                  {name}
                </p>
                {lines}
              </div>
            )
          })}
        </div>
        {last < 0 && (
          <p role="status" className={look.none}>
            {empty}
          </p>
        )}
      </div>
    </>
  )
}

type ChoiceLineProps = {
  id: string
  choice: Choice
  size: 'popup' | 'dialog'
  isHere: boolean
  onPoint: () => void
  onPick: () => void
}

const ChoiceLine = ({ id, choice, size, isHere, onPoint, onPick }: ChoiceLineProps) => (
  // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys
  <div
    id={id}
    role="option"
    tabIndex={-1}
    aria-selected={choice.on ?? isHere}
    aria-label={choice.label}
    aria-disabled={choice.disabled || undefined}
    data-here={isHere || undefined}
    onPointerMove={isHere ? undefined : onPoint}
    onMouseDown={event => event.preventDefault()}
    onClick={onPick}
    className={classes(
      // With the first of a group its name comes into sight.
      'group flex items-center rounded-control aria-disabled:opacity-45 [p+&]:scroll-mt-8',
      looks[size].line,
      choice.height ?? looks[size].height,
      isHere && 'bg-press',
    )}
  >
    {choice.shown}
  </div>
)
