import { fail, failFields } from '#contract/errors.ts'
import { MOST_QUICK_LINKS, QuickLink } from '#contract/planning/quickLinks.ts'
import { takeTurn } from '../../db/order.ts'
import { insert, update } from '../../db/rows.ts'
import type { Work } from '../../db/work.ts'
import { cleanUrl } from '../../work/links/link.service.ts'

type Input = {
  url?: string | undefined
  title?: string | null | undefined
  sort_order?: number | undefined
}

/** Between two of one's own links. */
const STEP = 1000

const urlOf = (text: string): string => cleanUrl(text) ?? failFields({ url: ['Enter a valid URL.'] })

export const createQuickLink = async (
  work: Work,
  workspace: string,
  { url, title, sort_order }: Input & { url: string },
): Promise<QuickLink> => {
  const user = work.viewer.id
  const address = urlOf(url)
  // Counted one after another, or two tabs would both make the last one.
  await takeTurn(work, `quick links ${user} ${workspace}`)
  const held = (await work
    .trx('quick_links')
    .where({ user, workspace })
    .whereNull('deleted_at')
    .pluck('sort_order')) as number[]
  if (held.length >= MOST_QUICK_LINKS) fail('quickLink.tooMany')
  return insert(work, QuickLink, {
    workspace,
    user,
    url: address,
    title: title || null,
    sort_order: sort_order ?? Math.max(0, ...held) + STEP,
  })
}

export const updateQuickLink = (work: Work, link: QuickLink, input: Input): Promise<QuickLink> =>
  update(work, QuickLink, link, {
    ...(input.url === undefined ? {} : { url: urlOf(input.url) }),
    ...(input.title === undefined ? {} : { title: input.title || null }),
    ...(input.sort_order === undefined ? {} : { sort_order: input.sort_order }),
  })
