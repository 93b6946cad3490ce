import type { ReactNode } from 'react'
import { classes } from '../../ui/classes.ts'
import { shortDay } from '../../ui/day-words.ts'
import { Icon, type IconName } from '../../ui/icons.tsx'
import { Tooltip } from '../../ui/Tooltip.tsx'
import { useShows } from '../shown.ts'
import { Cell } from './Cell.tsx'
import { type IssueParts, issueKey } from './look.ts'

type FactsProps = Pick<IssueParts, 'issue' | 'projectKey' | 'modules' | 'cycle' | 'onEdit'>

const quiet = 'num inline-flex min-w-0 items-center gap-1 whitespace-nowrap text-12 text-ink-3'

const Fact = ({ icon, whole, children }: { icon?: IconName; whole?: boolean; children: ReactNode }) => (
  <span className={classes(quiet, whole && 'flex-none')}>
    {icon && <Icon name={icon} size={12} />}
    {children}
  </span>
)

/** What only some issues have and the list shows: when it starts, its modules, its cycle, what is attached to it. */
const useFacts = ({ issue, modules = [], cycle }: FactsProps) => {
  const shows = useShows()
  const { start_date, attachment_count = 0, link_count = 0 } = issue
  return {
    shows,
    start: shows('start_date') ? (start_date ?? null) : null,
    modules: shows('modules') ? modules : [],
    cycle: shows('cycle') ? (cycle ?? null) : null,
    attached: shows('attachment_count') ? attachment_count : 0,
    links: shows('link') ? link_count : 0,
  }
}

/** How much is attached, beside the title of a row. */
export const CountFacts = (props: FactsProps) => {
  const { attached, links } = useFacts(props)
  return (
    <>
      {attached > 0 && (
        <Fact icon="paperclip" whole>
          <span className="sr-only">Attachments: </span>
          {attached}
        </Fact>
      )}
      {links > 0 && (
        <Fact icon="link" whole>
          <span className="sr-only">Links: </span>
          {links}
        </Fact>
      )}
    </>
  )
}

/** Module, cycle and start of a row, each in a place of its own that is the same in every row. */
export const PlacedFacts = (props: FactsProps) => {
  const { shows, modules, cycle, start } = useFacts(props)
  const { issue, projectKey, onEdit } = props
  const cell = { id: issue.id, onEdit }
  const key = issueKey(projectKey, issue)
  const [module, ...rest] = modules
  return (
    <span className="flex items-center gap-3 @max-[1040px]:hidden">
      {shows('modules') && (
        <span className="flex w-28">
          {module && (
            <Cell {...cell} field="modules" label={`Modules of ${key}`} className="min-w-0">
              <Fact icon="boxes">
                <span className="cut">{module.name}</span>
                {rest.length > 0 && `+${rest.length}`}
              </Fact>
            </Cell>
          )}
        </span>
      )}
      {shows('cycle') && (
        <span className="flex w-26">
          {cycle && (
            <Cell {...cell} field="cycle" label={`Cycle of ${key}`} className="min-w-0">
              <Fact icon="iteration-cw">
                <span className="cut">{cycle.name}</span>
              </Fact>
            </Cell>
          )}
        </span>
      )}
      {shows('start_date') && (
        <span className="flex w-22">
          {start && (
            <Cell {...cell} field="start_date" label={`Start date of ${key}`}>
              <Fact>Starts {shortDay(start)}</Fact>
            </Cell>
          )}
        </span>
      )}
    </span>
  )
}

/** All of it as one figure, where a card has no room to say it; in words for whoever points at it or listens. */
export const MoreFacts = ({ also, ...props }: FactsProps & { also: readonly string[] }) => {
  const { start, modules, cycle, attached, links } = useFacts(props)
  const many = (count: number, one: string) =>
    count > 0 ? [`${count} ${count === 1 ? one : `${one}s`}`] : []
  const facts = [
    ...also,
    ...(start ? [`Starts ${shortDay(start)}`] : []),
    ...modules.map(module => module.name),
    ...(cycle ? [cycle.name] : []),
    ...many(attached, 'attachment'),
    ...many(links, 'link'),
  ]
  if (facts.length === 0) return null
  return (
    <Tooltip label={facts.join(' · ')}>
      <span className={`${quiet} relative z-[1] flex-none`}>
        <span aria-hidden="true">+{facts.length}</span>
        <span className="sr-only">{facts.join(', ')}</span>
      </span>
    </Tooltip>
  )
}
