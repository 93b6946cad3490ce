/** The first hits of a search as lines of the command menu, and the way to all of them. */
import type { Hit } from '#contract/lists/search.ts'
import { getRow } from '../data/rows.ts'
import { here } from '../data/viewer.ts'
import { to } from '../places/address.ts'
import type { CommandEntry } from '../shell/CommandMenu.tsx'
import { sinceText } from '../ui/dates/day-words.ts'
import { Avatar } from '../ui/marks/Avatar.tsx'
import { HitMark } from './HitLine.tsx'
import { hitAddress, hitTitle, kindWords } from './hits.ts'
import { noteSearch } from './recentSearches.ts'
import { useFind } from './useFind.ts'

const FIRST = 10
const MOST = 6

type Open = (address: string) => CommandEntry['run']

/** The person to whom an issue is assigned, as far as this browser knows it. */
export const assigneeMark = (issueId: string) => {
  const person = getRow('user', getRow('issue', issueId)?.assignee_ids[0])
  return person && <Avatar person={person} />
}

/** At the end of the line: whose issue, where the page, when the words. */
const asideOf = ({ kind, id, project_id, at }: Hit) =>
  (kind === 'issue' && assigneeMark(id)) ||
  (kind === 'page' && getRow('project', project_id)?.name) ||
  sinceText(at)

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
        aside: asideOf(hit),
        // The server finds more than is written in the title.
        words: [words],
        // An issue whose title has the words needs no more of it.
        ...(hit.passage && (hit.kind !== 'issue' || hit.name.marks.length === 0) && { passage: hit.passage }),
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
