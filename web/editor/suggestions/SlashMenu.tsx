import type { Editor, Range } from '@tiptap/core'
import { Fragment, type ReactElement, type Ref, useEffect, useId, useImperativeHandle, useState } from 'react'
import { classes } from '../../ui/classes.ts'
import { Icon, type IconName } from '../../ui/icons.tsx'

export type SlashChoice = {
  id: string
  label: string
  icon: IconName | ReactElement
  /** Under which heading it is. */
  section?: string
  /** It was found for these very words: they need not be in it. */
  isFound?: boolean
  /** Other words that find it; the one that did is shown. */
  words?: readonly string[]
  hint?: string
  run: (editor: Editor, range: Range) => void
}

/** The choices known here at once, and the server's findings for the same words. */
export type Choices = { now: readonly SlashChoice[]; more?: Promise<readonly SlashChoice[]> }

/** Of the one that a key of its own takes, wherever the choice is. */
export const DIRECT = 'Ctrl Enter'

/**
 * Chosen by Enter alone: a choice that creates something for everyone has a key of its own, which nobody presses in
 * passing.
 */
const isTaken = ({ hint }: SlashChoice) => hint !== DIRECT

const nextOf = (choices: readonly SlashChoice[], from: number, by: 1 | -1): number => {
  const places = choices.flatMap((choice, at) => (isTaken(choice) ? [at] : []))
  return places.at((places.indexOf(from) + by) % places.length) ?? from
}

/** The suggestion plugin passes keys on; true means the menu took it. */
export type SlashKeys = {
  /** The words that it shows choices for: typing is faster than drawing. */
  query: string
  onKeyDown: (event: KeyboardEvent) => boolean
}

type SlashMenuProps = {
  editor: Editor
  range: Range
  query: string
  choices: readonly SlashChoice[]
  ref?: Ref<SlashKeys>
}

/** How well a choice answers: its own name before its other words, a beginning before a part; null where it does not. */
const rankOf = ({ label, words = [], isFound }: SlashChoice, wanted: string): number | null => {
  const name = label.toLowerCase()
  const others = words.map(word => word.toLowerCase())
  if (others.includes(wanted) || name === wanted) return 0
  if (name.startsWith(wanted)) return 1
  if (others.some(word => word.startsWith(wanted))) return 2
  if ([name, ...others].some(word => word.includes(wanted))) return 3
  return isFound ? 4 : null
}

/** The choices for some words, the best first; as they were given where none is better. */
export const matchSlash = (choices: readonly SlashChoice[], query: string): SlashChoice[] => {
  const wanted = query.trim().toLowerCase()
  if (!wanted) return [...choices]
  return choices
    .flatMap(choice => {
      const rank = rankOf(choice, wanted)
      // Choices below a heading stay there.
      return rank === null ? [] : [{ choice, rank: choice.section ? 4 : rank }]
    })
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ choice }) => choice)
}

/** The choice that Enter takes while no other was chosen. */
export const firstTaken = (choices: readonly SlashChoice[], query: string): SlashChoice | undefined =>
  matchSlash(choices, query).find(isTaken)

const Found = ({ choice, query }: { choice: SlashChoice; query: string }) => {
  const wanted = query.trim().toLowerCase()
  const at = choice.label.toLowerCase().indexOf(wanted)
  if (!wanted || (at < 0 && choice.isFound)) return choice.label
  if (at < 0)
    return (
      <>
        {choice.label}{' '}
        <span className="text-ink-3">{choice.words?.find(word => word.toLowerCase().includes(wanted))}</span>
      </>
    )
  return (
    <>
      {choice.label.slice(0, at)}
      <b className="font-semibold">{choice.label.slice(at, at + wanted.length)}</b>
      {choice.label.slice(at + wanted.length)}
    </>
  )
}

export const SlashMenu = ({ editor, range, query, choices, ref }: SlashMenuProps) => {
  const shown = matchSlash(choices, query)
  const count = shown.length
  const id = useId()
  const [chosen, setAt] = useState(0)
  // A later answer may hold fewer choices than the one shown before.
  const at = shown[chosen] && isTaken(shown[chosen]) ? chosen : shown.findIndex(isTaken)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another query begins at the top
  useEffect(() => setAt(0), [query])
  useEffect(() => {
    document.querySelector(`[data-slash="${at}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [at])
  const current = at >= 0 ? `${id}-${at}` : null
  // The text keeps the focus: it says which choice stands out.
  useEffect(() => {
    const { dom } = editor.view
    if (current) dom.setAttribute('aria-activedescendant', current)
    else dom.removeAttribute('aria-activedescendant')
    return () => dom.removeAttribute('aria-activedescendant')
  }, [editor, current])
  useImperativeHandle(ref, () => ({
    query,
    onKeyDown: event => {
      if (count === 0) return false
      // Only choices with a key of their own are left: other keys belong to the text again.
      if (at < 0 && !(event.key === 'Enter' && (event.ctrlKey || event.metaKey))) return false
      if (event.key === 'ArrowDown') setAt(nextOf(shown, at, 1))
      else if (event.key === 'ArrowUp') setAt(nextOf(shown, at, -1))
      else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
        const direct = shown.find(choice => choice.hint === DIRECT)
        if (!direct) return false
        direct.run(editor, range)
      } else if (event.key === 'Enter' || event.key === 'Tab') shown[at]?.run(editor, range)
      else return false
      return true
    },
  }))
  if (count === 0) return null
  return (
    <div
      role="listbox"
      aria-label="Insert"
      className="floats z-20 max-h-80 w-68 overflow-y-auto overscroll-contain p-1 text-13 tracking-[-.004em]"
    >
      {!shown[0]?.section && (
        <div role="presentation" className="px-2 pt-1 pb-1 text-12 text-ink-3">
          {query ? `Matches “${query}”` : 'Insert'}
        </div>
      )}
      {shown.map((choice, index) => (
        <Fragment key={choice.id}>
          {choice.section && choice.section !== shown[index - 1]?.section && (
            <div role="presentation" className="px-2 pt-2 pb-1 text-12 text-ink-3">
              {choice.section}
            </div>
          )}
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: the editor keeps the focus and passes keys on */}
          <div
            role="option"
            id={`${id}-${index}`}
            tabIndex={-1}
            aria-selected={index === at}
            data-slash={index}
            onPointerMove={() => setAt(index)}
            onMouseDown={event => event.preventDefault()}
            onClick={() => choice.run(editor, range)}
            className={classes(
              'flex h-8 max-md:h-11 items-center gap-2 rounded-control px-2',
              index === at && 'bg-press',
            )}
          >
            {typeof choice.icon === 'string' ? (
              <Icon name={choice.icon} className="text-ink-2" />
            ) : (
              choice.icon
            )}
            <span className="cut">
              <Found choice={choice} query={query} />
            </span>
            {choice.hint && (
              <span className={classes('num ml-auto text-12', index === at ? 'text-ink-2' : 'text-ink-3')}>
                {choice.hint}
              </span>
            )}
          </div>
        </Fragment>
      ))}
    </div>
  )
}
