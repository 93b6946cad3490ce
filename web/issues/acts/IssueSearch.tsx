import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { classes } from '../../ui/classes.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Checkbox } from '../../ui/controls/Checkbox.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Kbd } from '../../ui/marks/Kbd.tsx'
import { Dialog } from '../../ui/popups/Dialog.tsx'
import { FoundSign } from '../fields/StateSign.tsx'
import { type Found, type Searched, type SearchFor, useIssueSearch } from './searchIssues.ts'

type IssueSearchProps = {
  /** For which one; without an id for one that does not exist yet. */
  issue: Searched
  what: SearchFor
  title: string
  /** Several are picked and then confirmed by this word; without it the first pick is all. */
  confirm?: string
  /** Offered above what was found. */
  none?: { label: string; run: () => void }
  /** Beside the field: the purpose of the pick. */
  aside?: ReactNode
  /** Only those of this project can be picked. */
  here?: boolean
  onPick: (found: Found[]) => void
  onClose: () => void
}

const keyOf = (found: Found) => `${found.project__identifier}-${found.sequence_id}`

/** Finds issues by key or words, in this project or everywhere. */
export const IssueSearch = (props: IssueSearchProps) => {
  const { issue, what, title, confirm, none, aside, here = false, onPick, onClose } = props
  const [words, setWords] = useState('')
  const [everywhere, setEverywhere] = useState(false)
  const [picked, setPicked] = useState<readonly Found[]>([])
  const [at, setAt] = useState(0)
  const { status, found } = useIssueSearch(issue, what, words, everywhere)
  const input = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const id = useId()
  const shown: readonly (Found | null)[] = none && !words.trim() ? [null, ...found] : found
  useEffect(() => {
    list.current?.querySelector(`[data-at="${at}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [at])

  const finish = (chosen: readonly Found[]) => {
    onClose()
    if (chosen.length > 0) onPick([...chosen])
  }
  const isPicked = (one: Found) => picked.some(other => other.id === one.id)
  const pick = (index: number) => {
    const one = shown[index]
    if (one === null) {
      none?.run()
      return onClose()
    }
    if (!one) return
    if (!confirm) return finish([one])
    setPicked(isPicked(one) ? picked.filter(other => other.id !== one.id) : [...picked, one])
  }
  const press = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') setAt(Math.min(at + 1, shown.length - 1))
    else if (event.key === 'ArrowUp') setAt(Math.max(at - 1, 0))
    else if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) finish(picked)
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing) pick(at)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <Dialog open onOpenChange={open => open || onClose()} title={title} bare wide>
      <div className="flex h-13 items-center gap-2.5 px-4 shadow-[inset_0_-1px_0_var(--line)]">
        <Icon name="search" className="text-ink-3" />
        <input
          ref={input}
          role="combobox"
          aria-label={title}
          aria-expanded="true"
          aria-controls={id}
          aria-autocomplete="list"
          aria-activedescendant={shown.length > 0 ? `${id}-${at}` : undefined}
          placeholder={`${title}: a key or words of the title`}
          value={words}
          onChange={event => {
            setWords(event.target.value)
            setAt(0)
          }}
          onKeyDown={press}
          className="min-w-0 flex-1 bg-transparent text-16 outline-none"
          spellCheck={false}
          autoComplete="off"
        />
        {aside}
      </div>
      <div
        ref={list}
        id={id}
        role="listbox"
        aria-label={title}
        aria-multiselectable={confirm ? true : undefined}
        className="h-80 overflow-y-auto overscroll-contain p-1"
      >
        {shown.map((one, index) => (
          <Option
            key={one?.id ?? 'none'}
            id={`${id}-${index}`}
            found={one}
            none={none?.label}
            at={index}
            isHere={index === at}
            isPicked={one !== null && isPicked(one)}
            onPoint={() => setAt(index)}
            onPick={() => pick(index)}
          />
        ))}
        {found.length === 0 && status !== 'loading' && (
          <p role="status" className="px-3 py-2 text-ink-3">
            {status === 'error' ? 'The server could not be reached.' : 'No matching issues.'}
          </p>
        )}
      </div>
      <div className="flex min-h-11 items-center gap-3 bg-sunken px-4 py-2">
        {!here && (
          <Checkbox checked={everywhere} onChange={next => setEverywhere(next)} label="In all projects">
            In all projects
          </Checkbox>
        )}
        <span className="flex-1" />
        {confirm ? (
          <Button
            variant="primary"
            keys="mod+enter"
            disabled={picked.length === 0}
            onClick={() => finish(picked)}
          >
            {picked.length > 1 ? `${confirm} ${picked.length}` : confirm}
          </Button>
        ) : (
          <Kbd keys="enter" />
        )}
      </div>
    </Dialog>
  )
}

type OptionProps = {
  id: string
  /** Null for the choices above the issues. */
  found: Found | null
  none: string | undefined
  at: number
  isHere: boolean
  isPicked: boolean
  onPoint: () => void
  onPick: () => void
}

const Option = ({ id, found, none, at, isHere, isPicked, onPoint, onPick }: OptionProps) => (
  // biome-ignore lint/a11y/useKeyWithClickEvents: the search field has the keys
  <div
    id={id}
    role="option"
    tabIndex={-1}
    aria-selected={isPicked}
    data-at={at}
    onPointerMove={onPoint}
    onMouseDown={event => event.preventDefault()}
    onClick={onPick}
    className={classes(
      'flex h-9 max-md:h-11 items-center gap-2.5 rounded-control px-3',
      isHere && 'bg-press',
    )}
  >
    {found === null ? (
      <span className="text-ink-2">{none}</span>
    ) : (
      <>
        <FoundSign found={found} />
        <span className="num flex-none text-12 text-ink-2">{keyOf(found)}</span>
        <span className="cut min-w-0 flex-1">{found.name}</span>
        {isPicked && <Icon name="check" size={14} />}
      </>
    )}
  </div>
)
