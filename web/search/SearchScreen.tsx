import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { type FacetChoice, type FindAnswer, type Hit, LONGEST_SEARCH } from '#contract/lists/search.ts'
import { useTitle } from '../places/title.ts'
import { ShowSidebar } from '../shell/sidebar/ShowSidebar.tsx'
import { toggleSidebar } from '../shell/sidebar/sidebar-state.ts'
import { Button } from '../ui/controls/Button.tsx'
import { IconButton } from '../ui/controls/IconButton.tsx'
import { sinceText } from '../ui/dates/day-words.ts'
import { Icon } from '../ui/icons.tsx'
import { EmptyState } from '../ui/marks/EmptyState.tsx'
import { RowsSkeleton } from '../ui/marks/Skeleton.tsx'
import { changeWords } from './changeWords.ts'
import { Facets } from './Facets.tsx'
import { HitMark, Marked } from './HitLine.tsx'
import { hitAddress, hitSource, hitTitle, kindWords } from './hits.ts'
import { noteSearch, recentSearches } from './recentSearches.ts'
import { type Find, useFind } from './useFind.ts'

const FIRST = 20
const MOST = 50

/** The words in the address, which is the state; typed ones stand in the field at once. */
const useWords = () => {
  const [params, setParams] = useSearchParams()
  const asked = params.get('q') ?? ''
  const [typed, setTyped] = useState(asked)
  const written = useRef(asked)
  useEffect(() => {
    if (asked === written.current) return
    written.current = asked
    setTyped(asked)
  }, [asked])
  const ask = (next: string) => {
    const words = next.slice(0, LONGEST_SEARCH)
    written.current = words
    setTyped(words)
    setParams(words ? { q: words } : {}, { replace: true })
  }
  return [typed, ask] as const
}

// From the field to the hits and back, by arrows.
const moveAmongHits = (event: KeyboardEvent<HTMLElement>) => {
  const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  const root = event.currentTarget
  const field = root.querySelector('input')
  if (event.key === 'Escape' && document.activeElement !== field) field?.focus()
  if (by === 0) return
  const all = [field, ...root.querySelectorAll<HTMLElement>('[data-hit] a')]
  const at = all.indexOf(document.activeElement as never)
  const next = at < 0 ? null : all[at + by]
  if (!next) return
  event.preventDefault()
  next.focus()
}

const HitRow = ({ hit, onOpen }: { hit: Hit; onOpen: () => void }) => {
  const title = hitTitle(hit)
  return (
    <li
      data-hit={hit.id}
      className="relative flex gap-2.5 rounded-control px-2 py-2.5 focus-within:bg-press hover:bg-hover"
    >
      <span className="grid size-5 flex-none place-items-center">
        <HitMark hit={hit} />
      </span>
      <div className="min-w-0 flex-1">
        <div className="flex items-baseline gap-2">
          {hit.key && !title && <span className="num flex-none text-12 text-ink-3">{hit.key}</span>}
          <Link to={hitAddress(hit)} onClick={onOpen} className="row-link cut max-md:text-15">
            {title ?? (hit.name.text ? <Marked text={hit.name} quiet /> : 'Untitled')}
          </Link>
          <time dateTime={hit.at} className="ml-auto flex-none text-12 text-ink-3 max-md:hidden">
            {sinceText(hit.at)}
          </time>
        </div>
        {hit.passage && (
          <p className="line-clamp-2 max-w-190 text-ink-2">
            <Marked text={hit.passage} />
          </p>
        )}
        <p className="flex gap-2 text-12 text-ink-3">
          <span className="cut">{hitSource(hit).filter(Boolean).join(' · ')}</span>
          <time dateTime={hit.at} className="flex-none md:hidden">
            {sinceText(hit.at)}
          </time>
        </p>
      </div>
    </li>
  )
}

type NothingProps = { words: string; found: FindAnswer; onAsk: (next: string) => void }

const Nothing = ({ words, found: { filters }, onAsk }: NothingProps) => {
  const [widest] = filters.toSorted((a, b) => b.total_without - a.total_without)
  const without = widest && widest.total_without > 0 ? widest : null
  return (
    <EmptyState
      title={`Nothing found for “${words.trim()}”`}
      actions={
        without && (
          <Button
            variant="neutral"
            size="large"
            onClick={() => onAsk(changeWords(words, without.word, true))}
          >
            Search without {without.word}
          </Button>
        )
      }
    >
      {without
        ? `Without ${without.word} there ${without.total_without === 1 ? 'is one result' : `are ${without.total_without} results`}.`
        : 'Check the spelling, or try fewer words.'}
    </EmptyState>
  )
}

const First = ({ onAsk }: { onAsk: (next: string) => void }) => {
  const [recent] = useState(recentSearches)
  return (
    <div className="flex-1 overflow-y-auto bg-bg px-2 py-3">
      {recent.length > 0 && (
        <section aria-labelledby="recent-searches" className="pb-4">
          <h2 id="recent-searches" className="px-2 pb-1 text-12 text-ink-2">
            Recent searches
          </h2>
          {recent.map(words => (
            <button
              key={words}
              type="button"
              onClick={() => onAsk(words)}
              className="flex h-9 w-full items-center gap-2.5 rounded-control px-2 text-left hover:bg-hover max-md:h-11"
            >
              <Icon name="search" size={14} className="text-ink-3" />
              <span className="cut">{words}</span>
            </button>
          ))}
        </section>
      )}
      <p className="max-w-150 px-2 text-12 text-ink-2">
        Use quotes for a phrase and a minus sign to leave a word out. Narrow the search with words such as
        kind:page, in:BER, by:me, is:open, before:2026-10 and after:2026-10-05.
      </p>
    </div>
  )
}

type KindsProps = { found: FindAnswer; onChoose: (choice: FacetChoice) => void }

const Kinds = ({ found: { facets, filters }, onChoose }: KindsProps) => (
  <fieldset className="flex min-w-0 flex-none gap-1 overflow-x-auto px-4 py-2 [scrollbar-width:none]">
    <legend className="sr-only">Kinds</legend>
    {facets.kind.map(choice => (
      <Button
        key={choice.id}
        on={choice.is_chosen}
        aria-pressed={choice.is_chosen}
        onClick={() => onChoose(choice)}
      >
        {kindWords[choice.id as Hit['kind']].many}
        <span className="num text-12 text-ink-3">{choice.count}</span>
      </Button>
    ))}
    {filters
      .filter(({ word }) => !word.startsWith('kind:'))
      .map(({ word }) => (
        <Button
          key={word}
          on
          className="desk:hidden"
          aria-label={`Remove ${word}`}
          onClick={() => onChoose({ word, is_chosen: true } as FacetChoice)}
        >
          {word}
          <Icon name="x" size={12} />
        </Button>
      ))}
  </fieldset>
)

const Trouble = ({ find }: { find: Find }) => (
  <EmptyState
    title={find.status === 'offline' ? 'You are offline' : 'The search failed'}
    actions={
      <Button variant="neutral" size="large" onClick={find.again}>
        Try again
      </Button>
    }
  >
    {find.status === 'offline'
      ? 'The command menu still finds pages and views by their names.'
      : 'The server could not answer this time.'}
  </EmptyState>
)

/** Everything that one may see, by its words. */
export const SearchScreen = () => {
  const [typed, ask] = useWords()
  const [size, setSize] = useState(FIRST)
  const find = useFind(typed, size)
  const go = useNavigate()
  const { status, found } = find
  useTitle(typed.trim() || null, 'Search')
  const choose = ({ word, is_chosen }: FacetChoice) => ask(changeWords(typed, word, is_chosen))
  const first = found?.results[0]
  const isFound = found !== null && found.total_results > 0
  const fails = status === 'offline' || status === 'error'
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrows go from the field to the links below it
    <div className="flex min-h-0 flex-1 flex-col" onKeyDown={moveAmongHits}>
      <h1 className="sr-only">Search</h1>
      <header className="flex h-13 flex-none items-center gap-3 px-4 max-desk:gap-2 max-desk:pl-1 shadow-[inset_0_-1px_0_var(--line)]">
        <IconButton icon="menu" size="touch" label="Menu" onClick={toggleSidebar} className="desk:hidden" />
        <ShowSidebar />
        <Icon name="search" className="text-ink-3" />
        <input
          // biome-ignore lint/a11y/noAutofocus: the screen is for typing here
          autoFocus
          type="search"
          aria-label="Search everything"
          placeholder="Search everything…"
          maxLength={LONGEST_SEARCH}
          value={typed}
          onChange={event => {
            setSize(FIRST)
            ask(event.target.value)
          }}
          onKeyDown={event => {
            if (event.key !== 'Enter' || !first || status !== 'ready') return
            noteSearch(typed)
            void go(hitAddress(first))
          }}
          className="min-w-0 flex-1 bg-transparent text-16 outline-none [&::-webkit-search-cancel-button]:hidden"
        />
        <span role="status" className="num flex-none text-12 text-ink-2">
          {status === 'loading' && 'Searching…'}
          {status === 'ready' && found && `${found.total_results} in ${find.ms} ms`}
        </span>
        {typed && <IconButton icon="x" label="Clear the search" onClick={() => ask('')} />}
      </header>
      {found && !fails && (isFound || found.filters.length > 0) && <Kinds found={found} onChoose={choose} />}
      <div className="flex min-h-0 flex-1">
        {status === 'idle' && <First onAsk={ask} />}
        {fails && <Trouble find={find} />}
        {status === 'loading' && !found && <RowsSkeleton />}
        {status === 'ready' && found && !isFound && <Nothing words={typed} found={found} onAsk={ask} />}
        {isFound && !fails && (
          <div className="min-w-0 flex-1 overflow-y-auto bg-bg px-2 pb-4">
            {found.is_near && (
              <p className="px-2 py-2 text-ink-2">No exact match. These are spelt almost the same.</p>
            )}
            <ul aria-label="Results">
              {found.results.map(hit => (
                <HitRow key={`${hit.kind} ${hit.id}`} hit={hit} onOpen={() => noteSearch(typed)} />
              ))}
            </ul>
            {found.next_page_results && size < MOST && (
              <Button className="mt-1 ml-7" onClick={() => setSize(MOST)}>
                Show more
              </Button>
            )}
          </div>
        )}
        {isFound && !fails && <Facets facets={found.facets} onChoose={choose} />}
      </div>
    </div>
  )
}
