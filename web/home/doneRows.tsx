/** Somebody's acts, in one line each. */

import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { z } from 'zod'
import type { ActivityAnswer } from '#contract/work/activity.ts'
import type { Priority } from '#contract/work/issues.ts'
import { getRow } from '../data/rows.ts'
import { statusIcons } from '../intake/intakeList.ts'
import { relationWords } from '../issues/acts/relationWords.ts'
import { looks } from '../issues/fields/fields.ts'
import { StateRowSign } from '../issues/fields/StateSign.tsx'
import { activityWords } from '../issues/one/activity/activityWords.tsx'
import { to } from '../places/address.ts'
import { classes } from '../ui/classes.ts'
import { Icon, type IconName } from '../ui/icons.tsx'
import { PriorityIcon } from '../ui/marks/PriorityIcon.tsx'

export type Done = z.infer<typeof ActivityAnswer>

const icons: Record<string, IconName> = {
  comment: 'message-square',
  name: 'pencil',
  description: 'file-text',
  link: 'link',
  attachment: 'paperclip',
  archived_at: 'archive',
  target_date: 'calendar',
  start_date: 'calendar',
  labels: 'tag',
  cycles: looks.cycle.icon,
  modules: looks.modules.icon,
  assignees: looks.assignees.icon,
  parent: looks.parent.icon,
  estimate_point: looks.estimate.icon,
  blocked_by: relationWords.blocked_by.icon,
  blocking: relationWords.blocking.icon,
  relates_to: relationWords.relates_to.icon,
  duplicate: relationWords.duplicate.icon,
}

const iconOf = ({ field, verb }: Done): IconName => {
  if (field === null) return verb === 'created' ? 'plus' : 'trash-2'
  // There the verb is the status that it was given.
  if (field === 'inbox') return statusIcons[Number(verb)] ?? 'inbox'
  return icons[field] ?? 'circle-dot'
}

const Sign = ({ row }: { row: Done }): ReactNode => {
  if (row.field === 'state') {
    const state = getRow('state', row.new_identifier)
    if (state) return <StateRowSign state={state} />
  }
  if (row.field === 'priority')
    return <PriorityIcon priority={(row.new_value ?? 'none') as Priority} silent />
  return <Icon name={iconOf(row)} className="text-ink-3" />
}

const commented: Record<string, string> = {
  created: 'commented',
  updated: 'changed a comment',
  deleted: 'deleted a comment',
}

const wordsOf = (row: Done): ReactNode =>
  row.field === 'comment' ? (commented[row.verb] ?? row.comment) : activityWords(row)

type DoneRowProps = { row: Done; when: string; titled?: boolean }

export const DoneRow = ({ row, when, titled }: DoneRowProps) => {
  const { issue_detail: issue, project_detail: project, workspace_detail: workspace } = row
  if (!issue) return null
  const href = to('issue', { slug: workspace.slug, projectId: project.id, issueId: issue.id })
  return (
    <li>
      <Link
        to={row.issue_comment && row.verb !== 'deleted' ? `${href}#comment-${row.issue_comment}` : href}
        className="-mx-2 grid min-h-7 grid-cols-[16px_minmax(0,1fr)_auto] items-center gap-x-2 rounded-control px-2 text-12 text-ink-2 hover:bg-hover focus-visible:-outline-offset-2 max-md:min-h-11 max-md:py-1"
      >
        <Sign row={row} />
        {/* A long name gives way to what was done: the act is why the line is read. */}
        <span className={classes('flex min-w-0 gap-1', titled && 'max-md:flex-col max-md:gap-0')}>
          <span className={titled ? 'cut' : 'flex-none'}>
            <span className="font-medium text-ink">
              {project.identifier}-{issue.sequence_id}
            </span>
            {titled && ` ${issue.name}`}
          </span>{' '}
          <span className={titled ? 'cut max-w-3/5 flex-none max-md:max-w-full' : 'cut'}>
            <span className={classes('text-ink-3', titled && 'max-md:hidden')}>· </span>
            {wordsOf(row)}
          </span>
        </span>
        <time dateTime={row.created_at} className="num text-ink-3">
          {when}
        </time>
      </Link>
    </li>
  )
}
