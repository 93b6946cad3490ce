import { must } from '#contract/errors.ts'
import type { IntakeIssue } from '#contract/work/intake.ts'
import type { Work } from '../../db/work.ts'
import { escaped } from '../../mail/letter.ts'
import { queueMail } from '../../mail/outbox.ts'
import { createComment, lockIssue } from '../comments/comment.service.ts'

type Sender = { source_email: string | null; project: string; author: string }

/** Answers whoever brought an issue: where the team reads it, and by mail to those who have no account here. */
export const sendReply = async (work: Work, row: IntakeIssue, reply: string): Promise<void> => {
  const lines = reply.split('\n').filter(line => line.trim() !== '')
  const issue = await lockIssue(work, row.issue)
  const comment_html = lines.map(line => `<p>${escaped(line)}</p>`).join('')
  await createComment(work, issue, { comment_html, access: 'EXTERNAL' })
  const sender = await work
    .trx('intake_issues')
    .join('projects', 'projects.id', 'intake_issues.project')
    .join('users', 'users.id', work.trx.raw('?::uuid', [work.viewer.id]))
    .where('intake_issues.id', row.id)
    .first<Sender | undefined>(
      'intake_issues.source_email',
      'projects.name as project',
      'users.display_name as author',
    )
  const { source_email, project, author } = must(sender, 'where it came from')
  if (source_email)
    await queueMail(work, {
      to: source_email,
      kind: 'intake_reply',
      about: issue.name,
      project,
      author,
      lines,
    })
}
