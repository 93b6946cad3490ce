import type { ReactNode } from 'react'
import type { Issue } from '#contract/work/issues.ts'
import { classes } from '../../ui/classes.ts'
import { shortDay } from '../../ui/dates/day-words.ts'
import { Icon, type IconName } from '../../ui/icons.tsx'
import { Tooltip } from '../../ui/popups/Tooltip.tsx'
import { Cell, type CellOf } from '../fields/Cell.tsx'
import { namesOf } from '../fields/cells.tsx'
import { useIssueCycle, useIssueModules } from '../fields/useNamed.ts'
import { useShows } from './hiddenProperties.ts'
import { useArchivedWords, useRowWords } from './rowWords.ts'

type FactsProps = { of: CellOf }

const quiet = 'num inline-flex min-w-0 items-center gap-1 whitespace-nowrap text-12 text-ink-3'

type FactProps = {
  icon?: IconName
  /** What the icon stands for, where no button around it says so. */
  label?: string
  whole?: boolean
  children: ReactNode
}

const Fact = ({ icon, label, whole, children }: FactProps) => (
  <span className={classes(quiet, whole && 'flex-none')}>
    {icon && <Icon name={icon} size={12} label={label} />}
    {children}
  </span>
)

/** How much is attached to an issue, as far as the list shows it. */
const useCounts = ({ attachment_count, link_count }: Issue) => {
  const shows = useShows()
  return {
    attached: shows('attachment_count') ? attachment_count : 0,
    links: shows('link') ? link_count : 0,
  }
}

/** How much is attached, beside the title of a row, and the words that its list has for it. */
export const CountFacts = ({ of }: FactsProps) => {
  const { attached, links } = useCounts(of.issue)
  const words = useRowWords(of.issue)
  return (
    <>
      {words && (
        <span className={classes('flex flex-none', of.issue.archived_at !== null && '@min-[1040px]:hidden')}>
          <Fact whole>{words}</Fact>
        </span>
      )}
      {attached > 0 && (
        <Fact icon="paperclip" label="Attachments" whole>
          {attached}
        </Fact>
      )}
      {links > 0 && (
        <Fact icon="link" label="Links" whole>
          {links}
        </Fact>
      )}
    </>
  )
}

type PlacedFact = { name: string; width: string; fact: ReactNode }

/**
 * Start, cycle and module of a row, each in a place of its own that is the same in every row; in the archive its day and
 * person are where the start would be. The places are counted from the right, so that the title has those on the left that
 * this row leaves empty: the rarest field is on the left.
 */
export const PlacedFacts = ({ of }: FactsProps) => {
  const shows = useShows()
  const archived = useArchivedWords(of.issue)
  const [modules, cycle] = [useIssueModules(of.issue), useIssueCycle(of.issue)]
  const [module, ...rest] = modules
  const { start_date, archived_at } = of.issue
  const places: PlacedFact[] = []
  const place = (name: string, width: string, fact: ReactNode) => {
    if (fact || places.length > 0) places.push({ name, width, fact })
  }
  if (archived_at !== null)
    place(
      'archived',
      'w-34',
      <Fact icon="archive" label="Archived">
        <span className="cut">{archived}</span>
      </Fact>,
    )
  else if (shows('start_date'))
    place(
      'start',
      'w-26',
      start_date && (
        <Cell of={of} field="start_date" value={shortDay(start_date)}>
          <Fact>Starts {shortDay(start_date)}</Fact>
        </Cell>
      ),
    )
  if (shows('cycle'))
    place(
      'cycle',
      'w-26',
      cycle && (
        <Cell of={of} field="cycle" value={cycle.name} className="min-w-0">
          <Fact icon="iteration-cw">
            <span className="cut">{cycle.name}</span>
          </Fact>
        </Cell>
      ),
    )
  if (shows('modules'))
    place(
      'modules',
      'w-28',
      module && (
        <Cell of={of} field="modules" value={namesOf(modules)} className="min-w-0">
          <Fact icon="boxes">
            <span className="cut">{module.name}</span>
            {rest.length > 0 && `+${rest.length}`}
          </Fact>
        </Cell>
      ),
    )
  if (places.length === 0) return null
  return (
    <span className="flex items-center gap-3 @max-[1040px]:hidden">
      {places.map(({ name, width, fact }) => (
        <span key={name} className={classes('flex', width)}>
          {fact}
        </span>
      ))}
    </span>
  )
}

/** A fact as a card shows it, and its words where it is only counted. */
type CardFact = { icon?: IconName; text: string; words: string }

/** The rare fields of an issue: a card shows as many as have room. */
export const useCardFacts = (issue: Issue): CardFact[] => {
  const shows = useShows()
  const { attached, links } = useCounts(issue)
  const words = useRowWords(issue)
  const [modules, cycle] = [useIssueModules(issue), useIssueCycle(issue)]
  const plain = (text: string): CardFact => ({ text, words: text })
  const many = (icon: IconName, count: number, one: string): CardFact[] =>
    count > 0 ? [{ icon, text: String(count), words: `${count} ${count === 1 ? one : `${one}s`}` }] : []
  return [
    ...(words ? [plain(words)] : []),
    ...(shows('start_date') && issue.start_date ? [plain(`Starts ${shortDay(issue.start_date)}`)] : []),
    ...(shows('modules') ? modules : []).map(
      ({ name }): CardFact => ({ icon: 'boxes', text: name, words: `Module: ${name}` }),
    ),
    ...(shows('cycle') && cycle
      ? [{ icon: 'iteration-cw' as const, text: cycle.name, words: `Cycle: ${cycle.name}` }]
      : []),
    ...many('paperclip', attached, 'attachment'),
    ...many('link', links, 'link'),
  ]
}

export const CardFacts = ({ facts }: { facts: readonly CardFact[] }) =>
  facts.map(({ icon, text, words }) => (
    <span key={words} className={quiet}>
      {icon && <Icon name={icon} size={12} label={words} />}
      <span className="cut" aria-hidden={icon !== undefined}>
        {text}
      </span>
    </span>
  ))

/** The number of the facts without room; a tooltip and screen readers get their words. */
export const CountedFacts = ({ words }: { words: readonly string[] }) =>
  words.length > 0 && (
    <Tooltip label={words.join(' · ')}>
      <span role="img" aria-label={words.join(', ')} className={`${quiet} relative z-[1] flex-none`}>
        +{words.length}
      </span>
    </Tooltip>
  )
