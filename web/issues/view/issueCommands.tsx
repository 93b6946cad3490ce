/** The commands for the issues at hand. */
import type { Issue, IssueChange } from '#contract/work/issues.ts'
import { getRow } from '../../data/rows.ts'
import { may, viewer } from '../../data/viewer.ts'
import type { CommandEntry } from '../../shell/CommandMenu.tsx'
import { shortDay } from '../../ui/dates/day-words.ts'
import type { MenuEntry } from '../../ui/popups/Menu.tsx'
import { changeIssues, placeOf } from '../acts/issueActions.ts'
import { commonFields, issueEntries } from '../acts/issueMenu.ts'
import { type Choice, priorityChoices } from '../fields/choices.tsx'
import { looks } from '../fields/fields.ts'
import { verbs } from '../fields/verbs.ts'
import type { MeantIssues } from './commandScope.ts'

const dayOf = (moment: string | null | undefined) => moment?.slice(0, 10) ?? null

/** Where all of them are in one cycle that has an end. */
const cycleOf = (issues: readonly Issue[]) => {
  const [first] = issues
  const cycle =
    first && issues.every(one => one.cycle_id === first.cycle_id) && getRow('cycle', first.cycle_id)
  const end = cycle ? dayOf(cycle.end_date) : null
  return cycle && end ? { name: cycle.name, end } : null
}

type Given = {
  meant: MeantIssues
  issues: readonly Issue[]
  states: readonly Choice[]
  go: (href: string) => void
}

/** Menu entries as commands; those of a menu within say what that menu is about. */
const fromMenu = (entries: readonly MenuEntry[], group: string): CommandEntry[] =>
  entries.flatMap(entry => {
    if (!('label' in entry) || entry.id === 'change' || entry.disabled) return []
    const { children, label, icon, run, keys } = entry
    if (children)
      return children.flatMap(child =>
        'label' in child && child.run
          ? [
              {
                id: `issue-${entry.id}-${child.id}`,
                group,
                label:
                  entry.id === 'copy' && child.id === 'key'
                    ? 'Copy key'
                    : `${label} ${entry.id === 'copy' ? child.label.toLowerCase() : child.label}`,
                ...(child.icon || icon ? { icon: child.icon ?? icon } : {}),
                ...(child.keys ? { keys: child.keys } : {}),
                words: entry.id === 'state' ? ['state status'] : [],
                typed: true,
                run: () => child.run?.(),
              } as CommandEntry,
            ]
          : [],
      )
    return run
      ? [
          {
            id: `issue-${entry.id}`,
            group,
            label,
            typed: entry.id !== 'open',
            ...(icon ? { icon } : {}),
            ...(keys ? { keys } : {}),
            run: () => run(),
          } as CommandEntry,
        ]
      : []
  })

const dates = (issues: readonly Issue[], group: string): CommandEntry[] => {
  const cycle = cycleOf(issues)
  const set = (change: IssueChange) => () => void changeIssues(issues, change)
  return [
    ...(issues.some(one => one.target_date)
      ? [
          {
            id: 'issue-no-due',
            group,
            label: 'Clear due date',
            icon: 'calendar-x' as const,
            typed: true,
            words: ['remove deadline'],
            run: set({ target_date: null }),
          },
        ]
      : []),
    ...(cycle
      ? [
          {
            id: 'issue-due-cycle',
            group,
            label: `Move due date to the end of ${cycle.name}`,
            detail: shortDay(cycle.end),
            icon: 'calendar-clock' as const,
            typed: true,
            run: set({ target_date: cycle.end }),
          },
        ]
      : []),
  ]
}

const toMe = (issues: readonly Issue[], group: string): CommandEntry[] => {
  const me = viewer()?.id
  if (!me) return []
  const isMine = issues.every(one => one.assignee_ids.includes(me))
  return [
    {
      id: 'issue-me',
      group,
      label: isMine ? 'Unassign from me' : 'Assign to me',
      icon: 'circle-user',
      words: ['take myself'],
      run: () =>
        void changeIssues(issues, one => ({
          assignee_ids: isMine
            ? one.assignee_ids.filter(id => id !== me)
            : [...new Set([...one.assignee_ids, me])],
        })),
    },
  ]
}

export const issueCommands = ({ meant, issues, states, go }: Given): CommandEntry[] => {
  const group = issues.length === 1 ? 'This issue' : 'These issues'
  const { onEdit } = meant
  const mayEdit =
    onEdit && issues.some(one => one.revision && !one.archived_at && may('issue.bulk', one, placeOf(one)))
  const entries = issueEntries({
    issues,
    states,
    go,
    ...(mayEdit ? { onEdit } : {}),
    ...(meant.onDelete ? { onDelete: meant.onDelete } : {}),
    ...(meant.onGone ? { onGone: meant.onGone } : {}),
  })
  return [
    ...(mayEdit
      ? [
          ...commonFields(issues).map((field): CommandEntry => {
            const { icon, keys } = looks[field]
            const { verb: label, words } = verbs[field]
            // Once the menu has gone, so that its focus does not come after the picker's.
            const run = () => void setTimeout(() => onEdit(field), 0)
            return { id: `issue-${field}`, group, label, icon, keys, words: [words], run }
          }),
          ...(commonFields(issues).includes('assignees') ? toMe(issues, group) : []),
          ...dates(issues, group),
          ...priorityChoices.map(({ id, name, icon }) => ({
            id: `issue-priority-${id}`,
            group,
            label: `Set priority to ${name}`,
            icon: icon as React.ReactElement,
            typed: true,
            run: () => void changeIssues(issues, { priority: id as Issue['priority'] }),
          })),
        ]
      : []),
    ...fromMenu(entries, group),
  ]
}
