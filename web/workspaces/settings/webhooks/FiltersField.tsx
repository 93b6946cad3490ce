import { useEffect, useState } from 'react'
import { entriesOf } from '#contract/keys.ts'
import { type FilterField, filterFields, writeFilter } from '#contract/lists/issueFilters.ts'
import { here } from '../../../data/viewer.ts'
import { savedWorkspaceContext } from '../../../issues/view/contexts.ts'
import { Filters } from '../../../issues/view/Filters.tsx'
import { chosenFilters, useDraftView } from '../../../issues/view/view.ts'
import { Button } from '../../../ui/controls/Button.tsx'

const contextOf = (workspace: string) => {
  const context = savedWorkspaceContext({ id: '', is_locked: false }, workspace)
  // What only the database knows of an issue is no question of one that has just changed.
  return { ...context, filters: context.filters.filter(field => filterFields[field].holds !== 'elsewhere') }
}

type FiltersFieldProps = {
  /** The query string of a list at first. */
  begin: string
  onChange: (filters: string) => void
}

/** The issues whose changes are sent, by the filters of a list. */
export const FiltersField = ({ begin, onChange }: FiltersFieldProps) => {
  const [context] = useState(() => contextOf(here().workspaceId))
  const draft = useDraftView(context, { params: Object.fromEntries(new URLSearchParams(begin)), hidden: [] })
  const [filtering, setFiltering] = useState<FilterField | boolean>(false)
  const chosen = entriesOf(chosenFilters(draft.query, context))
  const text = new URLSearchParams(chosen.map(([name, filter]) => [name, writeFilter(filter)])).toString()
  // biome-ignore lint/correctness/useExhaustiveDependencies: reported when the filters change, and not when their hearer does
  useEffect(() => {
    onChange(text)
  }, [text])
  return (
    <div className="min-h-10 rounded-control bg-sunken shadow-[inset_0_0_0_1px_var(--edge)]">
      {chosen.length === 0 && !filtering && (
        <div className="flex h-10 items-center px-1.5 max-md:h-11">
          <Button icon="list-filter" className="max-md:h-11" onClick={() => setFiltering(true)}>
            All issues; add a filter
          </Button>
        </div>
      )}
      <Filters
        context={context}
        query={draft.query}
        change={draft.change}
        open={filtering}
        onOpenChange={setFiltering}
      />
    </div>
  )
}
