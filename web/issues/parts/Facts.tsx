import type { ReactNode } from 'react'
import { classes } from '../../ui/classes.ts'
import { shortDay } from '../../ui/day-words.ts'
import { Icon, type IconName } from '../../ui/icons.tsx'
import { useShows } from '../shown.ts'
import { Cell } from './Cell.tsx'
import { type IssueParts, issueKey } from './look.ts'

type FactsProps = Pick<IssueParts, 'issue' | 'projectKey' | 'modules' | 'cycle' | 'onEdit'> & {
  className?: string
}

const Fact = ({ icon, children }: { icon?: IconName; children: ReactNode }) => (
  <span className="num inline-flex min-w-0 items-center gap-1 whitespace-nowrap text-12 text-ink-3">
    {icon && <Icon name={icon} size={12} />}
    {children}
  </span>
)

/** What only some issues have: when it starts, its modules, its cycle, how much is attached to it. */
export const Facts = ({ issue, projectKey, modules = [], cycle, onEdit, className }: FactsProps) => {
  const shows = useShows()
  const cell = { id: issue.id, onEdit }
  const key = issueKey(projectKey, issue)
  const { start_date, attachment_count = 0, link_count = 0 } = issue
  const [module, ...rest] = shows('modules') ? modules : []
  const shownCycle = shows('cycle') ? cycle : null
  const start = shows('start_date') ? start_date : null
  const attached = shows('attachment_count') ? attachment_count : 0
  const links = shows('link') ? link_count : 0
  if (!start && !module && !shownCycle && !attached && !links) return null
  return (
    <span className={classes('min-w-0 items-center', className)}>
      {start && (
        <Cell {...cell} field="start_date" label={`Start date of ${key}`}>
          <Fact>from {shortDay(start)}</Fact>
        </Cell>
      )}
      {module && (
        <Cell {...cell} field="modules" label={`Modules of ${key}`} className="min-w-0">
          <Fact icon="boxes">
            <span className="cut max-w-28">{module.name}</span>
            {rest.length > 0 && `+${rest.length}`}
          </Fact>
        </Cell>
      )}
      {shownCycle && (
        <Cell {...cell} field="cycle" label={`Cycle of ${key}`} className="min-w-0">
          <Fact icon="iteration-cw">
            <span className="cut max-w-28">{shownCycle.name}</span>
          </Fact>
        </Cell>
      )}
      {attached > 0 && (
        <Fact icon="paperclip">
          <span className="sr-only">Attachments: </span>
          {attached}
        </Fact>
      )}
      {links > 0 && (
        <Fact icon="link">
          <span className="sr-only">Links: </span>
          {links}
        </Fact>
      )}
    </span>
  )
}
