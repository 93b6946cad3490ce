/** The actions on issues: the same entries behind the dots, on the page, on a right click and for a selection. */
import type { Issue } from '#contract/work/issues.ts'
import { getRow } from '../../data/rows.ts'
import { may } from '../../data/viewer.ts'
import { muteEntry } from '../../shell/muteEntry.ts'
import { copyText } from '../../ui/copy.ts'
import type { MenuEntry } from '../../ui/popups/Menu.tsx'
import type { Choice } from '../fields/choices.tsx'
import { type EditedField, editedFields, hasField, isOfProject, looks } from '../fields/fields.ts'
import { copyIssue } from './copyIssue.ts'
import { changeIssues, placeOf } from './issueActions.ts'
import { addressOf, branchOf, keyOf, linkOf } from './issueAddress.ts'
import {
  archiveIssues,
  deleteIssues,
  isArchivable,
  mayArchive,
  mayDelete,
  unarchiveIssues,
} from './issueLife.ts'
import { follow } from './issuePartActions.ts'

export type IssueMenu = {
  issues: readonly Issue[]
  /** The states of their project, in their order. */
  states: readonly Choice[]
  go: (href: string) => void
  /** Opens the picker of a field; missing where nothing may be edited. */
  onEdit?: (field: EditedField) => void
  /** Missing where it is not known whether the person follows the issue. */
  follows?: boolean | undefined
  /** Entries that belong to the place alone, such as taking it out of there. */
  own?: readonly MenuEntry[]
  /** In place of deleting at once, where many are asked about first. */
  onDelete?: () => void
  /** Where the issue itself is open, it is left once it is gone. */
  onGone?: () => void
}

const lines = (issues: readonly Issue[], text: (issue: Issue) => string) => issues.map(text).join('\n')
const word = (issues: readonly Issue[], one: string) => (issues.length === 1 ? one : `${one}s`)

export const copyLinks = (issues: readonly Issue[]) => copyText(lines(issues, linkOf), word(issues, 'Link'))
export const copyKeys = (issues: readonly Issue[]) =>
  copyText(lines(issues, keyOf), issues.length === 1 ? lines(issues, keyOf) : 'Keys')

const rule = (id: string): MenuEntry => ({ id, rule: true })

/** The one project of all of them. */
export const projectOf = (issues: readonly Issue[]): string | null => {
  const [first, ...rest] = issues
  return first && rest.every(issue => issue.project_id === first.project_id) ? first.project_id : null
}

/** The fields that can be changed of all of them at once. */
export const commonFields = (issues: readonly Issue[]): EditedField[] => {
  const projectId = projectOf(issues)
  return editedFields.filter(field =>
    projectId === null
      ? !isOfProject(field)
      : hasField(getRow('project', projectId), field) && (field !== 'parent' || issues.length === 1),
  )
}

const editing = ({ issues, states, onEdit }: IssueMenu): MenuEntry[] => [
  ...(projectOf(issues) === null
    ? []
    : [
        {
          id: 'state',
          label: 'Move to',
          icon: 'circle-dot' as const,
          children: states.map(state => ({
            id: state.id,
            label: state.name,
            ...(state.icon ? { icon: state.icon as React.ReactElement } : {}),
            checked: issues.every(issue => issue.state_id === state.id),
            run: () => void changeIssues(issues, { state_id: state.id }),
          })),
        },
      ]),
  {
    id: 'change',
    label: 'Change',
    icon: 'pencil',
    children: commonFields(issues).map(field => ({
      id: field,
      label: looks[field].label,
      keys: looks[field].keys,
      run: () => onEdit?.(field),
    })),
  },
]

const copying = ({ issues, go }: IssueMenu, mayCreate: boolean): MenuEntry[] => {
  const [issue] = issues
  const isOne = issues.length === 1
  return [
    {
      id: 'copy',
      label: 'Copy',
      icon: 'copy',
      children: [
        { id: 'link', label: word(issues, 'Link'), keys: 'mod+shift+,', run: () => void copyLinks(issues) },
        {
          id: 'key',
          label: isOne ? lines(issues, keyOf) : 'Keys',
          keys: 'mod+.',
          run: () => void copyKeys(issues),
        },
        {
          id: 'title',
          label: word(issues, 'Title'),
          run: () =>
            void copyText(
              lines(issues, one => one.name),
              word(issues, 'Title'),
            ),
        },
        ...(isOne
          ? [
              {
                id: 'branch',
                label: 'Branch name',
                run: () => void copyText(lines(issues, branchOf), 'Branch name'),
              },
            ]
          : []),
      ],
    },
    ...(mayCreate && issue
      ? [
          {
            id: 'duplicate',
            label: 'Duplicate',
            icon: 'layers' as const,
            run: () => void copyIssue(issue).then(made => made && go(addressOf(made))),
          },
        ]
      : []),
  ]
}

const leaving = ({ issues, onDelete, onGone }: IssueMenu): MenuEntry[] => [
  ...(issues.some(mayArchive)
    ? [
        issues.every(issue => issue.archived_at)
          ? {
              id: 'restore',
              label: 'Restore',
              icon: 'undo-2' as const,
              run: () => unarchiveIssues(issues),
            }
          : {
              id: 'archive',
              label: 'Archive',
              icon: 'archive' as const,
              disabled: issues.some(isArchivable)
                ? false
                : 'Only completed or cancelled issues can be archived',
              run: () => archiveIssues(issues),
            },
      ]
    : []),
  ...(issues.some(mayDelete)
    ? [
        {
          id: 'delete',
          label: 'Delete',
          icon: 'trash-2' as const,
          keys: '#',
          danger: true,
          run: () => {
            if (onDelete) onDelete()
            else deleteIssues(issues)
            onGone?.()
          },
        },
      ]
    : []),
]

export const issueEntries = (menu: IssueMenu): MenuEntry[] => {
  const { go, follows, onEdit, own = [] } = menu
  // Issues that the server does not know yet cannot be acted on.
  const issues = menu.issues.filter(issue => issue.revision)
  const [issue] = menu.issues
  const isOne = menu.issues.length === 1
  if (!issue) return []
  const mayEdit = onEdit && issues.some(one => !one.archived_at && may('issue.bulk', one, placeOf(one)))
  const leave = leaving({ ...menu, issues })
  return [
    ...(isOne
      ? [
          ...(location.pathname === addressOf(issue)
            ? []
            : [
                {
                  id: 'open',
                  label: 'Open',
                  icon: 'maximize-2' as const,
                  keys: 'enter',
                  run: () => go(addressOf(issue)),
                },
              ]),
          {
            id: 'tab',
            label: 'Open in new tab',
            icon: 'external-link' as const,
            run: () => void window.open(addressOf(issue), '_blank', 'noopener'),
          },
        ]
      : []),
    ...(mayEdit ? [...(isOne ? [rule('edit')] : []), ...editing(menu)] : []),
    ...(own.length > 0 ? [rule('own'), ...own] : []),
    rule('beside'),
    ...(follows === undefined
      ? []
      : [
          {
            id: 'follow',
            label: follows ? 'Unsubscribe' : 'Subscribe',
            icon: follows ? ('bell-off' as const) : ('bell' as const),
            run: () => void follow(issue, !follows),
          },
        ]),
    ...(isOne && issue.revision ? [muteEntry({ of: 'issue', id: issue.id, project: issue.project_id })] : []),
    ...copying(menu, isOne && Boolean(mayEdit) && may('issue.create', {}, placeOf(issue))),
    ...(leave.length > 0 ? [rule('leave'), ...leave] : []),
  ]
}
