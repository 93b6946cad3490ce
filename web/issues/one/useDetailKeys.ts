import type { RefObject } from 'react'
import type { Issue } from '#contract/work/issues.ts'
import { getRow } from '../../data/rows.ts'
import { useKeys } from '../../shell/keyboard.ts'
import { copyKeys, copyLinks } from '../acts/issueMenu.ts'
import { meantIssue } from '../acts/meantIssue.ts'
import type { Editing } from '../fields/FieldPicker.tsx'
import { type EditedField, editedFields, hasField, looks } from '../fields/fields.ts'
import { useCommandScope } from '../view/commandScope.ts'

type DetailKeys = {
  issueId: string
  box: RefObject<HTMLElement | null>
  /** Opens the picker of a field; null where it may not be changed. */
  onEdit: ((editing: Editing) => void) | null
  onRelation: (() => void) | null
  /** It is left once it is gone. */
  onGone: () => void
}

/** The keys and commands of an issue that is open. */
export const useDetailKeys = ({ issueId, box, onEdit, onRelation, onGone }: DetailKeys) => {
  // A line of another issue that has the focus takes the keys for itself.
  const edit = (field: EditedField) => {
    const { line, target } = meantIssue(issueId)
    if (!target || !hasField(getRow('project', target.project_id), field)) return false
    const around = line ?? box.current
    const cells = around?.querySelectorAll(`[data-field="${field}"]`) ?? []
    // Of the two faces of a field, the grid and the chips of a phone, one is on the screen.
    const anchor = [...cells].find(cell => cell.getClientRects().length > 0) ?? around
    if (anchor) onEdit?.({ issueId: target.id, field, anchor })
  }
  useCommandScope({
    issues: () => {
      const { target } = meantIssue(issueId)
      return target ? { ids: [target.id], ...(onEdit ? { onEdit: edit } : {}), onGone } : null
    },
  })
  const withAimed = (run: (issues: Issue[]) => void) => {
    const { target } = meantIssue(issueId)
    if (target) run([target])
  }
  useKeys({
    ...Object.fromEntries(
      editedFields.map(field => [
        looks[field].keys,
        { run: () => edit(field), label: looks[field].label, group: 'Issue' },
      ]),
    ),
    r: {
      run: () => (onRelation ? onRelation() : false),
      label: 'Relation',
      group: 'Issue',
    },
    f2: {
      run: () => box.current?.querySelector<HTMLElement>('[aria-label="Title"]')?.focus(),
      label: 'Title',
      group: 'Issue',
    },
    'mod+shift+,': { run: () => withAimed(copyLinks), label: 'Copy link', group: 'Issue' },
    'mod+.': { run: () => withAimed(copyKeys), label: 'Copy key', group: 'Issue' },
  })
}
