/** What can be done with one issue: the same entries behind its dots, on its page and on a right click. */
import type { Issue } from '#contract/issues.ts'
import { getRow } from '../data/rows.ts'
import { may } from '../data/viewer.ts'
import { copyText } from '../ui/copy.ts'
import type { MenuEntry } from '../ui/Menu.tsx'
import { follow } from './besideActions.ts'
import type { Choice } from './choices.tsx'
import { copyIssue } from './copyIssue.ts'
import { type EditedField, fieldNames, fields, hasField } from './fields.ts'
import { archiveIssue, deleteIssue, unarchiveIssue, updateIssue } from './issueActions.ts'
import { addressOf, branchOf, keyOf } from './issueAddress.ts'

export type IssueMenu = {
  issue: Issue
  /** The project's states, in their order. */
  states: readonly Choice[]
  go: (href: string) => void
  /** Opens the picker of a field beside the issue. */
  onEdit: (field: EditedField) => void
  /** Missing where it is not known whether the person follows the issue. */
  follows?: boolean | undefined
  /** Entries that belong to the place alone, such as taking it out of there. */
  own?: readonly MenuEntry[]
  /** Where the issue itself is open, it is left once it is gone. */
  onGone?: () => void
}

export const copyLink = (issue: Issue) => copyText(location.origin + addressOf(issue), 'Link')
export const copyKey = (issue: Issue) => copyText(keyOf(issue), keyOf(issue))

const rule = (id: string): MenuEntry => ({ id, rule: true })

const editing = ({ issue, states, onEdit }: IssueMenu): MenuEntry[] => [
  {
    id: 'state',
    label: 'Move to',
    icon: 'circle-dot',
    children: states.map(state => ({
      id: state.id,
      label: state.name,
      ...(state.icon ? { icon: state.icon as React.ReactElement } : {}),
      checked: state.id === issue.state_id,
      run: () => void updateIssue(issue, { state_id: state.id }),
    })),
  },
  {
    id: 'change',
    label: 'Change',
    icon: 'pencil',
    children: fieldNames
      .filter(field => hasField(getRow('project', issue.project_id), field))
      .map(field => ({
        id: field,
        label: fields[field].label,
        keys: fields[field].keys,
        run: () => onEdit(field),
      })),
  },
]

const copying = ({ issue, go }: IssueMenu, mayCreate: boolean): MenuEntry[] => [
  {
    id: 'copy',
    label: 'Copy',
    icon: 'copy',
    children: [
      { id: 'link', label: 'Link', keys: 'mod+shift+,', run: () => void copyLink(issue) },
      { id: 'key', label: keyOf(issue), keys: 'mod+.', run: () => void copyKey(issue) },
      { id: 'title', label: 'Title', run: () => void copyText(issue.name, 'Title') },
      { id: 'branch', label: 'Branch name', run: () => void copyText(branchOf(issue), 'Branch name') },
    ],
  },
  ...(mayCreate
    ? [
        {
          id: 'duplicate',
          label: 'Make a copy',
          icon: 'layers' as const,
          run: () => void copyIssue(issue).then(made => made && go(addressOf(made))),
        },
      ]
    : []),
]

const ENDED = ['completed', 'cancelled']

const leaving = ({ issue, onGone }: IssueMenu, mayArchive: boolean, mayDelete: boolean): MenuEntry[] => [
  ...(mayArchive
    ? [
        issue.archived_at
          ? {
              id: 'restore',
              label: 'Take out of the archive',
              icon: 'undo-2' as const,
              run: () => unarchiveIssue(issue),
            }
          : {
              id: 'archive',
              label: 'Archive',
              icon: 'archive' as const,
              disabled: ENDED.includes(issue.state__group) ? false : 'Once it is done or cancelled',
              run: () => archiveIssue(issue),
            },
      ]
    : []),
  ...(mayDelete
    ? [
        {
          id: 'delete',
          label: 'Delete',
          icon: 'trash-2' as const,
          keys: '#',
          danger: true,
          run: () => {
            void deleteIssue(issue)
            onGone?.()
          },
        },
      ]
    : []),
]

export const issueEntries = (menu: IssueMenu): MenuEntry[] => {
  const { issue, go, follows, own = [] } = menu
  const place = { workspace: issue.workspace_id, project: issue.project_id }
  const isKept = Boolean(issue.revision)
  const mayEdit = isKept && !issue.archived_at && may('issue.bulk', issue, place)
  const mayArchive = isKept && may('issue.archive', issue, place)
  const mayDelete = isKept && may('issue.delete', issue, place)
  return [
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
      label: 'Open in a new tab',
      icon: 'external-link',
      run: () => window.open(addressOf(issue), '_blank', 'noopener'),
    },
    ...(mayEdit ? [rule('edit'), ...editing(menu)] : []),
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
    ...copying(menu, mayEdit && may('issue.create', {}, place)),
    ...(mayArchive || mayDelete ? [rule('leave'), ...leaving(menu, mayArchive, mayDelete)] : []),
  ]
}
