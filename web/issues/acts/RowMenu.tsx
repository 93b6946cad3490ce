import { useNavigate } from 'react-router'
import type { Issue } from '#contract/work/issues.ts'
import { getRow, useRow } from '../../data/rows.ts'
import { may } from '../../data/viewer.ts'
import type { Selection } from '../../shell/list/selection.ts'
import { Menu, type MenuProps } from '../../ui/popups/Menu.tsx'
import { useChoices } from '../fields/choices.tsx'
import type { EditedField } from '../fields/fields.ts'
import { placeOf } from './issueActions.ts'
import { issueEntries, projectOf } from './issueMenu.ts'
import type { Question } from './RowQuestion.tsx'

export type OpenedMenu = {
  ids: readonly string[]
  anchor: NonNullable<MenuProps['anchor']>
  focus: HTMLElement | null
}

type RowMenuProps = {
  opened: OpenedMenu
  selection: Selection
  readOnly: boolean
  onEdit: (id: string, field: EditedField) => void
  /** Asks what the row cannot ask in itself. */
  onAsk: (id: string, of: Question['of']) => void
  onDelete: (ids: readonly string[]) => void
  onClose: () => void
}

/** The actions on a row, or on all selected ones. */
export const RowMenu = ({ opened, selection, readOnly, onEdit, onAsk, onDelete, onClose }: RowMenuProps) => {
  useRow('issue', opened.ids[0])
  const issues: Issue[] = opened.ids.flatMap(one => getRow('issue', one) ?? [])
  const id = issues[0]?.id ?? ''
  const { state } = useChoices(projectOf(issues))
  const go = useNavigate()
  const [one, ...others] = issues
  const mayRelate = one && others.length === 0 && !readOnly && may('issue.arrange', one, placeOf(one))
  const entries = issueEntries({
    issues,
    states: state,
    go: href => void go(href),
    onDelete: () => onDelete(opened.ids),
    own: [
      ...(mayRelate
        ? [
            {
              id: 'relate',
              label: 'Add relation…',
              icon: 'link-2' as const,
              keys: 'r',
              run: () => void setTimeout(() => onAsk(id, 'relation'), 0),
            },
          ]
        : []),
      {
        id: 'select',
        label: selection.has(id) ? 'Clear selection' : 'Select',
        icon: 'list-checks',
        keys: selection.has(id) ? 'esc' : 'x',
        run: () => (selection.has(id) ? selection.clear() : selection.toggle(id)),
      },
    ],
    // Once the menu has gone, so that its focus does not come after the picker's.
    ...(readOnly ? {} : { onEdit: (field: EditedField) => void setTimeout(() => onEdit(id, field), 0) }),
  })
  return (
    <Menu
      open
      onOpenChange={next => next || onClose()}
      anchor={opened.anchor}
      entries={entries}
      finalFocus={() => opened.focus}
    />
  )
}
