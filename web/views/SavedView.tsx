import { useNavigate } from 'react-router'
import type { View } from '#contract/planning/views.ts'
import { useFavoriteIds } from '../data/favorites.ts'
import { useRows } from '../data/rows.ts'
import { IssueList } from '../issues/list/IssueList.tsx'
import type { ListContext } from '../issues/view/contexts.ts'
import { useView } from '../issues/view/view.ts'
import type { HeaderProps } from '../shell/Header.tsx'
import { IconButton } from '../ui/controls/IconButton.tsx'
import { Icon } from '../ui/icons.tsx'
import { Menu } from '../ui/popups/Menu.tsx'
import { Tooltip } from '../ui/popups/Tooltip.tsx'
import { useViewChanges } from './useViewChanges.ts'
import { ViewBar } from './ViewBar.tsx'
import { ViewMark } from './ViewMark.tsx'
import { isPublic, mayView, toggleFavoriteView } from './viewActions.ts'
import { viewAddress } from './viewAddress.ts'
import { viewEntries } from './viewMenu.ts'

/** Those of its own place, by their names. */
const useSiblings = (view: View) => {
  const go = useNavigate()
  const siblings = useRows('view')
    .filter(one => one.workspace === view.workspace && one.project === view.project)
    .sort((a, b) => a.name.localeCompare(b.name))
  return {
    label: 'Other views',
    entries: siblings.map(one => ({
      id: one.id,
      label: one.name,
      icon: <ViewMark view={one} className="text-ink-3" />,
      checked: one.id === view.id,
      run: () => void go(viewAddress(one)),
    })),
  }
}

const State = ({ view }: { view: View }) => (
  <>
    {!isPublic(view) && (
      <Tooltip label="Only you see this view">
        <span className="flex items-center gap-1">
          <Icon name="eye-off" size={12} />
          <span className="max-md:sr-only">Only you</span>
        </span>
      </Tooltip>
    )}
    {view.is_locked && (
      <Tooltip label="It cannot be changed until its owner unlocks it">
        <span className="flex items-center gap-1">
          <Icon name="lock" size={12} />
          <span className="max-md:sr-only">Locked</span>
        </span>
      </Tooltip>
    )}
  </>
)

type SavedViewProps = {
  view: View
  context: ListContext
  header: Pick<HeaderProps, 'project' | 'crumbs'>
  tabs?: React.ReactNode
}

/** The list of a view, its unsaved changes here, and the actions on it. */
export const SavedView = ({ view, context, header, tabs }: SavedViewProps) => {
  const changes = useViewChanges(view, context)
  const { query } = useView(context)
  const siblings = useSiblings(view)
  const isFavorite = useFavoriteIds('view').has(view.id)
  return (
    <IssueList
      context={context}
      header={{
        ...header,
        section: view.name,
        siblings,
        ...(view.is_locked || !isPublic(view) ? { status: <State view={view} /> } : {}),
      }}
      tabs={tabs}
      notice={changes && <ViewBar view={view} query={query} changes={changes} />}
      changed={changes?.filters}
      tools={
        <>
          {mayView('view.favor', view) && (
            <IconButton
              icon="star"
              label={isFavorite ? 'Remove from favourites' : 'Add to favourites'}
              aria-pressed={isFavorite}
              onClick={() => toggleFavoriteView(view)}
              className={isFavorite ? 'text-ink-2 max-md:hidden [&_svg]:fill-current' : 'max-md:hidden'}
            />
          )}
          <Menu entries={viewEntries(view)} align="end">
            <IconButton icon="ellipsis" label="View options" className="max-md:size-11" />
          </Menu>
        </>
      }
      empty={{ title: 'No issues in this view', text: 'No issues match its filters right now.' }}
    />
  )
}
