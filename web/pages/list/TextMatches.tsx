import { Link } from 'react-router'
import type { FoundPage, Page, Snippet } from '#contract/text/pages.ts'
import { PageMark } from '../../editor/PageMark.tsx'
import { pageAddress, pageName } from '../../editor/pageNames.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Skeleton } from '../../ui/marks/Skeleton.tsx'
import { type Section, sectionOf } from './pageList.ts'
import type { TextSearch } from './textSearch.ts'

type TextMatchesProps = {
  search: TextSearch
  /** Those found that are not shown above, as they are now. */
  matches: readonly { page: Page; snippet: FoundPage['snippet'] }[]
  section: Section
}

const OFFLINE = 'The server cannot be reached: only titles are searched.'

const statusOf = (search: TextSearch, count: number) => {
  const { status } = search
  if (status === 'loading') return 'Searching…'
  if (status === 'offline') return OFFLINE
  if (status === 'error') return 'The texts could not be searched.'
  if (search.more) return `The first ${count}`
  return count === 0 ? 'Nothing found' : `${count} found`
}

/** Pages that hold the words in their texts, each with the place where they are. */
export const TextMatches = ({ search, matches, section }: TextMatchesProps) => (
  <section aria-labelledby="in-texts" className="pt-3">
    <div className="flex items-baseline gap-2 px-2 pb-1 text-12">
      <h2 id="in-texts" className="font-medium text-ink-2">
        In page text
      </h2>
      <span role="status" className="num text-ink-3">
        {statusOf(search, matches.length)}
      </span>
    </div>
    {search.status === 'loading' && <MatchesSkeleton />}
    {matches.length > 0 && (
      <ul aria-labelledby="in-texts">
        {matches.map(({ page, snippet }) => (
          <Match key={page.id} page={page} snippet={snippet} isElsewhere={sectionOf(page) !== section} />
        ))}
      </ul>
    )}
    {search.more && (
      <Button onClick={search.more} className="mt-1 ml-6">
        Show more
      </Button>
    )}
  </section>
)

const MatchesSkeleton = () => (
  <div aria-hidden="true" className="flex flex-col gap-4 px-2 py-2 pl-9">
    {['w-64', 'w-96', 'w-80'].map(width => (
      <span key={width} className="flex flex-col gap-2">
        <Skeleton className="w-32" />
        <Skeleton className={`max-w-full ${width}`} />
      </span>
    ))}
  </div>
)

type MatchProps = { page: Page; snippet: Snippet | null; isElsewhere: boolean }

const places: Record<Section, string> = { public: 'Public', private: 'Private', archived: 'Archived' }

const Match = ({ page, snippet, isElsewhere }: MatchProps) => (
  <li data-row={page.id} className="relative flex gap-2 rounded-control py-2 pr-2 pl-9 hover:bg-hover">
    <span className="grid size-5 flex-none place-items-center">
      <PageMark page={page} className="text-ink-3" />
    </span>
    <div className="min-w-0 flex-1">
      <div className="flex items-center gap-2">
        <Link
          to={pageAddress(page)}
          state={{ find: findable(snippet) }}
          className="row-link cut max-md:text-15"
        >
          {pageName(page)}
        </Link>
        {isElsewhere && <span className="flex-none text-12 text-ink-3">{places[sectionOf(page)]}</span>}
      </div>
      {snippet && (
        <p className="line-clamp-2 max-w-180 text-12 text-ink-2">
          <Marked snippet={snippet} />
        </p>
      )}
    </div>
  </li>
)

/** The first word that was found, as it is in the text: for the page to find it again. */
const findable = (snippet: Snippet | null) => {
  const [from, to] = snippet?.marks[0] ?? [0, 0]
  return snippet?.text.slice(from, to) ?? ''
}

const Marked = ({ snippet: { text, marks } }: { snippet: Snippet }) => (
  <>
    {marks.map(([from, to], at) => (
      <span key={from}>
        {text.slice(marks[at - 1]?.[1] ?? 0, from)}
        <mark className="is-found text-ink">{text.slice(from, to)}</mark>
      </span>
    ))}
    {text.slice(marks.at(-1)?.[1] ?? 0)}
  </>
)
