/** All answers by the values of the source, as the dry run and the import follow them. */
import type { Role } from '#contract/rules.ts'
import type { Priority } from '#contract/work/issues.ts'
import type { ColumnTarget } from '#contract/workspace/imports.ts'

/** The names that the issues of one project use. */
export type Used = {
  states: string[]
  labels: string[]
  estimates: string[]
  cycles: Record<string, { start: string | null; end: string | null }>
  modules: string[]
}

export type ProjectPlan = { to: 'new' | 'into' | 'skip'; id?: string; name: string; identifier: string }
export type PersonPlan = {
  to: 'member' | 'invite' | 'name' | 'none'
  id?: string
  role?: Role
  name: string
}
/** All answers by their values, as the dry run and the import follow them. */
export type Plan = {
  columns: Record<string, { to: ColumnTarget }>
  projects: Record<string, ProjectPlan>
  states: Record<string, { name: string; group: string }>
  people: Record<string, PersonPlan>
  labels: Record<string, { name: string | null; color?: string }>
  priorities: Record<string, { to: Priority }>
  estimates: Record<string, { value: string | null }>
  /** By project, as its source names it. */
  used: Record<string, Used>
}
