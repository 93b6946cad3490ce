import { type ReactNode, useState } from 'react'
import { fold } from '#contract/lists/folding.ts'
import type { Cycle } from '#contract/planning/cycles.ts'
import type { Issue } from '#contract/work/issues.ts'
import { keyOf } from '../../issues/acts/issueAddress.ts'
import { StateSign } from '../../issues/fields/StateSign.tsx'
import { openCycleForm } from '../../shell/overlays.ts'
import { classes } from '../../ui/classes.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Checkbox } from '../../ui/controls/Checkbox.tsx'
import { SearchField } from '../../ui/controls/SearchField.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Answers } from '../../ui/popups/Answers.tsx'
import { Dialog } from '../../ui/popups/Dialog.tsx'
import { toast } from '../../ui/popups/Toast.tsx'
import { PlanRing } from '../progress/PlanRing.tsx'
import { MOST, readContents, useContents } from '../progress/useContents.ts'
import { transferIssues } from './cycleActions.ts'
import { spanWords } from './cycleRange.ts'
import { useSections } from './cycleRows.ts'

type TransferIssuesProps = { cycle: Cycle; open: number; onClose: () => void }

const isOpen = (issue: Issue) => !['completed', 'cancelled'].includes(issue.state__group)
const NONE: ReadonlySet<string> = new Set()

type LineProps = { issue: Issue; checked: boolean; onChange: () => void }

const Line = ({ issue, checked, onChange }: LineProps) => {
  return (
    <li className="flex h-9 items-center gap-2 px-2 max-md:h-11 [contain-intrinsic-size:auto_36px] [content-visibility:auto]">
      <Checkbox checked={checked} onChange={onChange} label={`${keyOf(issue)} ${issue.name}`} />
      <StateSign issue={issue} />
      <span className="num flex-none text-12 text-ink-3">{keyOf(issue)}</span>
      <span className="cut min-w-0 flex-1">{issue.name}</span>
    </li>
  )
}

/** More targets are looked through by words. */
const FEW = 7
/** The choice of no cycle at all. */
const BACKLOG = ''

type TargetsProps = {
  targets: readonly Cycle[]
  current: readonly Cycle[]
  chosen: string
  onChoose: (id: string) => void
}

/** Where they go: what is under way comes first, the backlog last. */
const Targets = ({ targets, current, chosen, onChoose }: TargetsProps) => {
  const [words, setWords] = useState('')
  const wanted = fold(words.trim())
  const shown = targets.filter(one => fold(one.name).includes(wanted))
  return (
    <>
      {targets.length > FEW && (
        <div className="mb-2 flex">
          <SearchField label="Find a cycle" placeholder="Find a cycle" value={words} onChange={setWords} />
        </div>
      )}
      <fieldset className="-mx-2">
        <legend className="sr-only">Move to</legend>
        <div className="max-h-48 overflow-y-auto">
          {shown.map(one => (
            <Target
              key={one.id}
              id={one.id}
              name={one.name}
              detail={
                one.start_date && one.end_date ? spanWords(one.start_date, one.end_date, 'MMM') : 'Draft'
              }
              mark={
                <PlanRing
                  percent={0}
                  label=""
                  kind={one.start_date ? (current.includes(one) ? 'under way' : 'upcoming') : 'draft'}
                />
              }
              {...{ chosen, onChoose }}
            />
          ))}
        </div>
        <Target
          id={BACKLOG}
          name="Backlog"
          detail="In no cycle"
          mark={<Icon name="inbox" className="text-ink-3" />}
          {...{ chosen, onChoose }}
        />
      </fieldset>
    </>
  )
}

type TargetProps = Pick<TargetsProps, 'chosen' | 'onChoose'> & {
  id: string
  name: string
  detail: string
  mark: ReactNode
}

const Target = ({ id, name, detail, mark, chosen, onChoose }: TargetProps) => (
  <label
    className={classes(
      'flex h-9 cursor-pointer items-center gap-2 rounded-control px-2 hover:bg-hover has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:-outline-offset-2 max-md:h-11',
      id === chosen && 'bg-press',
    )}
  >
    <input
      type="radio"
      name="target"
      value={id}
      checked={id === chosen}
      onChange={() => onChoose(id)}
      className="sr-only"
    />
    {mark}
    <span className="cut flex-1 font-medium">{name}</span>
    <span className="num text-12 text-ink-2">{detail}</span>
  </label>
)

/** The target of a completed cycle's open issues; the cycle's final figures are kept. */
export const TransferIssues = ({ cycle, open, onClose }: TransferIssuesProps) => {
  const { current, upcoming } = useSections(cycle.project_id)
  const targets = [...current, ...upcoming]
  const [chosen, setChosen] = useState(targets[0]?.id ?? BACKLOG)
  const target = targets.find(one => one.id === chosen)
  const scope = { in: 'cycle', project: cycle.project_id, id: cycle.id } as const
  const contents = useContents(scope)
  const isWhole = contents.isReady && contents.beyond === 0
  const [left, setLeft] = useState(NONE)
  const lines = contents.issues.filter(isOpen)
  // Of more than are held here nobody could choose: then all of them go.
  const isChosen = isWhole && lines.length > 1
  const staying = isChosen ? lines.filter(issue => left.has(issue.id)).length : 0
  const moving = open - staying
  const what = moving === 1 ? '1 open issue' : `${moving} open issues`
  const toggle = (id: string) =>
    setLeft(now => new Set(now.has(id) ? [...now].filter(one => one !== id) : [...now, id]))
  const send = async () => {
    onClose()
    const all = isWhole ? lines : (await readContents(scope))?.filter(isOpen)
    if (all)
      void transferIssues(
        cycle,
        target ?? null,
        all.filter(({ id }) => !left.has(id)),
      )
    else toast.failure('The issues were not moved. The server could not be reached.')
  }
  return (
    <Dialog
      open
      onOpenChange={isOpen => isOpen || onClose()}
      title={`Move ${what}`}
      text={`Completed and cancelled issues stay in ${cycle.name}, and its figures are kept as they are now.`}
      actions={
        <>
          {targets.length === 0 && (
            <Button size="large" onClick={() => openCycleForm({ projectId: cycle.project_id })}>
              New cycle
            </Button>
          )}
          <Answers
            onCancel={onClose}
            disabled={(chosen !== BACKLOG && !target) || moving === 0}
            onClick={() => void send()}
            className="min-w-0 shrink"
          >
            <span className="cut">Move to {target?.name ?? 'the backlog'}</span>
          </Answers>
        </>
      }
    >
      {targets.length === 0 && (
        <p className="mb-2 text-ink-2">There is no current or upcoming cycle to move them to.</p>
      )}
      <Targets {...{ targets, current, chosen }} onChoose={setChosen} />
      {contents.beyond > 0 && (
        <p className="mt-3 text-ink-2">
          All of them go: of more than {MOST.toLocaleString()} issues single ones are not chosen here.
        </p>
      )}
      {isChosen && (
        <section aria-labelledby="moving" className="mt-3">
          <div className="flex h-8 items-center gap-2">
            <h3 id="moving" className="flex-1 font-medium">
              Issues to move
            </h3>
            <Button
              size="small"
              className="-mr-1.5"
              onClick={() => setLeft(staying > 0 ? NONE : new Set(lines.map(({ id }) => id)))}
            >
              {staying > 0 ? 'All' : 'None'}
            </Button>
          </div>
          <ul className="-mx-2 max-h-60 overflow-y-auto">
            {lines.map(issue => (
              <Line
                key={issue.id}
                issue={issue}
                checked={!left.has(issue.id)}
                onChange={() => toggle(issue.id)}
              />
            ))}
          </ul>
        </section>
      )}
    </Dialog>
  )
}
