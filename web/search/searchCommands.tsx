/** The first hits of a search as lines of the command menu, and the way to all of them. */

import { here } from '../data/viewer.ts'
import { to } from '../places/address.ts'
import type { CommandEntry } from '../shell/CommandMenu.tsx'
import { sinceText } from '../ui/dates/day-words.ts'
import { HitMark } from './HitLine.tsx'
import { hitAddress, hitTitle, kindWords } from './hits.ts'
import { noteSearch } from './recentSearches.ts'
import { useFind } from './useFind.ts'

const FIRST = 10
const MOST = 6

type Open = (address: string) => CommandEntry['run']

/** `shown`: what the menu has found by itself. */
export const useSearchCommands = (words: string, shown: ReadonlySet<string>, open: Open): CommandEntry[] => {
  const { status, found } = useFind(words.length > 1 ? words : '', FIRST)
  if (status !== 'ready' || !found || found.total_results === 0) return []
  const hits = found.results
    .filter(({ id }) => !shown.has(id))
    .slice(0, MOST)
    .map(
      (hit): CommandEntry => ({
        id: `found-${hit.id}`,
        group: kindWords[hit.kind].many,
        label: hitTitle(hit) ?? (hit.name.text || 'Untitled'),
        icon: <HitMark hit={hit} />,
        aside: sinceText(hit.at),
        // The server finds more than is written in the title.
        words: [words],
        ...(hit.passage && { passage: hit.passage }),
        ...(hit.key && !hitTitle(hit) && { lead: hit.key }),
        run: place => {
          noteSearch(words)
          open(hitAddress(hit))(place)
        },
      }),
    )
  const total = found.total_results
  return [
    ...hits,
    {
      id: 'found-all',
      group: 'Search',
      label: `All ${total === 1 ? 'one result' : `${total} results`} for “${words}”`,
      icon: 'search',
      words: [words],
      run: open(`${to('search', { slug: here().slug })}?${new URLSearchParams({ q: words })}`),
    },
  ]
}
