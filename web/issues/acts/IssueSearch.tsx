import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { Button } from '../../ui/controls/Button.tsx'
import { Checkbox } from '../../ui/controls/Checkbox.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Kbd } from '../../ui/marks/Kbd.tsx'
import { type Choice, ChoiceBox } from '../../ui/popups/ChoiceBox.tsx'
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
  const shown: readonly (Found | null)[] = none && !words.trim() ? [null, ...found] : found

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
  const press = (event: KeyboardEvent): boolean => {
    const isDone = event.key === 'Enter' && (event.metaKey || event.ctrlKey)
    if (isDone) finish(picked)
    return isDone
  }
  const choices = shown.map(
    (one): Choice => ({
      id: one?.id ?? 'none',
      on: one !== null && isPicked(one),
      shown: one ? (
        <FoundWords found={one} isPicked={isPicked(one)} />
      ) : (
        <span className="text-ink-2">{none?.label}</span>
      ),
    }),
  )
  const isEmpty = found.length === 0 && status !== 'loading'
  return (
    <Dialog open onOpenChange={open => open || onClose()} title={title} bare wide>
      <ChoiceBox
        label={title}
        hint={`${title}: a key or words of the title`}
        size="dialog"
        query={words}
        onQuery={text => {
          setWords(text)
          setAt(0)
        }}
        groups={[{ choices }]}
        onAt={setAt}
        onPick={pick}
        onKey={press}
        multiple={confirm !== undefined}
        empty={isEmpty && (status === 'error' ? 'The server could not be reached.' : 'No matching issues.')}
        height="h-80"
        {...{ at, aside }}
      />
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

const FoundWords = ({ found, isPicked }: { found: Found; isPicked: boolean }) => (
  <>
    <FoundSign found={found} />
    <span className="num flex-none text-12 text-ink-2">{keyOf(found)}</span>
    <span className="cut min-w-0 flex-1">{found.name}</span>
    {isPicked && <Icon name="check" size={14} />}
  </>
)
