import type { View } from '#contract/planning/views.ts'
import { useClock } from '../data/clock.ts'
import { useFavoriteIds } from '../data/favorites.ts'
import { useRowsOf } from '../data/rowsBy.ts'
import type { ListContext } from '../issues/view/contexts.ts'
import { useFilterLooks } from '../issues/view/filterLooks.tsx'
import { fromRow } from '../issues/view/storedView.ts'
import { shownBy } from '../issues/view/view.ts'
import { FloatingAction, Header, HeaderButton, type HeaderProps } from '../shell/Header.tsx'
import { useKeys } from '../shell/keyboard.ts'
import { useListAddress } from '../shell/list/address.ts'
import { type Narrowing, narrowed } from '../shell/list/filters.ts'
import { ListChips, ListFilters } from '../shell/list/ListFilters.tsx'
import { orderEntries, orderIn } from '../shell/list/order.ts'
import { openViewForm } from '../shell/overlays.ts'
import { Button } from '../ui/controls/Button.tsx'
import type { Person } from '../ui/marks/Avatar.tsx'
import { ListDrawing } from '../ui/marks/drawings.tsx'
import { EmptyState } from '../ui/marks/EmptyState.tsx'
import { Menu } from '../ui/popups/Menu.tsx'
import { ViewRows } from './ViewRows.tsx'
import { orders, USUAL, viewFilters, viewsOf } from './viewList.ts'
import { sentenceOf } from './viewWords.ts'

type ViewsListProps = {
  views: readonly View[]
  projectId: string | null
  contextOf: (view: View) => ListContext
  header: Pick<HeaderProps, 'project' | 'crumbs' | 'section'>
  tabs?: React.ReactNode
  mayCreate: boolean
}

const nothingOf = (all: number, { words, chosen, count }: Narrowing<View>, owners: readonly Person[]) => {
  if (words.trim()) return `None of the ${all} views has “${words.trim()}” in its name.`
  const asked = owners.filter(({ id }) => chosen.owner?.includes(id))
  return asked.length > 0 && asked.length === count
    ? `None of the ${all} views belongs to ${asked.map(person => person.display_name).join(' or ')}.`
    : `None of the ${all} views matches these filters.`
}

/** The views of a place: looked through, filtered and in order. */
export const ViewsList = ({ views, projectId, contextOf, header, tabs, mayCreate }: ViewsListProps) => {
  const [address, change] = useListAddress()
  const favorites = useFavoriteIds('view')
  const clock = useClock()
  const owners = useRowsOf('user', [...new Set(views.map(view => view.owned_by))]).toSorted((a, b) =>
    a.display_name.localeCompare(b.display_name),
  )
  const narrowing = narrowed(viewFilters({ favorites, owners, clock }), address, change, 'search')
  const ordering = orderIn(address, orders, USUAL)
  const { order, descending } = ordering
  const turned = order === 'name' ? '' : descending ? ' last' : ' first'
  const shown = viewsOf(views, narrowing, ordering)
  const [first] = views
  const looks = useFilterLooks(projectId, first ? contextOf(first).filters : [])
  const create = () => openViewForm({ projectId })
  useKeys({ v: { run: () => (mayCreate ? create() : false), label: 'New view', group: 'Create' } })
  useKeys({ esc: narrowing.clearAll }, { when: narrowing.isNarrowed && shown.length === 0 })
  return (
    <>
      <Header
        {...header}
        count={views.length}
        controls={
          views.length > 0 && (
            <>
              <ListFilters narrowing={narrowing} label="Search views" />
              <Menu entries={orderEntries(orders, ordering, USUAL, change)} align="end">
                <HeaderButton icon={descending ? 'arrow-down' : 'arrow-up'}>
                  {`${orders[order]}${turned}`}
                </HeaderButton>
              </Menu>
            </>
          )
        }
        {...(mayCreate ? { primary: { label: 'New view', keys: 'v', run: create } } : {})}
      />
      {tabs}
      <ListChips narrowing={narrowing} />
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
          <p className="text-14 text-ink-2">{nothingOf(views.length, narrowing, owners)}</p>
          <Button variant="neutral" keys="esc" onClick={narrowing.clearAll}>
            {narrowing.count > 0 ? 'Clear the filter' : 'Clear the search'}
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
