import { Link } from 'react-router'
import type { Page } from '#contract/text/pages.ts'
import { useRow } from '../../data/rows.ts'
import { useRowsOf } from '../../data/rowsBy.ts'
import { type Named, useMentionedIn } from '../../data/texts/mentionedIn.ts'
import { PageMark } from '../../editor/PageMark.tsx'
import { pageAddress, pageName } from '../../editor/pageNames.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { sinceText } from '../../ui/dates/day-words.ts'
import { IssueLine } from '../rows/IssueLine.tsx'
import { DetailSection } from './DetailSection.tsx'

/** A page as a line among issues. */
const PageLine = ({ page, from }: { page: Page; from: string }) => {
  const project = useRow('project', page.project_id)
  return (
    <div className="relative -mx-2 flex min-h-8 items-center gap-2 rounded-control px-2 hover:bg-hover max-md:min-h-11">
      <PageMark page={page} size={16} className="text-ink-3" />
      <Link to={pageAddress(page)} title={pageName(page)} className="row-link cut min-w-0 flex-1">
        {pageName(page)}
      </Link>
      {project && page.project_id !== from && (
        <span className="cut max-w-40 flex-none text-12 text-ink-3">{project.name}</span>
      )}
      <time dateTime={page.updated_at} className="num flex-none text-12 text-ink-3">
        {sinceText(page.updated_at)}
      </time>
    </div>
  )
}

/** The pages and issues whose text names this one; nothing where none does. */
export const MentionedIn = ({ of, className }: { of: Named; className?: string }) => {
  const { by, total, more } = useMentionedIn(of)
  const idsOf = (kind: Named['kind']) => by.flatMap(one => (one.kind === kind ? [one.id] : []))
  const issues = useRowsOf('issue', idsOf('issue'))
  const pages = useRowsOf('page', idsOf('page'))
  const lines = by.flatMap(({ id }) => {
    const issue = issues.find(one => one.id === id)
    const page = pages.find(one => one.id === id)
    if (issue) return [<IssueLine key={id} issue={issue} />]
    return page ? [<PageLine key={id} page={page} from={of.project_id} />] : []
  })
  if (lines.length === 0) return null
  // Nouns that have gone since the answer do not count.
  const count = total - (by.length - lines.length)
  return (
    <div className={className ?? 'contents'}>
      <DetailSection title="Mentioned in" count={count}>
        <ul>
          {lines.map(line => (
            <li key={line.key}>{line}</li>
          ))}
        </ul>
        {count > lines.length && (
          <Button size="small" className="-ml-2" icon="chevron-down" onClick={more}>
            Show more
          </Button>
        )}
      </DetailSection>
    </div>
  )
}
