import { useNavigate, useParams } from 'react-router'
import { fold } from '#contract/lists/folding.ts'
import { isPublic, type Page } from '#contract/text/pages.ts'
import { useRows } from '../data/rows.ts'
import { PageMark } from '../editor/PageMark.tsx'
import { pageAddress, pageName } from '../editor/pageNames.ts'
import { deletePages, mayPage, restorePages } from '../pages/pageActions.ts'
import { pageEntries } from '../pages/pageMenu.ts'
import { ListSearch } from '../shell/ListSearch.tsx'
import { shortDay } from '../ui/dates/day-words.ts'
import { ArchivedList } from './ArchivedList.tsx'
import { usePlanAddress } from './usePlanAddress.ts'

/** What stands below a page comes and goes with it. */
const highest = (pages: readonly Page[]) =>
  pages.filter(page => !pages.some(other => other.id === page.parent))

const restore = (pages: readonly Page[]) => restorePages(highest(pages), pages)

/** Pages of a project that were put away: opened, brought back or deleted. */
export const ArchivedPages = () => {
  const { projectId = '' } = useParams()
  const go = useNavigate()
  const [address, change] = usePlanAddress()
  const search = address.get('q') ?? ''
  const archived = useRows('page').filter(page => page.project_id === projectId && page.archived_at)
  const shown = archived.filter(page => fold(pageName(page)).includes(fold(search.trim())))
  const of = (ids: readonly string[]) => archived.filter(({ id }) => ids.includes(id))
  return (
    <ArchivedList
      what="pages"
      how="A page can be archived from its menu, with everything below it."
      total={archived.length}
      words={search}
      filters={
        <ListSearch label="Find pages" words={search} onSearch={text => change({ q: text || null })} />
      }
      chips={null}
      onClear={() => change({ q: null })}
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
