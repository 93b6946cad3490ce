import { useNavigate, useParams } from 'react-router'
import type { Page } from '#contract/text/pages.ts'
import { useClock } from '../../data/clock.ts'
import { useRow, useRows } from '../../data/rows.ts'
import { may } from '../../data/viewer.ts'
import { useHeading } from '../../places/heading.ts'
import { FloatingAction, Header } from '../../shell/Header.tsx'
import { useKeys } from '../../shell/keyboard.ts'
import { oneOf, useListAddress } from '../../shell/list/address.ts'
import { type Narrowing, narrowed } from '../../shell/list/filters.ts'
import { ListChips } from '../../shell/list/ListFilters.tsx'
import { orderIn } from '../../shell/list/order.ts'
import { NotFound } from '../../shell/NotFound.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { Segmented } from '../../ui/controls/Segmented.tsx'
import { EmptyState, PageDrawing } from '../../ui/marks/EmptyState.tsx'
import { useSweepBlank } from '../blankPages.ts'
import { newPage } from '../newPage.ts'
import { useFavorites } from '../useFavorites.ts'
import { ListControls, usePeople } from './ListControls.tsx'
import { PageRows } from './PageRows.tsx'
import { orders, pageFilters, pagesOf, type Section, sectionOf, sections, USUAL } from './pageList.ts'
import { TextMatches } from './TextMatches.tsx'
import { type TextSearch, useTextSearch } from './textSearch.ts'

const names: Record<Section, string> = { public: 'Public', private: 'Private', archived: 'Archived' }

export const PagesScreen = () => {
  const { projectId = '' } = useParams()
  const [address, change] = useListAddress()
  const go = useNavigate()
  const project = useRow('project', projectId)
  const pages = useRows('page').filter(page => page.project_id === projectId)
  const favorites = useFavorites()
  const table = pageFilters({ favorites, people: usePeople(), clock: useClock() })
  const narrowing = narrowed(table, address, change, 'search')
  const { words, passes } = narrowing
  const section = oneOf(address.get('type'), sections, 'public')
  const ordering = orderIn(address, orders, USUAL)
  const shown = pagesOf(pages, section, narrowing, ordering)
  const texts = useTextSearch(projectId, words, newestOf(pages))
  const matches = texts.found.flatMap(({ id, snippet }) => {
    // As it is held here: it may have gone since, or changed its name.
    const page = shown.some(one => one.id === id) ? undefined : pages.find(one => one.id === id)
    return page && passes(page) ? [{ page, snippet }] : []
  })
  const isLooking = texts.status === 'loading' || matches.length > 0 || texts.more !== null
  const mayCreate = may('page.create', {}, { workspace: project?.workspace, project: projectId })
  const access = section === 'private' ? 1 : 0
  const heading = useHeading()
  useSweepBlank(projectId)
  const create = () => void newPage(projectId, access, go)
  useKeys({ d: { run: () => (mayCreate ? create() : false), label: 'New page', group: 'Create' } })
  if (!project) return <NotFound title="Project not found" />
  const count = (of: Section) => pages.filter(page => sectionOf(page) === of).length
  return (
    <>
      <Header
        {...heading}
        count={pages.length}
        controls={pages.length > 0 && <ListControls {...{ narrowing, ordering, projectId }} />}
        {...(mayCreate ? { primary: { label: 'New page', keys: 'd', run: create } } : {})}
      />
      {pages.length > 0 && (
        <div className="flex flex-none flex-wrap items-center gap-2 px-4 pb-2">
          <Segmented
            label="Show"
            parts={sections.map(id => ({ id, label: `${names[id]} ${count(id) || ''}`.trim() }))}
            value={section}
            onChange={next => change({ type: next === 'public' ? null : next })}
          />
        </div>
      )}
      <ListChips narrowing={narrowing} />
      {shown.length === 0 && !isLooking ? (
        <NoPages
          {...{ section, narrowing }}
          texts={texts.status}
          isEmpty={pages.length === 0}
          {...(mayCreate ? { onNew: create } : {})}
        />
      ) : (
        <PageRows key={section} pages={shown} all={pages} favorites={favorites} isFlat={narrowing.isNarrowed}>
          {texts.status !== 'idle' && <TextMatches search={texts} matches={matches} section={section} />}
        </PageRows>
      )}
      {mayCreate && <FloatingAction label="New page" run={create} />}
    </>
  )
}

/** The moment of the last change of any of them. */
const newestOf = (pages: readonly Page[]) =>
  pages
    .map(page => page.updated_at)
    .sort()
    .at(-1) ?? ''

const searched: Partial<Record<TextSearch['status'], string>> = {
  offline: '. The server cannot be reached: only titles are searched.',
  error: '. The texts could not be searched.',
}

type NoPagesProps = {
  section: Section
  narrowing: Narrowing<Page>
  texts: TextSearch['status']
  isEmpty: boolean
  onNew?: () => void
}

const texts: Record<Section, [title: string, text: string]> = {
  public: ['No public pages', 'Everyone in the project can read and edit public pages.'],
  private: ['No private pages', 'Only you can see your private pages.'],
  archived: ['No archived pages', 'Pages you archive are kept here, and can be restored.'],
}

/** Nothing to show: because there is nothing, or because nothing fits what is looked for. */
const NoPages = ({ section, narrowing, texts: found, isEmpty, onNew }: NoPagesProps) => {
  const { words, isNarrowed, clearAll } = narrowing
  if (!isEmpty && isNarrowed)
    return (
      <EmptyState
        title="No matching pages"
        actions={
          <Button variant="neutral" onClick={clearAll}>
            {words ? 'Clear search and filters' : 'Clear filters'}
          </Button>
        }
      >
        {words
          ? `No ${names[section].toLowerCase()} page has “${words}” in its title${searched[found] ?? ', and no page in its text.'}`
          : `No ${names[section].toLowerCase()} pages match these filters.`}
      </EmptyState>
    )
  const [title, text] = isEmpty && section === 'public' ? ['No pages yet', texts.public[1]] : texts[section]
  return (
    <EmptyState
      drawing={<PageDrawing />}
      title={title}
      actions={
        onNew &&
        section !== 'archived' && (
          <Button variant="primary" keys="d" onClick={onNew}>
            New page
          </Button>
        )
      }
    >
      {text}
    </EmptyState>
  )
}
