import { type KeyboardEvent, type ReactElement, type ReactNode, useState } from 'react'
import { fold } from '#contract/lists/folding.ts'
import { Icon, type IconName } from '../ui/icons.tsx'
import { Kbd } from '../ui/marks/Kbd.tsx'
import { ChoiceBox } from '../ui/popups/ChoiceBox.tsx'
import { Dialog } from '../ui/popups/Dialog.tsx'

export type CommandEntry = {
  id: string
  group: string
  label: string
  icon?: IconName | ReactElement
  keys?: string
  /** Before the label, such as an issue's key. */
  lead?: string
  /** Behind the label, quiet: the value it would set. */
  detail?: string
  /** Below the label: the piece of a text that was found, and where the words are in it. */
  passage?: { text: string; marks: readonly (readonly number[])[] }
  /** At the right end: an avatar, "Project". */
  aside?: ReactNode
  /** Other words that it is looked for by. */
  words?: readonly string[]
  /** Offered once something is typed, so that the menu begins short. */
  typed?: boolean
  run: (place: { newTab: boolean }) => void
}

type CommandMenuProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  commands: readonly CommandEntry[]
  /** The subject of the commands, shown as a chip. */
  subject?: { icon?: ReactElement; lead?: string; label: string; onClear: () => void }
  /** How far the search reaches whose hits are among the commands. */
  reach?: string | undefined
  query: string
  onQuery: (query: string) => void
  /** More entries may come for the typed words. */
  busy?: boolean
  hint?: string
}

/** How well a command matches the typed words: its name counts before its other words, whole beginnings before parts. */
const score = ({ label, lead = '', words = [] }: CommandEntry, typed: string): number => {
  const parts = fold(typed).split(/\s+/).filter(Boolean)
  const name = ` ${fold(`${lead} ${label}`)}`
  const all = `${name} ${fold(words.join(' '))}`
  if (!parts.every(part => all.includes(part))) return 0
  if (fold(label).startsWith(fold(typed.trim()))) return 4
  if (parts.every(part => name.includes(` ${part}`))) return 3
  if (parts.every(part => all.includes(` ${part}`))) return 2
  return 1
}

/** The groups in the order of their best entries, and as given among equals. */
const ranked = (commands: readonly CommandEntry[], query: string) => {
  const groups = Map.groupBy(commands, command => command.group)
  const isTyped = query.trim() !== ''
  if (!isTyped) return [...groups].map(([name, all]) => ({ name, members: all.filter(one => !one.typed) }))
  return [...groups]
    .map(([name, all]) => {
      const scored = all.map(one => ({ one, points: score(one, query) })).filter(({ points }) => points > 0)
      // A name that begins with it is the best of its group; between groups any whole word counts the same.
      const best = Math.min(3, Math.max(0, ...scored.map(({ points }) => points)))
      return { name, best, members: scored.toSorted((a, b) => b.points - a.points).map(({ one }) => one) }
    })
    .toSorted((a, b) => b.best - a.best)
}

const Matched = ({ text, query }: { text: string; query: string }) => {
  const wanted = query.trim()
  const at = wanted ? text.toLowerCase().indexOf(wanted.toLowerCase()) : -1
  if (at < 0) return text
  return (
    <>
      {text.slice(0, at)}
      <b className="font-semibold">{text.slice(at, at + wanted.length)}</b>
      {text.slice(at + wanted.length)}
    </>
  )
}

/** The subject of the commands. */
const SubjectChip = ({ icon, lead, label, onClear }: NonNullable<CommandMenuProps['subject']>) => (
  <span className="flex h-6 flex-none items-center gap-1.5 rounded-control bg-press pr-1.5 pl-2 text-12">
    {icon}
    {lead && <span className="num">{lead}</span>}
    <span className="cut max-w-38 text-ink-2">{label}</span>
    <button type="button" aria-label="Clear context" onClick={onClear} className="rounded-tag text-ink-2">
      <Icon name="x" size={12} />
    </button>
  </span>
)

const Passage = ({ text, marks }: NonNullable<CommandEntry['passage']>) => (
  <span data-passage className="cut text-12 text-ink-2">
    {marks.map(([from, to], at) => (
      <span key={from}>
        {text.slice(marks[at - 1]?.[1] ?? 0, from)}
        <b className="font-semibold text-ink">{text.slice(from, to)}</b>
      </span>
    ))}
    {text.slice(marks.at(-1)?.[1] ?? 0)}
  </span>
)

const CommandWords = ({ command, query }: { command: CommandEntry; query: string }) => (
  <>
    <span className="grid w-[18px] flex-none place-items-center text-ink-2">
      {typeof command.icon === 'string' ? <Icon name={command.icon} /> : command.icon}
    </span>
    {command.lead && (
      <span className="num flex-none text-12 text-ink-3 group-data-here:text-ink-2">{command.lead}</span>
    )}
    <span className="flex min-w-0 flex-col">
      <span className="cut">
        <Matched text={command.label} query={query} />
      </span>
      {command.passage && <Passage {...command.passage} />}
    </span>
    {command.detail && (
      <span className="num flex-none text-ink-3 group-data-here:text-ink-2">{command.detail}</span>
    )}
    <span className="ml-auto flex flex-none items-center gap-2 text-12 text-ink-3 group-data-here:text-ink-2">
      {command.aside}
      {command.keys && <Kbd keys={command.keys} />}
    </span>
  </>
)

const KeyHints = () => (
  <div className="flex h-10 items-center gap-4 bg-sunken pr-3.5 pl-4.5 text-12 text-ink-3 max-md:hidden">
    <span className="flex items-center gap-1.5">
      <Kbd keys="enter" /> Run
    </span>
    <span className="flex items-center gap-1.5">
      <Kbd keys="up down" /> Move
    </span>
    <span className="flex items-center gap-1.5">
      <Kbd keys="mod+enter" /> Open in new tab
    </span>
    <span className="ml-auto flex items-center gap-1.5">
      <Kbd keys="esc" /> Back
    </span>
  </div>
)

export const CommandMenu = (props: CommandMenuProps) => {
  const {
    open,
    onOpenChange,
    commands,
    subject,
    reach,
    query,
    onQuery: type,
    busy,
    hint = 'Type a command or search…',
  } = props
  const close = () => {
    onOpenChange(false)
    type('')
  }
  // Enter runs the first line, whatever comes later from the server, until somebody has chosen another.
  const [chosen, setChosen] = useState<string | null>(null)
  const groups = ranked(commands, query).filter(({ members }) => members.length > 0)
  const shown = groups.flatMap(({ members }) => members)
  const at = Math.max(
    0,
    shown.findIndex(({ id }) => id === chosen),
  )
  const run = (index: number, newTab: boolean) => {
    const command = shown[index]
    if (!command) return
    close()
    command.run({ newTab })
  }
  const press = (event: KeyboardEvent): boolean => {
    if (event.key === 'Escape' && query) type('')
    else if (event.key === 'Backspace' && !query && subject) subject.onClear()
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) run(at, true)
    else return false
    return true
  }
  return (
    <Dialog
      open={open}
      onOpenChange={next => (next ? onOpenChange(true) : close())}
      title="Command menu"
      bare
      wide
    >
      <ChoiceBox
        label="Command menu"
        size="dialog"
        onQuery={next => {
          type(next)
          setChosen(null)
        }}
        groups={groups.map(({ name, members }) => ({
          name,
          choices: members.map(command => ({
            id: command.id,
            height: command.passage && 'h-13',
            shown: <CommandWords {...{ command, query }} />,
          })),
        }))}
        onAt={index => setChosen(shown[index]?.id ?? null)}
        onPick={index => run(index, false)}
        onKey={press}
        aside={
          subject ? (
            <SubjectChip {...subject} />
          ) : (
            reach && <span className="flex-none text-12 text-ink-3">{reach}</span>
          )
        }
        empty={busy ? 'Searching…' : `No results for “${query}”.`}
        height="max-h-[min(456px,60dvh)]"
        {...{ hint, query, at }}
      />
      <KeyHints />
    </Dialog>
  )
}
