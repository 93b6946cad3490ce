import { useState } from 'react'
import { type Match, type MatchKind, matchKinds, type WholeImport } from '#contract/workspace/imports.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Segmented } from '../../ui/controls/Segmented.tsx'
import { Icon } from '../../ui/icons.tsx'
import { StateIcon } from '../../ui/marks/StateIcon.tsx'
import { counted, inFigures, kindWords } from './importWords.ts'
import { MatchChoice } from './MatchChoice.tsx'
import { importActs } from './useImports.ts'

type Shown = 'all' | 'open' | 'out'
/** So many rows of a kind are drawn at once. */
const AT_ONCE = 50

/** Matched by name or address without a doubt: folded until somebody asks. */
const isQuiet = ({ is_open, is_left_out, reason }: Match) => !is_open && !is_left_out && reason === ''

const summaryOf = (matches: readonly Match[]): string => {
  const parts = [
    [matches.filter(isQuiet).length, 'by name'],
    [matches.filter(({ to }) => to.to === 'new').length, 'new'],
    [matches.filter(({ is_left_out }) => is_left_out).length, 'left out'],
  ] as const
  return parts.flatMap(([count, word]) => (count > 0 ? [`${inFigures(count)} ${word}`] : [])).join(', ')
}

const Mark = ({ kind, match }: { kind: MatchKind; match: Match }) => {
  if (kind === 'states') return <StateIcon group={String(match.to.group ?? 'backlog')} />
  const icon = {
    projects: 'folder',
    people: 'user-round',
    labels: 'tag',
    columns: 'table-2',
    priorities: 'flag',
    estimates: 'minus',
  } as const
  return <Icon name={icon[kind]} className="text-ink-3" />
}

/** The words of a value, and what is beside them: of a person the name, and the address. */
const wordsOf = (kind: MatchKind, { value, detail }: Match): [string, string] => {
  if (kind !== 'people') return [value || (kind === 'projects' ? 'All issues' : 'No value'), detail]
  const address = value.includes('@') ? value : 'no address'
  return [detail || value, detail === value ? '' : address]
}

type RowProps = { kind: MatchKind; match: Match; mayAll: boolean; acts: ReturnType<typeof importActs> }

const MatchRow = ({ kind, match, mayAll, acts }: RowProps) => {
  const [words, beside] = wordsOf(kind, match)
  return (
    <li className="grid min-h-[30px] grid-cols-[16px_212px_44px_16px_216px_minmax(0,1fr)] items-center gap-x-2.5 rounded-control px-2 hover:bg-hover max-desk:grid-cols-[16px_minmax(0,1fr)_44px] max-desk:gap-y-0.5 max-desk:py-1.5">
      <Mark kind={kind} match={match} />
      <span className={`flex min-w-0 items-center gap-2 ${match.is_left_out ? 'text-ink-3' : ''}`}>
        <span className="cut">{words}</span>
        {beside && <span className="cut text-12 text-ink-3">{beside}</span>}
      </span>
      <span className="num text-right text-12 text-ink-3">{inFigures(match.count)}</span>
      <Icon name="arrow-right" size={14} className="text-ink-3 max-desk:hidden" />
      <span className={`min-w-0 max-desk:col-start-2 ${match.is_left_out ? 'text-ink-3' : ''}`}>
        <MatchChoice
          kind={kind}
          match={match}
          mayAll={mayAll}
          onChoose={choices => void acts.choose(choices)}
        />
      </span>
      {match.is_open ? (
        <span className="flex min-w-0 items-center gap-1.5 text-12 text-warn max-desk:col-start-2 max-desk:col-end-4">
          <Icon name="triangle-alert" size={12} className="flex-none" />
          <span className="cut">{match.reason}</span>
        </span>
      ) : (
        <span className="cut text-12 text-ink-3 max-desk:col-start-2 max-desk:col-end-4">{match.reason}</span>
      )}
    </li>
  )
}

type GroupProps = Omit<RowProps, 'match'> & { matches: readonly Match[]; shown: Shown }

const MatchGroup = ({ kind, matches, shown, mayAll, acts }: GroupProps) => {
  const hasQuestions = matches.some(match => !isQuiet(match))
  const [isOpen, setOpen] = useState(hasQuestions || kind === 'projects')
  const [isWhole, setWhole] = useState(false)
  const wanted = matches.filter(match =>
    shown === 'open'
      ? match.is_open
      : shown === 'out'
        ? match.is_left_out
        : isWhole || kind === 'projects' || !isQuiet(match),
  )
  const rows = wanted.slice(0, isWhole ? wanted.length : AT_ONCE)
  const hidden = matches.length - rows.length
  if (matches.length === 0 || (shown !== 'all' && wanted.length === 0)) return null
  return (
    <section aria-label={kindWords[kind]}>
      <div className="-mx-2 mt-1.5 flex h-[30px] items-center gap-2 rounded-control bg-sunken px-2 shadow-[inset_0_0_0_1px_var(--edge)] max-md:h-11">
        <button
          type="button"
          aria-expanded={isOpen}
          className="flex min-w-0 flex-1 items-center gap-2 text-left"
          onClick={() => setOpen(!isOpen)}
        >
          <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} size={14} className="text-ink-3" />
          <span className="font-medium">{kindWords[kind]}</span>
          <span className="num text-12 text-ink-3">{inFigures(matches.length)}</span>
          <span className="cut text-12 text-ink-3">{summaryOf(matches)}</span>
        </button>
        {isOpen && shown === 'all' && (hidden > 0 || isWhole) && (
          <Button size="small" onClick={() => setWhole(!isWhole)}>
            {isWhole ? 'Show fewer' : `Show ${inFigures(hidden)} more`}
          </Button>
        )}
      </div>
      {isOpen && (
        <ul className="-mx-2">
          {rows.map(match => (
            <MatchRow key={match.value} kind={kind} match={match} mayAll={mayAll} acts={acts} />
          ))}
        </ul>
      )}
    </section>
  )
}

/** Every value of the source and where it goes: guesses and clashes first, what matched by name folded. */
export const MatchStep = ({ slug, whole, mayAll }: { slug: string; whole: WholeImport; mayAll: boolean }) => {
  const [shown, setShown] = useState<Shown>('all')
  const acts = importActs(slug, whole.id)
  const all = matchKinds.flatMap(kind => whole.matches[kind])
  const open = all.filter(({ is_open }) => is_open).length
  const out = all.filter(({ is_left_out }) => is_left_out).length
  return (
    <div className="min-w-0">
      <div className="flex flex-wrap items-center gap-2">
        <p className="flex-1 text-ink-2 max-md:basis-full">
          Everything has an answer already.{' '}
          {open > 0
            ? `${counted(open, 'is a guess or clash', 'are guesses or clashes')}: look at those.`
            : 'None of them is a guess.'}
        </p>
        <Segmented
          label="Shown"
          parts={[
            { id: 'all', label: 'All' },
            { id: 'open', label: 'To check', count: open },
            { id: 'out', label: 'Left out', count: out },
          ]}
          value={shown}
          onChange={setShown}
        />
      </div>
      <div className="mt-2">
        {matchKinds.map(kind => (
          <MatchGroup
            key={kind}
            kind={kind}
            matches={whole.matches[kind]}
            shown={shown}
            mayAll={mayAll}
            acts={acts}
          />
        ))}
      </div>
      {shown !== 'all' && (shown === 'open' ? open : out) === 0 && (
        <p className="py-3 text-ink-3">{shown === 'open' ? 'Nothing to check.' : 'Nothing is left out.'}</p>
      )}
    </div>
  )
}
