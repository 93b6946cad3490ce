import { useNavigate, useParams } from 'react-router'
import { isPublic, type Page } from '#contract/text/pages.ts'
import { useRows } from '../data/rows.ts'
import { PageMark } from '../editor/PageMark.tsx'
import { pageAddress, pageName } from '../editor/pageNames.ts'
import { deletePages, mayPage, restorePages } from '../pages/pageActions.ts'
import { pageEntries } from '../pages/pageMenu.ts'
import { useListAddress } from '../shell/list/address.ts'
import { narrowed } from '../shell/list/filters.ts'
import { shortDay } from '../ui/dates/day-words.ts'
import { ArchivedList } from './ArchivedList.tsx'

/** What is below a page comes and goes with it. */
const highest = (pages: readonly Page[]) =>
  pages.filter(page => !pages.some(other => other.id === page.parent))

const restore = (pages: readonly Page[]) => restorePages(highest(pages), pages)

/** Pages of a project that were put away: opened, brought back or deleted. */
export const ArchivedPages = () => {
  const { projectId = '' } = useParams()
  const go = useNavigate()
  const [address, change] = useListAddress()
  const narrowing = narrowed<Page>([], address, change)
  const archived = useRows('page').filter(page => page.project_id === projectId && page.archived_at)
  const shown = archived.filter(page => narrowing.finds(pageName(page)))
  const of = (ids: readonly string[]) => archived.filter(({ id }) => ids.includes(id))
  return (
    <ArchivedList
      what="pages"
      how="A page can be archived from its menu, with everything below it."
      total={archived.length}
      narrowing={narrowing}
      onRestore={ids => restore(of(ids))}
      onRemove={ids => deletePages(of(ids))}
      entriesOf={id =>
        of([id]).flatMap(page => pageEntries({ page, favorite: false, go: href => void go(href) }))
      }
      rows={shown.map(page => ({
        id: page.id,
        name: pageName(page),
        archived_at: page.archived_at,
        archived_by: page.archived_by,
        ago: page.archived_at ? shortDay(page.archived_at, true) : '',
        href: pageAddress(page),
        mark: <PageMark page={page} size={16} />,
        dates: isPublic(page) ? 'Public' : 'Private',
        mayRestore: mayPage('page.archive', page),
        mayRemove: mayPage('page.delete', page),
      }))}
    />
  )
}
