/** The words of a list that holds the very issues that a figure counts: sub-issues, too, whatever its reader chose there before. */
export const exactly = (terms: Readonly<Record<string, string>>): URLSearchParams =>
  new URLSearchParams({ type: 'all', ...terms, layout: 'list', sub_issue: 'true' })
