/** A query as it was typed, read: words, phrases, words that must be missing, and filters. */
import { foundKinds, MOST_WORDS } from '#contract/lists/search.ts'
import { addDays, dayIn } from '#contract/people/zones.ts'
import { folded, plain, type Wanted, wantedOf } from './words.ts'

export const filterNames = ['kind', 'in', 'by', 'is', 'before', 'after'] as const
export type FilterName = (typeof filterNames)[number]

type Part = { wanted: Wanted[]; isPhrase: boolean; isMissing: boolean }
export type SearchQuery = {
  parts: Part[]
  /** Values of each filter, folded: a row passes if one of them fits. */
  filters: Partial<Record<FilterName, string[]>>
  /** All that is no filter, as one whole: what a name or a key is compared with. */
  plain: string
  key: { identifier: string | null; number: number } | null
  /** Forms of a key that an issue may have had where it was brought from, as it was typed and in capitals. */
  brought: string[]
}

const PART = /(-?)(?:([a-z]+):(?:"([^"]*)"|(\S+))|"([^"]*)"?|(\S+))/giu
const KEY = /^(?:([\p{L}\p{N}]{1,12})[\s-]+)?(\d{1,9})$/u

/** Tools end their keys with a number: `OLD-12`, `owner/name#12`. */
const BROUGHT = /^\S{1,243}[-#]\d{1,9}$/u

const isFilter = (name: string): name is FilterName => (filterNames as readonly string[]).includes(name)

export const readQuery = (q: string): SearchQuery => {
  const parts: Part[] = []
  const filters: SearchQuery['filters'] = {}
  const others: string[] = []
  const found = [...q.matchAll(PART)]
  const lastWord = found.findLastIndex(([, minus, name = '']) => minus || !isFilter(name.toLowerCase()))
  found.forEach(([whole, minus, name, quotedValue, value, phrase, word], nth) => {
    const filter = name?.toLowerCase() ?? ''
    if (isFilter(filter) && !minus) {
      filters[filter] = [
        ...(filters[filter] ?? []),
        ...(quotedValue === undefined ? value!.split(',') : [quotedValue])
          .map(one => folded(one).trim())
          .filter(Boolean),
      ]
      return
    }
    const isPhrase = phrase !== undefined
    const text = phrase ?? word ?? whole.slice(minus!.length)
    if (!minus) others.push(text)
    // Filters are added behind the last word, which stays as open as it was.
    const isLast = nth === lastWord && (nth < found.length - 1 || !/\s$/.test(q))
    const wanted = wantedOf(text, isLast && !isPhrase && !minus)
    if (wanted.length > 0) parts.push({ wanted, isPhrase, isMissing: minus === '-' })
  })
  const said = others.join(' ').trim()
  const key = KEY.exec(said.normalize('NFKC'))
  return {
    parts: parts
      .slice(0, MOST_WORDS)
      .map(part => ({ ...part, wanted: part.wanted.slice(0, 3 * MOST_WORDS) })),
    filters,
    plain: plain(said),
    brought: BROUGHT.test(said) ? [...new Set([said, said.toUpperCase()])] : [],
    key: key ? { identifier: key[1] ?? null, number: Number(key[2]) } : null,
  }
}

/** The words that a hit has. */
export const wantedIn = ({ parts }: SearchQuery): Wanted[] =>
  parts.flatMap(part => (part.isMissing ? [] : part.wanted))

// Words need no quoting: they are letters and digits.
const lexeme = ({ word, begins }: Wanted) => `'${word}'${begins ? ':*' : ''}`
const joined = (all: string[]) => all.join(' & ')

/** The words that a row must have, as PostgreSQL reads them; with `near`, each or any of those like it. */
export const neededOf = ({ parts }: SearchQuery, near?: Map<string, string[]>): string => {
  const oneOf = (wanted: Wanted) => {
    const others = near?.get(wanted.word) ?? []
    return others.length > 0
      ? `(${[lexeme(wanted), ...others.map(other => `'${other}'`)].join(' | ')})`
      : lexeme(wanted)
  }
  return joined(
    parts.flatMap(({ wanted, isPhrase, isMissing }) =>
      isMissing ? [] : [`(${wanted.map(oneOf).join(isPhrase ? ' <-> ' : ' & ')})`],
    ),
  )
}

/** The words that it must not have, in its name or its text. */
export const missingOf = ({ parts }: SearchQuery): string =>
  joined(
    parts.flatMap(({ wanted, isPhrase, isMissing }) =>
      isMissing ? [`!(${wanted.map(lexeme).join(isPhrase ? ' <-> ' : ' & ')})`] : [],
    ),
  )

const GROUPS = ['backlog', 'unstarted', 'started', 'completed', 'cancelled', 'triage'] as const
const STATES: Record<string, readonly string[]> = {
  open: ['backlog', 'unstarted', 'started', 'triage'],
  closed: ['completed', 'cancelled'],
  done: ['completed'],
  ...Object.fromEntries(GROUPS.map(group => [group, [group]])),
}
export const groupsOf = (words: readonly string[]): string[] => words.flatMap(word => STATES[word] ?? [])

export const kindsOf = (words: readonly string[]): string[] =>
  foundKinds.filter(kind =>
    words.some(word => word === kind || word === `${kind}s` || (kind === 'person' && word === 'people')),
  )

const TIMES = { today: 0, week: 7, month: 30, year: 365 }
/** The times a search is narrowed to, each with its first day. */
export const timesOf = (zone: string): { id: string; day: string }[] =>
  Object.entries(TIMES).map(([id, days]) => ({ id, day: addDays(dayIn(zone), -days) }))

/** The day on which a written day, month or year begins; null for what is none. */
export const dayOf = (word: string): string | null => {
  const [, year, month = '01', day = '01'] = /^(\d{4})(?:-(\d\d)(?:-(\d\d))?)?$/.exec(word) ?? []
  const text = `${year}-${month}-${day}`
  const at = year && Number(year) > 0 ? new Date(`${text}T00:00:00Z`) : null
  return at && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text) ? text : null
}
