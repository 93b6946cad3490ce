import { fail } from '#contract/errors.ts'

export type PageAsk = { size: number; page: number }

const whole = (text: string) => /^-?\d{1,9}$/.test(text)

/** Size and page asked for: `per_page`, else the cursor's first number, else 1000; the third number means nothing. */
export const readPage = (query: { per_page?: string | undefined; cursor?: string | undefined }): PageAsk => {
  const parts = query.cursor === undefined ? null : query.cursor.split(':')
  if (parts && (parts.length !== 3 || !parts.every(whole))) fail('page.cursor')
  if (query.per_page !== undefined && !whole(query.per_page)) fail('page.perPage')
  const size = Number(query.per_page ?? parts?.[0] ?? 1000)
  if (size > 1000) fail('page.perPageTooLarge')
  if (size < 1) fail('page.perPage')
  const page = Number(parts?.[1] ?? 0)
  if (page < 0) fail('page.negative')
  return { size, page }
}

/** The envelope of one page; `largest` is the length of the list, or of its largest group. */
export const envelope = <T>(
  { size, page }: PageAsk,
  total: number,
  largest: number,
  count: number,
  results: T,
  groups: [string | null, string | null] = [null, null],
) => ({
  grouped_by: groups[0],
  sub_grouped_by: groups[1],
  total_count: total,
  total_results: total,
  count,
  total_pages: Math.ceil(largest / size),
  next_cursor: `${size}:${page + 1}:0`,
  prev_cursor: `${size}:${page - 1}:1`,
  next_page_results: (page + 1) * size < largest,
  prev_page_results: page > 0,
  extra_stats: null,
  results,
})
