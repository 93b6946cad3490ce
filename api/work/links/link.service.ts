import { fail } from '#contract/errors.ts'
import { Issue } from '#contract/work/issues.ts'
import { Link } from '#contract/work/links.ts'
import { insert, remove, touch, update } from '../../db/rows.ts'
import type { Work } from '../../db/work.ts'
import { entries } from '../activity/catalogue.ts'
import { tell } from '../activity/record.ts'
import { belonging, lockIssue } from '../comments/comment.service.ts'

type Input = {
  url?: string | undefined
  title?: string | null | undefined
  metadata?: Record<string, unknown> | undefined
}

const isHost = (name: string) => name === 'localhost' || name.startsWith('[') || /[^.]\.[^.]/.test(name)

/** An address as it is stored: http where no scheme is given; null for other schemes, or without a possible host. */
export const cleanUrl = (text: string): string | null => {
  const isWhole = /^[a-z][a-z0-9+.-]*:/i.test(text) && !/^[^/?#]+:\d+([/?#]|$)/.test(text)
  const given = isWhole ? text.replace(/^(https?:)\/*/i, '$1//') : `http://${text.replace(/^\/+/, '')}`
  const url = URL.canParse(given) ? new URL(given) : null
  const isWeb = url && ['http:', 'https:'].includes(url.protocol) && isHost(url.hostname)
  return isWeb ? given : null
}

const urlOf = (text: string): string => cleanUrl(text) ?? fail('link.invalid')

const mustBeNew = async (work: Work, issueId: string, url: string, except: string | null) => {
  const taken = await work
    .trx('issue_links')
    .where({ issue: issueId, url })
    .whereNull('deleted_at')
    .whereRaw('id is distinct from ?::uuid', [except])
    .first('id')
  if (taken) fail('link.taken')
}

// Counted anew under the issue's lock, so that it is right whoever else adds or removes one.
const recountLinks = async (work: Work, issue: Issue) => {
  const [counted] = await work
    .trx('issue_links')
    .where('issue', issue.id)
    .whereNull('deleted_at')
    .select<{ total: number }[]>(work.trx.raw('count(*)::int as total'))
  await update(work, Issue, issue, { link_count: counted!.total })
}

export const createLink = async (work: Work, issue: Issue, input: Input & { url: string }): Promise<Link> => {
  const url = urlOf(input.url)
  await mustBeNew(work, issue.id, url, null)
  const link = await insert(work, Link, {
    ...belonging(issue),
    url,
    title: input.title || null,
    metadata: input.metadata ?? {},
  })
  await recountLinks(work, issue)
  tell(work, issue, entries.link.created(link.id, url))
  return link
}

export const updateLink = async (work: Work, link: Link, input: Input): Promise<Link> => {
  const issue = await lockIssue(work, link.issue)
  const url = input.url === undefined ? link.url : urlOf(input.url)
  if (url !== link.url) await mustBeNew(work, issue.id, url, link.id)
  const after = await update(work, Link, link, {
    url,
    ...(input.title === undefined ? {} : { title: input.title || null }),
    ...(input.metadata === undefined ? {} : { metadata: input.metadata }),
  })
  if (url !== link.url) {
    await touch(work, Issue, issue)
    tell(work, issue, entries.link.updated(link.id, link.url, url))
  }
  return after
}

export const deleteLink = async (work: Work, link: Link): Promise<void> => {
  const issue = await lockIssue(work, link.issue)
  await remove(work, Link, link)
  await recountLinks(work, issue)
  tell(work, issue, entries.link.deleted(link.url))
}
