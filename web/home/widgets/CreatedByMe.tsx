import { useState } from 'react'
import { Link } from 'react-router'
import { useList } from '../../data/lists.ts'
import { useRowsOf } from '../../data/rowsBy.ts'
import { useHere, viewer } from '../../data/viewer.ts'
import { type Editing, FieldPicker } from '../../issues/fields/FieldPicker.tsx'
import { IssueLine } from '../../issues/rows/IssueLine.tsx'
import { PartHead } from '../figures.tsx'
import { OPEN, useQueryOf } from '../personIssues.ts'
import { workLink } from '../workLink.ts'

const SHOWN = 5
const NONE: readonly string[] = []

/** The most urgent open issues that I created. */
export const CreatedByMe = () => {
  const me = viewer()?.id ?? ''
  const { slug } = useHere()
  const terms = { state_group: OPEN.join() }
  const list = useList(
    useQueryOf({ created_by: me, ...terms }, { order: '-priority', thenBy: 'target_date' }),
  )
  const issues = useRowsOf('issue', (list.groups[0]?.ids ?? NONE).slice(0, SHOWN))
  const [editing, setEditing] = useState<Editing | null>(null)
  return (
    <section aria-label="Created by me">
      <PartHead title="Created by me">
        <Link
          to={workLink(slug, me, 'created', terms)}
          className="-mr-2 flex h-6 items-center rounded-control px-2 text-12 text-ink-2 hover:bg-hover"
        >
          {list.status === 'ready' ? `All ${list.total}` : 'All'}
        </Link>
      </PartHead>
      {list.status === 'ready' && issues.length === 0 && (
        <p className="py-1 text-ink-3">Open issues that you created appear here.</p>
      )}
      <ul>
        {issues.map(issue => (
          <li key={issue.id}>
            <IssueLine
              issue={issue}
              onEdit={(issueId, field, anchor) => setEditing({ issueId, field, anchor })}
            />
          </li>
        ))}
      </ul>
      <FieldPicker editing={editing} onClose={() => setEditing(null)} />
    </section>
  )
}
