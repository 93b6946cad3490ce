import { must } from '#contract/errors.ts'
import type { Module } from '#contract/planning/modules.ts'
import type { Shade } from '#contract/text/signs.ts'
import { type Priority, priorities } from '#contract/work/issues.ts'

/** From and until so many days from today. */
type Days = { from: number | null; to: number | null }
type First = string

export type ProjectStory = {
  name: string
  key: string
  icon: string
  color: string
  lead: First
  description: string
  labels: Record<string, Shade>
  cycles: ({ name: string } & Days)[]
  modules: ({ name: string; lead: First; status: Module['status'] } & Days)[]
  /**
   * A line an issue: its title, state, priority, labels, assignee, points, days from today (`start..due`) and cycle. A line
   * with `#` begins a module, one with `>` a sub-issue of the last issue without.
   */
  issues: string
}

export type ToldIssue = {
  name: string
  parent: string | null
  module: string | null
  state: string
  priority: Priority
  labels: string[]
  assignee: First | null
  points: string | null
  cycle: string | null
} & Days

const daysOf = (words: string): Days => {
  const [from, to] = words.split('..').map(word => (word ? Number(word) : null))
  return { from: from ?? null, to: to ?? null }
}

/** A project’s issues, each parent before its sub-issues. */
export const issuesOf = (story: Pick<ProjectStory, 'issues'>): ToldIssue[] => {
  const told: ToldIssue[] = []
  let module: string | null = null
  let parent: string | null = null
  for (const line of story.issues.split('\n').map(one => one.trim())) {
    if (line.startsWith('#')) module = line.slice(1).trim() || null
    else if (line) {
      const [title = '', state = '', priority, labels = '', who, points, days = '', cycle] = line
        .split('|')
        .map(cell => cell.trim())
      const isBelow = title.startsWith('>')
      const name = isBelow ? title.slice(1).trim() : title
      if (!isBelow) parent = name
      told.push({
        name,
        parent: isBelow ? parent : null,
        module,
        state,
        priority: must(
          priorities.find(one => one === priority),
          `a priority of “${name}”`,
        ),
        labels: labels.split(', ').filter(Boolean),
        assignee: who || null,
        points: points || null,
        cycle: cycle || null,
        ...daysOf(days),
      })
    }
  }
  return told
}
