import type { IssueChange } from '#contract/work/issues.ts'

export type NewLine = IssueChange & { name: string }
/** One line typed, or several pasted; `form` asks for the whole form instead. */
export type Typed = { lines: readonly NewLine[]; form?: boolean }

/** A typed line in its place: typed fields win over the place's, and are added to those that take several. */
export const withLine = (place: IssueChange, line: NewLine): NewLine => {
  const both = (name: 'assignee_ids' | 'label_ids') =>
    place[name] && line[name] ? { [name]: [...new Set([...place[name], ...line[name]])] } : {}
  return { ...place, ...line, ...both('assignee_ids'), ...both('label_ids') }
}
