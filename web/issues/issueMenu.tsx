/** What can be done with one issue or with several: the same menu on a row, a card, the open issue and a selection. */
import type { Issue } from '#contract/issues.ts'
import { getRow } from '../data/rows.ts'
import { may } from '../data/viewer.ts'
import type { MenuEntry } from '../ui/Menu.tsx'
import { toast } from '../ui/Toast.tsx'
import { type Choice, useChoices } from './choices.tsx'
import { type EditedField, fieldNames, fields, hasField } from './fields.ts'
import { changeIssues, type IssueChange, placeOf } from './issueActions.ts'
import { addressOf, keyOf } from './issueAddress.ts'
import { archiveIssues, isArchivable, mayArchive, mayDelete, unarchiveIssues } from './issueLife.ts'

type MenuActs = {
  /** Opens the picker of a field; missing where nothing may be edited. */
  onEdit?: (field: EditedField) => void
  onOpen?: () => void
  onDelete: () => void
}

/** What all projects share, so that issues of several can be changed at once. */
const SHARED = new Set<EditedField>(['priority', 'target_date', 'start_date'])

export const projectOf = (issues: readonly Issue[]): string | null => {
  const [first, ...rest] = issues
  return first && rest.every(issue => issue.project_id === first.project_id) ? first.project_id : null
}

/** The fields that can be changed of all of them at once. */
export const commonFields = (issues: readonly Issue[]): EditedField[] => {
  const projectId = projectOf(issues)
  const project = getRow('project', projectId)
  return fieldNames.filter(field =>
    projectId === null
      ? SHARED.has(field)
      : hasField(project, field) && (field !== 'parent' || issues.length === 1),
  )
}

const copy = async (text: string, fact: string) => {
  try {
    await navigator.clipboard.writeText(text)
    toast.fact(fact)
  } catch {
    toast.failure('The browser does not let this page write to the clipboard.')
  }
}

const linksOf = (issues: readonly Issue[]) =>
  issues.map(issue => location.origin + addressOf(issue)).join('\n')

const chooser = (
  issues: readonly Issue[],
  choices: readonly Choice[],
  column: 'state_id' | 'priority',
): MenuEntry[] =>
  choices.map(({ id, name, icon }) => ({
    id,
    label: name,
    ...(icon ? { icon: <>{icon}</> } : {}),
    checked: issues.every(issue => issue[column] === id),
    run: () => void changeIssues(issues, { [column]: id } as IssueChange),
  }))

export const useIssueMenu = (
  issues: readonly Issue[],
  { onEdit, onOpen, onDelete }: MenuActs,
): MenuEntry[] => {
  const projectId = projectOf(issues)
  const choices = useChoices(projectId)
  const [first] = issues
  if (!first) return []
  const isOne = issues.length === 1
  const archived = issues.every(issue => issue.archived_at)
  const edits = onEdit && !archived && issues.some(issue => may('issue.update', issue, placeOf(issue)))
  const field = (name: EditedField): MenuEntry => ({
    id: name,
    label: fields[name].label,
    keys: fields[name].keys,
    ...(name === 'state' && projectId
      ? { children: chooser(issues, choices.state, 'state_id') }
      : name === 'priority'
        ? { children: chooser(issues, choices.priority, 'priority') }
        : { run: () => onEdit?.(name) }),
  })
  const known = commonFields(issues)
  const opening: MenuEntry[] = [
    ...(onOpen && isOne ? [{ id: 'open', label: 'Open', keys: 'enter', run: onOpen }] : []),
    ...(isOne
      ? [{ id: 'tab', label: 'Open in new tab', run: () => void window.open(addressOf(first), '_blank') }]
      : []),
    {
      id: 'link',
      label: isOne ? 'Copy link' : 'Copy links',
      run: () => void copy(linksOf(issues), isOne ? 'Link copied' : 'Links copied'),
    },
    {
      id: 'key',
      label: isOne ? 'Copy key' : 'Copy keys',
      run: () => void copy(issues.map(keyOf).join('\n'), isOne ? `${keyOf(first)} copied` : 'Keys copied'),
    },
  ]
  const leaving: MenuEntry[] = [
    ...(archived && issues.some(mayArchive)
      ? [{ id: 'unarchive', label: 'Take out of the archive', run: () => unarchiveIssues(issues) }]
      : []),
    ...(!archived && issues.some(mayArchive)
      ? [
          {
            id: 'archive',
            label: 'Archive',
            ...(issues.some(isArchivable) ? {} : { disabled: 'Only what is done or cancelled' }),
            run: () => archiveIssues(issues),
          },
        ]
      : []),
    ...(issues.some(mayDelete)
      ? [{ id: 'delete', label: 'Delete', keys: '#', danger: true, icon: 'trash-2' as const, run: onDelete }]
      : []),
  ]
  return [
    ...opening,
    ...(edits ? [{ id: 'fields', rule: true as const }, ...known.map(field)] : []),
    ...(leaving.length > 0 ? [{ id: 'leaving', rule: true as const }, ...leaving] : []),
  ]
}
