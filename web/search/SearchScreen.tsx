import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import {
  type FacetChoice,
  type FindAnswer,
  type Hit,
  LONGEST_SEARCH,
  type SearchOrder,
  searchOrders,
} from '#contract/lists/search.ts'
import { here } from '../data/viewer.ts'
import { useKeptPeekWidth } from '../issues/list/peekWidth.ts'
import { usePeek, usePeekedIssue } from '../issues/list/usePeek.ts'
import { to } from '../places/address.ts'
import { useTitle } from '../places/title.ts'
import { ShowSidebar } from '../shell/sidebar/ShowSidebar.tsx'
import { toggleSidebar } from '../shell/sidebar/sidebar-state.ts'
import { Button } from '../ui/controls/Button.tsx'
import { IconButton } from '../ui/controls/IconButton.tsx'
import { Icon } from '../ui/icons.tsx'
import { EmptyState } from '../ui/marks/EmptyState.tsx'
import { KeyBar } from '../ui/marks/KeyBar.tsx'
import { RowsSkeleton } from '../ui/marks/Skeleton.tsx'
import { Dialog } from '../ui/popups/Dialog.tsx'
import { later } from '../ui/popups/later.tsx'
import { Menu } from '../ui/popups/Menu.tsx'
import { changeWords, putWord } from './changeWords.ts'
import { Facets } from './Facets.tsx'
import { saidFilters } from './filterWords.ts'
import { HitRow } from './HitRow.tsx'
import { hitAddress } from './hits.ts'
import { Kinds } from './Kinds.tsx'
import { Nothing } from './Nothing.tsx'
import { noteSearch, recentSearches } from './recentSearches.ts'
import { type Find, useFind } from './useFind.ts'

// The editor comes with the first issue that is opened, not with the search.
const IssuePeek = later(() => import('../issues/one/IssuePeek.tsx').then(module => module.IssuePeek), 'next')

const FIRST = 20
const MOST = 50

/** Words and order in the address, which is the state; typed ones are in the field at once. */
const useWords = () => {
  const [params, setParams] = useSearchParams()
  const asked = params.get('q') ?? ''
  const order = searchOrders.find(one => one === params.get('order')) ?? 'best'
  const [typed, setTyped] = useState(asked)
  const written = useRef(asked)
  useEffect(() => {
    if (asked === written.current) return
    written.current = asked
    setTyped(asked)
  }, [asked])
  const put = (name: string, value: string) =>
    setParams(
      now => {
        const next = new URLSearchParams(now)
        if (value) next.set(name, value)
        else next.delete(name)
        return next
      },
      { replace: true },
    )
  const ask = (next: string) => {
    const words = next.slice(0, LONGEST_SEARCH)
    written.current = words
    setTyped(words)
    put('q', words)
  }
  return { typed, ask, order, setOrder: (next: SearchOrder) => put('order', next === 'best' ? '' : next) }
}

// From the field to the hits and back, by arrows; Escape leads to the field, and from there to where one came from.
const moveAmongHits = (event: KeyboardEvent<HTMLElement>, onBack: () => void) => {
  const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  const root = event.currentTarget
  const field = root.querySelector('input')
  if (event.key === 'Escape') {
    if (document.activeElement === field) onBack()
    else field?.focus()
  }
  if (by === 0) return
  const all = [field, ...root.querySelectorAll<HTMLElement>('[data-hit] a')]
  const at = all.indexOf(document.activeElement as never)
  // From a facet they lead among the hits as well; kinds, menus and popups have arrows of their own.
  const isBeside = root.querySelector('button:focus:not([role], [aria-haspopup])') !== null
  const next = at >= 0 ? all[at + by] : isBeside ? all[by > 0 ? 1 : 0] : null
  if (!next) return
  event.preventDefault()
  next.focus()
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

const orderWords: Record<SearchOrder, string> = {
  best: 'Best match',
  newest: 'Newest first',
  oldest: 'Oldest first',
}

type OrderProps = { order: SearchOrder; onOrder: (order: SearchOrder) => void }

const Order = ({ order, onOrder }: OrderProps) => (
  <Menu
    align="end"
    entries={searchOrders.map(one => ({
      id: one,
      label: orderWords[one],
      checked: one === order,
      run: () => onOrder(one),
    }))}
  >
    <Button>
      {orderWords[order]}
      <Icon name="chevron-down" size={12} className="text-ink-3" />
    </Button>
  </Menu>
)

const keys = [
  ['enter', 'Open'],
  ['up down', 'Move'],
  ['space', 'Peek'],
  ['mod+enter', 'Open in new tab'],
] as const

type ResultsProps = {
  words: string
  find: Find
  found: FindAnswer
  peekId: string | null
  onPeek: (id: string) => void
  onMore: (() => void) | null
}

const Results = ({ words, find, found, peekId, onPeek, onMore }: ResultsProps) => {
  const go = useNavigate()
  const peekOf = (hit: Hit) => (hit.kind === 'issue' ? hit.id : hit.key ? hit.parent_id : null)
  const peek = (hit: Hit) => {
    const issue = hit.kind === 'request' ? null : peekOf(hit)
    if (issue) onPeek(issue)
    else void go(hitAddress(hit))
  }
  return (
    <div className="min-w-0 flex-1 overflow-y-auto bg-bg px-2 pb-4" aria-busy={find.status === 'loading'}>
      {found.is_near && (
        <p className="px-2 py-2 text-ink-2">No exact match. These are spelt almost the same.</p>
      )}
      <ul aria-label="Results">
        {found.results.map((hit, nth) => (
          <HitRow
            key={`${hit.kind} ${hit.id}`}
            hit={hit}
            isFirst={nth === 0 && peekId === null}
            isOpen={peekId !== null && peekOf(hit) === peekId}
            wrote={wroteOf(hit, found)}
            onOpen={() => noteSearch(words)}
            onPeek={peek}
          />
        ))}
      </ul>
      {onMore && (
        <Button className="mt-1 ml-7" onClick={onMore}>
          Show more
        </Button>
      )}
    </div>
  )
}

/** Of a person: how many of the results they wrote. */
const wroteOf = (hit: Hit, found: FindAnswer) => {
  const count = hit.kind === 'person' && found.facets.person.find(({ id }) => id === hit.person_id)?.count
  return count ? `Wrote ${count} of these ${totalOf(found)}.` : null
}

const totalOf = ({ total_results, is_cut }: FindAnswer) => `${total_results}${is_cut ? '+' : ''}`

/** Everything that one may see, by its words. */
export const SearchScreen = () => {
  const { typed, ask, order, setOrder } = useWords()
  const { peekId, peek } = usePeekedIssue()
  const { open: openIssue } = usePeek(peekId, peek)
  useKeptPeekWidth()
  const [size, setSize] = useState(FIRST)
  const [isNarrowing, setNarrowing] = useState(false)
  const find = useFind(typed, size, order)
  const go = useNavigate()
  const { status, found } = find
  // Whoever came by an address of another site goes home.
  const goBack = () => void (window.history.state?.idx > 0 ? go(-1) : go(to('home', { slug: here().slug })))
  useTitle(typed.trim() || null, 'Search')
  const choose = ({ word, is_chosen }: FacetChoice) =>
    // A time is one, as the kind is.
    ask(word.startsWith('after:') && !is_chosen ? putWord(typed, word) : changeWords(typed, word, is_chosen))
  const narrowing = {
    onChoose: choose,
    onPerson: (word: string) => ask(changeWords(typed, word, false)),
    onAnyTime: () => ask(changeWords(changeWords(typed, 'after:', true), 'before:', true)),
  }
  const first = found?.results[0]
  const isFound = found !== null && found.total_results > 0
  const fails = status === 'offline' || status === 'error'
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrows go from the field to the links below it
    <div className="relative flex min-h-0 flex-1 flex-col" onKeyDown={event => moveAmongHits(event, goBack)}>
      <h1 className="sr-only">Search</h1>
      <header className="flex h-13 flex-none items-center gap-3 px-4 max-desk:gap-2 max-desk:pl-1 shadow-[inset_0_-1px_0_var(--line)]">
        <IconButton
          icon="menu"
          size="touch"
          label="Menu"
          onClick={toggleSidebar}
          className="max-md:hidden desk:hidden"
        />
        <IconButton icon="arrow-left" size="touch" label="Back" onClick={goBack} className="md:hidden" />
        <ShowSidebar />
        <Icon name="search" className="text-ink-3 max-md:hidden" />
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
            if (event.metaKey || event.ctrlKey) window.open(hitAddress(first), '_blank', 'noopener')
            else void go(hitAddress(first))
          }}
          className="min-w-0 flex-1 bg-transparent text-16 outline-none [&::-webkit-search-cancel-button]:hidden"
        />
        <span role="status" className="num flex-none text-12 text-ink-2 max-md:sr-only">
          {status === 'loading' && 'Searching…'}
          {status === 'ready' && found && `${totalOf(found)} in ${find.ms} ms`}
        </span>
        {typed && <IconButton icon="x" label="Clear the search" onClick={() => ask('')} />}
      </header>
      {found && isFound && !fails && (
        <div className="flex flex-none items-center gap-2 py-2 pr-3 pl-4 max-md:flex-wrap max-md:gap-y-0 max-md:p-0">
          <div className="flex min-w-0 flex-1 overflow-x-auto [scrollbar-width:none] max-md:basis-full max-md:px-4 max-md:py-2">
            <Kinds
              found={found}
              onChoose={word => ask(word ? putWord(typed, word) : changeWords(typed, 'kind:', true))}
            />
          </div>
          {/* On a phone a strip below the kinds. */}
          <div className="flex flex-none items-center gap-2 max-md:h-11 max-md:basis-full max-md:bg-sunken max-md:pr-2 max-md:pl-4">
            <span aria-hidden="true" className="num flex-1 text-12 text-ink-2 md:hidden">
              {totalOf(found)} {totalOf(found) === '1' ? 'result' : 'results'}
              {saidFilters(found).map(({ tail }) => tail)}
            </span>
            <Order order={order} onOrder={setOrder} />
            <Button icon="list-filter" className="max-md:h-11 desk:hidden" onClick={() => setNarrowing(true)}>
              Narrow down
            </Button>
          </div>
        </div>
      )}
      <div className="flex min-h-0 flex-1">
        {status === 'idle' && <First onAsk={ask} />}
        {fails && <Trouble find={find} />}
        {status === 'loading' && !found && <RowsSkeleton />}
        {status === 'ready' && found && !isFound && <Nothing words={typed} found={found} onAsk={ask} />}
        {isFound && !fails && (
          <>
            <Results
              words={typed}
              {...{ find, found, peekId }}
              onPeek={id => peek(peekId === id ? null : id)}
              onMore={found.next_page_results && size < MOST ? () => setSize(MOST) : null}
            />
            <Facets {...narrowing} found={found} className="w-64 flex-none max-desk:hidden" />
          </>
        )}
      </div>
      <KeyBar keys={keys} last={['esc', 'Back']} />
      {found && (
        <Dialog open={isNarrowing} onOpenChange={setNarrowing} title="Narrow down" sheet>
          <Facets {...narrowing} found={found} />
        </Dialog>
      )}
      {peekId && <IssuePeek issueId={peekId} onClose={() => peek(null)} onExpand={() => openIssue(peekId)} />}
    </div>
  )
}
