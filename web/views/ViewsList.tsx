import { useSearchParams } from 'react-router'
import type { View } from '#contract/planning/views.ts'
import { useClock } from '../data/clock.ts'
import { useFavoriteIds } from '../data/favorites.ts'
import { useRowsOf } from '../data/rowsBy.ts'
import type { ListContext } from '../issues/view/contexts.ts'
import { useFilterLooks } from '../issues/view/filterLooks.tsx'
import { fromRow } from '../issues/view/storedView.ts'
import { shownBy } from '../issues/view/view.ts'
import { FloatingAction, Header, type HeaderProps } from '../shell/Header.tsx'
import { useKeys } from '../shell/keyboard.ts'
import { openViewForm } from '../shell/overlays.ts'
import { Button } from '../ui/controls/Button.tsx'
import { ListDrawing } from '../ui/marks/drawings.tsx'
import { EmptyState } from '../ui/marks/EmptyState.tsx'
import { ViewListChips, ViewListControls } from './ViewListControls.tsx'
import { ViewRows } from './ViewRows.tsx'
import { isFiltered, noFilter, readList, type ViewList, viewsOf, writeList } from './viewList.ts'
import { sentenceOf } from './viewWords.ts'

type ViewsListProps = {
  views: readonly View[]
  projectId: string | null
  contextOf: (view: View) => ListContext
  header: Pick<HeaderProps, 'project' | 'crumbs' | 'section'>
  tabs?: React.ReactNode
  mayCreate: boolean
}

const useNothing = (list: ViewList, all: number) => {
  const owners = useRowsOf('user', list.owners)
  if (list.search.trim()) return `None of the ${all} views has “${list.search.trim()}” in its name.`
  const isByOwner = owners.length > 0 && !list.favorites && !list.access && !list.span
  return isByOwner
    ? `None of the ${all} views belongs to ${owners.map(person => person.display_name).join(' or ')}.`
    : `None of the ${all} views matches these filters.`
}

/** The views of a place: looked through, filtered and in order. */
export const ViewsList = ({ views, projectId, contextOf, header, tabs, mayCreate }: ViewsListProps) => {
  const [address, setAddress] = useSearchParams()
  const list = readList(address)
  const setList = (change: Partial<ViewList>) =>
    setAddress(writeList({ ...list, ...change }), { replace: true })
  const favorites = useFavoriteIds('view')
  const clock = useClock()
  const shown = viewsOf(views, list, favorites, clock)
  const [first] = views
  const looks = useFilterLooks(projectId, first ? contextOf(first).filters : [])
  const nothing = useNothing(list, views.length)
  const create = () => openViewForm({ projectId })
  const clear = () => setList({ search: '', ...noFilter })
  const isNarrowed = isFiltered(list) || list.search !== ''
  useKeys({ v: { run: () => (mayCreate ? create() : false), label: 'New view', group: 'Create' } })
  useKeys({ esc: clear }, { when: isNarrowed && shown.length === 0 })
  return (
    <>
      <Header
        {...header}
        count={views.length}
        controls={
          views.length > 0 && (
            <ViewListControls
              list={list}
              owners={[...new Set(views.map(view => view.owned_by))]}
              onChange={setList}
            />
          )
        }
        {...(mayCreate ? { primary: { label: 'New view', keys: 'v', run: create } } : {})}
      />
      {tabs}
      <ViewListChips list={list} onChange={setList} />
      {views.length === 0 ? (
        <EmptyState
          drawing={<ListDrawing />}
          title="No views yet"
          actions={
            mayCreate && (
              <Button variant="primary" keys="v" onClick={create}>
                New view
              </Button>
            )
          }
        >
          A view keeps filters, grouping and layout of a list under a name, for you or for everyone.
        </EmptyState>
      ) : shown.length === 0 ? (
        <div className="flex flex-1 flex-col items-center justify-center gap-3 px-4 pb-14 text-center">
          <p className="text-14 text-ink-2">{nothing}</p>
          <Button variant="neutral" keys="esc" onClick={clear}>
            {isFiltered(list) ? 'Clear the filter' : 'Clear the search'}
          </Button>
        </div>
      ) : (
        <ViewRows
          views={shown}
          projectId={projectId}
          sentenceOf={view => {
            const context = contextOf(view)
            return sentenceOf(shownBy(context, fromRow(view).params, clock), context, looks)
          }}
        />
      )}
      {mayCreate && <FloatingAction label="New view" run={create} />}
    </>
  )
}
