import { useState } from 'react'
import type { IssueQuery } from '#contract/lists/issueQuery.ts'
import { loadAll } from '../../data/lists.ts'
import { getRow, useRows } from '../../data/rows.ts'
import { may } from '../../data/viewer.ts'
import type { Selection } from '../../shell/list/selection.ts'
import { SelectionAct, SelectionBar } from '../../shell/SelectionBar.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Kbd } from '../../ui/marks/Kbd.tsx'
import { toast } from '../../ui/popups/Toast.tsx'
import { type EditedField, looks } from '../fields/fields.ts'
import { placeOf } from './issueActions.ts'
import { mayDelete } from './issueLife.ts'
import { commonFields } from './issueMenu.ts'

type BulkBarProps = {
  /** The selected issues; not empty. */
  ids: readonly string[]
  selection: Selection
  query: IssueQuery
  /** How many of the list are here, of how many. */
  loaded: number
  total: number
  readOnly: boolean
  onEdit: (field: EditedField, anchor: Element) => void
  onMenu: (anchor: Element) => void
  onDelete: () => void
}

const shown: readonly EditedField[] = ['state', 'priority', 'assignees', 'labels', 'target_date', 'cycle']

/** The actions on the selected issues, at the foot of every list. */
export const BulkBar = (props: BulkBarProps) => {
  const { ids, selection, query, loaded, total, readOnly, onEdit, onMenu, onDelete } = props
  const [loading, setLoading] = useState(false)
  useRows('project')
  const issues = ids.flatMap(id => getRow('issue', id) ?? [])
  const common = commonFields(issues)
  const edits = !readOnly && issues.some(issue => may('issue.update', issue, placeOf(issue)))
  const selectAll = async () => {
    setLoading(true)
    const all = await loadAll(query)
    setLoading(false)
    if (all) selection.set(all)
    else toast.failure('Not all issues could be selected. The server could not be reached.')
  }
  return (
    <SelectionBar what="issues" count={ids.length} onClear={selection.clear}>
      {ids.length >= loaded && ids.length < total && (
        <Button busy={loading} onClick={() => void selectAll()} className="text-accent-text">
          Select all {total.toLocaleString()}
        </Button>
      )}
      <Rule />
      {edits &&
        shown.map(
          field =>
            common.includes(field) && (
              <button
                key={field}
                type="button"
                data-bulk={field}
                aria-label={looks[field].label}
                onClick={event => onEdit(field, event.currentTarget)}
                className="flex h-7 flex-none items-center gap-1.5 rounded-control px-2 text-ink-2 hover:bg-hover"
              >
                <Icon name={looks[field].icon} className="text-ink-3" />
                <span className="max-lg:hidden">{looks[field].label}</span>
                {field !== 'cycle' && <Kbd keys={looks[field].keys} className="max-xl:hidden" />}
              </button>
            ),
        )}
      <IconButton
        icon="ellipsis"
        label="More actions"
        keys="."
        data-bulk="more"
        onClick={event => onMenu(event.currentTarget)}
      />
      {issues.some(mayDelete) && (
        <>
          <Rule />
          <SelectionAct variant="danger" icon="trash-2" keys="#" onClick={onDelete}>
            Delete
          </SelectionAct>
        </>
      )}
    </SelectionBar>
  )
}

const Rule = () => <span aria-hidden="true" className="mx-1.5 h-5 w-px flex-none bg-line" />
