import { Link } from 'react-router'
import { isActive } from '#contract/lists/issueQuery.ts'
import type { Issue } from '#contract/work/issues.ts'
import { useRow } from '../../data/rows.ts'
import { useRowsOf, useShelf } from '../../data/rowsBy.ts'
import { useAdmins } from '../../shell/admins.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { shortDay } from '../../ui/dates/day-words.ts'
import { Icon } from '../../ui/icons.tsx'
import { Banner } from '../../ui/marks/Banner.tsx'
import { Tooltip } from '../../ui/popups/Tooltip.tsx'
import { keyOf, useIssueHref } from '../acts/issueAddress.ts'
import { unarchiveIssues } from '../acts/issueLife.ts'
import { relationsBy, seenFrom } from '../fields/issueParts.ts'
import { StateSign } from '../fields/StateSign.tsx'
import { useNamedIssues } from './readIssueParts.ts'

const isOver = (issue: Issue) => issue.state__group === 'completed' || issue.state__group === 'cancelled'

/** A mark as long as any blocker is neither done nor cancelled. */
const Blocked = ({ issue }: { issue: Issue }) => {
  const ids = useShelf(relationsBy, issue.id)
    .map(row => seenFrom(row, issue.id))
    .flatMap(seen => (seen.type === 'blocked_by' ? [seen.id] : []))
  const blockers = useRowsOf('issue', ids).filter(one => isActive(one) && !isOver(one))
  if (blockers.length === 0 || isOver(issue)) return null
  return (
    <Tooltip label={`Blocked by ${blockers.map(keyOf).join(', ')}`}>
      <span className="flex flex-none items-center gap-1 text-danger">
        <Icon name="octagon-minus" size={14} />
        Blocked
      </span>
    </Tooltip>
  )
}

const Parent = ({ id, project }: { id: string; project: string }) => {
  const parent = useRow('issue', id)
  const hrefOf = useIssueHref()
  useNamedIssues([{ id, project }])
  if (!parent) return null
  return (
    <>
      <Link
        to={hrefOf(parent)}
        className="flex min-w-0 items-center gap-1.5 rounded-tag text-ink-2 hover:text-ink"
      >
        <StateSign issue={parent} size={14} />
        <span className="num flex-none">{keyOf(parent)}</span>
        <span className="cut">{parent.name}</span>
      </Link>
      <Icon name="chevron-right" size={12} className="flex-none" />
    </>
  )
}

const ReadOnly = ({ project }: { project: string }) => (
  <p className="flex items-center gap-1.5 text-12 text-ink-3">
    <Icon name="lock" size={12} className="flex-none" />
    {`You can read this issue and comment on it. ${useAdmins(project)} can change your role.`}
  </p>
)

/** The issue's parent, its key, and the state of its screen. */
type IssueHeadProps = { issue: Issue; page: boolean; mayWrite: boolean; mayRestore: boolean }
export const IssueHead = ({ issue, page, mayWrite, mayRestore }: IssueHeadProps) => (
  <>
    {issue.archived_at && (
      <Banner
        icon="archive"
        action={
          mayRestore && (
            <Button variant="neutral" onClick={() => unarchiveIssues([issue])}>
              Restore
            </Button>
          )
        }
      >
        Archived on {shortDay(issue.archived_at, true)}. It can be read but not changed.
      </Banner>
    )}
    {!mayWrite && !issue.archived_at && Boolean(issue.revision) && <ReadOnly project={issue.project_id} />}
    <div className="flex min-w-0 items-center gap-1.5 text-12 text-ink-3">
      {issue.parent_id && <Parent id={issue.parent_id} project={issue.project_id} />}
      {/* On its page, and on a phone, the bar above says it. */}
      {(!page || issue.parent_id) && (
        <span className={issue.parent_id ? 'num mr-2 flex-none' : 'num mr-2 flex-none max-md:hidden'}>
          {keyOf(issue)}
        </span>
      )}
      <Blocked issue={issue} />
    </div>
  </>
)
