import { useState } from 'react'
import type { AgentSession, AgentStep } from '#contract/work/agentSessions.ts'
import type { Issue } from '#contract/work/issues.ts'
import { useRow } from '../../../data/rows.ts'
import { useShelf } from '../../../data/rowsBy.ts'
import { may } from '../../../data/viewer.ts'
import { useKeys } from '../../../shell/keyboard.ts'
import { classes } from '../../../ui/classes.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { TextInput } from '../../../ui/controls/TextInput.tsx'
import { momentText } from '../../../ui/dates/day-words.ts'
import { Icon, type IconName } from '../../../ui/icons.tsx'
import { AgentMark, Avatar } from '../../../ui/marks/Avatar.tsx'
import { Kbd } from '../../../ui/marks/Kbd.tsx'
import { answerAgent, stopAgent, undoSession } from '../../acts/sessionActions.ts'
import { stepsBy } from '../../fields/issueParts.ts'

const lengthText = (seconds: number): string => {
  if (seconds < 60) return `${Math.max(1, Math.round(seconds))} s`
  if (seconds < 3600) return `${Math.round(seconds / 60)} min`
  return `${Math.round(seconds / 3600)} h`
}

const looks: Record<AgentSession['state'], { words: string; icon: IconName; className: string }> = {
  working: { words: 'Working', icon: 'clock', className: 'text-ink-2' },
  waiting: { words: 'Waiting for an answer', icon: 'message-circle-question', className: 'text-warn' },
  finished: { words: 'Finished', icon: 'check', className: 'text-ok' },
  failed: { words: 'Gave up', icon: 'triangle-alert', className: 'text-danger' },
  stopped: { words: 'Stopped', icon: 'circle-x', className: 'text-ink-3' },
}

/** The lines that a file gained and lost, at the end of its line: "pricing/dues.ts +12 −12". */
const countsIn = (line: string) => {
  const words = line.trim().split(/\s+/)
  const take = (form: RegExp) => (words.length > 1 && form.test(words.at(-1)!) ? words.pop() : undefined)
  const lost = take(/^[−-]\d+$/)
  const gained = take(/^\+\d+$/)
  return gained || lost ? { name: words.join(' '), gained, lost } : null
}

const DetailLine = ({ line }: { line: string }) => {
  const counts = countsIn(line)
  if (!counts) return <span className="wrap-anywhere block min-h-5 whitespace-pre-wrap">{line}</span>
  return (
    <span className="grid grid-cols-[minmax(0,1fr)_auto_40px] gap-x-2">
      <span className="wrap-anywhere">{counts.name}</span>
      <span className="num text-ok">{counts.gained}</span>
      <span className="num text-right text-ink-3">{counts.lost}</span>
    </span>
  )
}

const Step = ({ step }: { step: AgentStep }) => {
  const [open, setOpen] = useState(false)
  const person = useRow('user', step.kind === 'answer' ? step.created_by : null)
  const mark =
    step.kind === 'answer' ? (
      <Avatar person={person} size={16} silent />
    ) : step.detail ? (
      <Icon name={open ? 'chevron-down' : 'chevron-right'} size={14} className="text-ink-3" />
    ) : (
      <span aria-hidden="true" className="mx-1.5 size-1 rounded-full bg-ink-3" />
    )
  const words = (
    <>
      {mark}
      <span className="cut text-left" title={step.text}>
        {step.kind === 'answer' && <span className="text-ink-3">{person?.display_name ?? 'Someone'}: </span>}
        {step.text}
      </span>
      <span className="num text-ink-3">{step.seconds === null ? '' : lengthText(step.seconds)}</span>
    </>
  )
  const line =
    '-mx-2 grid min-h-7 w-[calc(100%+16px)] grid-cols-[16px_minmax(0,1fr)_auto] items-center gap-x-2 rounded-control px-2'
  return (
    <li className="text-12 text-ink-2">
      {step.detail && step.kind === 'step' ? (
        <button
          type="button"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          className={classes(line, 'hover:bg-hover')}
        >
          {words}
        </button>
      ) : (
        <div className={line}>{words}</div>
      )}
      {open && (
        <p className="mb-1 ml-6 font-mono leading-5">
          {step.detail.split('\n').map((line, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a step never change
            <DetailLine key={at} line={line} />
          ))}
        </p>
      )}
    </li>
  )
}

type QuestionProps = { issue: Issue; session: AgentSession; mayAnswer: boolean; told: string }

/** What an agent asks, with its answers on digits. */
const Question = ({ issue, session, mayAnswer, told }: QuestionProps) => {
  const [words, setWords] = useState<string | null>(null)
  const { choices } = session
  const answer = async (text: string) => {
    if (text.trim() && !(await answerAgent(issue, session, text.trim()))) setWords(text)
  }
  const inWords = () => setWords('')
  const onDigit = Object.fromEntries([
    ...choices.map((choice, at) => [String(at + 1), () => void answer(choice)] as const),
    [String(choices.length + 1), inWords] as const,
  ])
  useKeys(mayAnswer && words === null ? onDigit : {})
  return (
    <div className="mt-1.5 rounded-card bg-sunken px-3 py-2.5 shadow-[inset_0_0_0_1px_var(--edge)]">
      <p className="wrap-anywhere">{session.question}</p>
      <div className="mt-2 flex flex-wrap items-center gap-1">
        {mayAnswer && words === null && (
          <>
            {choices.map((choice, at) => (
              <Button key={choice} variant="neutral" onClick={() => void answer(choice)}>
                {choice} <Kbd keys={String(at + 1)} />
              </Button>
            ))}
            <Button onClick={inWords}>
              Answer in words… <Kbd keys={String(choices.length + 1)} />
            </Button>
          </>
        )}
        {words !== null && (
          <form
            className="flex min-w-0 flex-1 gap-2"
            onSubmit={event => {
              event.preventDefault()
              setWords(null)
              void answer(words)
            }}
          >
            <TextInput
              aria-label="Answer"
              autoFocus
              value={words}
              maxLength={2000}
              onChange={event => setWords(event.target.value)}
              onKeyDown={event => {
                if (event.key !== 'Escape') return
                event.stopPropagation()
                setWords(null)
              }}
            />
            <Button type="submit" variant="neutral" disabled={!words.trim()}>
              Answer
            </Button>
          </form>
        )}
        <span className="flex-1" />
        {told && words === null && <span className="text-12 text-ink-3">{told}</span>}
      </div>
    </div>
  )
}

const firstName = (person: { first_name: string; display_name: string } | null) =>
  person && (person.first_name || person.display_name)

const namedTogether = (names: (string | null)[]) => {
  const known = [...new Set(names.flatMap(name => name ?? []))]
  return known.length === 0 ? '' : `${known.join(' and ')} ${known.length === 1 ? 'was' : 'were'} told`
}

/** The work of an agent as one entry of the history: its steps, its question, how it ended, and the way back. */
export const SessionCard = ({ issue, session }: { issue: Issue; session: AgentSession }) => {
  const steps = [...useShelf(stepsBy, session.id)].sort(
    (a, b) => a.created_at.localeCompare(b.created_at) || a.id.localeCompare(b.id),
  )
  const agent = useRow('user', session.agent)
  const person = useRow('user', session.person)
  const owner = useRow('user', useRow('agent', session.agent)?.owner)
  const undoer = useRow('user', session.undone_by)
  const isOver = session.ended_at !== null
  const [open, setOpen] = useState<boolean | null>(null)
  const isOpen = open ?? !isOver
  const place = { workspace: issue.workspace_id, project: issue.project_id }
  const mayAct = !issue.archived_at && may('issue.updateFields', issue, place)
  const mayAnswer = !issue.archived_at && may('issue.comment', issue, place)
  const last = session.ended_at ?? steps.at(-1)?.created_at ?? session.created_at
  const seconds = Math.max(
    (Date.parse(last) - Date.parse(session.created_at)) / 1000,
    steps.reduce((sum, step) => sum + (step.seconds ?? 0), 0),
  )
  const look = looks[session.state]
  const count = session.step_count === 1 ? '1 step' : `${session.step_count} steps`
  return (
    <article
      aria-label={`Work by ${agent?.display_name ?? 'an agent'}`}
      className="grid grid-cols-[24px_minmax(0,1fr)] gap-x-2.5 py-1.5"
    >
      <Avatar person={agent} size={24} silent />
      <div className="min-w-0">
        <div className="flex min-h-6 flex-wrap items-center gap-x-1.5">
          <b className="font-medium">{agent?.display_name ?? 'An agent'}</b>
          <AgentMark />
          <button
            type="button"
            aria-expanded={isOpen}
            title={momentText(session.created_at)}
            onClick={() => setOpen(!isOpen)}
            className="flex items-center gap-1 rounded-tag text-12 text-ink-3 hover:text-ink"
          >
            {person && `for ${firstName(person)}, `}
            {count}
            {seconds >= 1 && ` in ${lengthText(seconds)}`}
            <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} size={12} />
          </button>
          <span className="flex-1" />
          <span className={classes('flex items-center gap-1 text-12', look.className)}>
            <Icon name={look.icon} size={14} />
            {look.words}
          </span>
          {mayAct && !isOver && issue.delegate_id !== session.agent && (
            <Button size="small" onClick={() => void stopAgent(issue, session)}>
              Stop
            </Button>
          )}
          {mayAct && isOver && !session.undone_by && (
            <Button size="small" icon="undo-2" onClick={() => void undoSession(issue, session)}>
              Undo
            </Button>
          )}
        </div>
        {session.undone_by && (
          <p className="text-12 text-ink-3">
            What it did was taken back by {firstName(undoer) ?? 'someone'}.
          </p>
        )}
        {isOpen && steps.length > 0 && (
          <ol className="mt-0.5">
            {steps.map(step => (
              <Step key={step.id} step={step} />
            ))}
          </ol>
        )}
        {session.said && <p className="wrap-anywhere mt-0.5 text-ink-2">{session.said}</p>}
        {session.state === 'waiting' && (
          <Question
            issue={issue}
            session={session}
            mayAnswer={mayAnswer}
            told={namedTogether([firstName(person), firstName(owner)])}
          />
        )}
      </div>
    </article>
  )
}
