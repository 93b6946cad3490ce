/** The scope of the figures: a workspace, one project, or a cycle or module of it. */
import { useMemo } from 'react'
import { type Filters, readFilters, writeFilter } from '#contract/lists/issueFilters.ts'
import { type IssueQuery, plainQuery } from '#contract/lists/issueQuery.ts'
import { useClock } from '../data/clock.ts'
import type { RowTypes } from '../data/entities.ts'
import { getRow, useRows } from '../data/rows.ts'
import { useHere } from '../data/viewer.ts'
import {
  cycleContext,
  featuresOf,
  type ListContext,
  moduleContext,
  projectContext,
  workspaceContext,
} from '../issues/view/contexts.ts'
import { exactly } from '../issues/view/exactly.ts'
import { to } from '../places/address.ts'
import type { ScopeOfFigures } from '../shell/overlays.ts'
import { filterWordsOf, type Terms } from './terms.ts'

export type AnalyticsScope = { in: 'workspace' } | ScopeOfFigures

const ofProject = (project: RowTypes['project'], scope: AnalyticsScope): ListContext => {
  const features = featuresOf(project)
  if (scope.in === 'cycle') return cycleContext(project.id, features, scope.id, true)
  if (scope.in === 'module') return moduleContext(project.id, features, scope.id)
  return projectContext(project.id, features)
}

/** With one chosen project its own states, cycles and estimates can be filtered by. */
const contextOf = (scope: AnalyticsScope, workspaceId: string, chosen: string | undefined): ListContext => {
  const project = getRow('project', scope.in === 'workspace' ? chosen : scope.projectId)
  const across = workspaceContext(workspaceId, 'all-issues', '')
  if (!project) return across
  const own = ofProject(project, scope)
  return scope.in === 'workspace'
    ? { ...across, projectId: project.id, filters: ['project', ...own.filters] }
    : own
}

/** The words that a call is asked with beside the filters. */
export const scopeWords = (scope: AnalyticsScope): Record<string, string> => {
  if (scope.in === 'workspace') return {}
  return { project: scope.projectId, ...(scope.in === 'project' ? {} : { [scope.in]: scope.id }) }
}

export type Meant = {
  scope: AnalyticsScope
  context: ListContext
  /** The filters as a list reads them. */
  query: IssueQuery
  /** Scope and filters as calls take them. */
  words: Record<string, string>
  isFiltered: boolean
}

export const useMeant = (scope: AnalyticsScope, terms: Terms): Meant => {
  const { workspaceId } = useHere()
  const { zone, today } = useClock()
  // The chosen project decides which filters are offered, and its features may change meanwhile.
  const projects = useRows('project')
  const text = new URLSearchParams(filterWordsOf(terms.words)).toString()
  const where = JSON.stringify(scope)
  return useMemo(() => {
    void projects
    const within = JSON.parse(where) as AnalyticsScope
    const read = readFilters(Object.fromEntries(new URLSearchParams(text)), { zone, today })
    const filters: Filters = 'malformed' in read ? {} : (read as Filters)
    const chosen = filters.project && 'values' in filters.project ? filters.project.values : []
    const context = contextOf(within, workspaceId, chosen.length === 1 ? chosen[0] : undefined)
    const query = plainQuery(context.scope, '-created_at', { filters })
    const asked = Object.entries(filters).map(([name, filter]) => [name, writeFilter(filter)])
    return {
      scope: within,
      context,
      query,
      words: { ...Object.fromEntries(asked), ...scopeWords(within) },
      isFiltered: asked.length > 0,
    }
  }, [where, text, workspaceId, zone, today, projects])
}

/** The address of the very issues that a figure counts; null where no list holds just these. */
export const listAddress = (
  slug: string,
  scope: AnalyticsScope,
  words: Readonly<Record<string, string>> | null,
): string | null => {
  if (!words) return null
  const { project, ...rest } = words
  const [projectId, ...others] = project?.split(',') ?? []
  const terms = (own: Record<string, string>) => exactly({ ...own, group_by: '' })
  if (!projectId || others.length > 0 || !getRow('project', projectId))
    return `${to('views', { slug, view: 'all-issues' })}?${terms(words)}`
  const { cycle, module, ...inside } = rest
  if (scope.in === 'cycle' && cycle === scope.id)
    return `${to('cycle', { slug, projectId, cycleId: cycle })}?${terms({ ...inside, ...(module ? { module } : {}) })}`
  if (scope.in === 'module' && module === scope.id)
    return `${to('module', { slug, projectId, moduleId: module })}?${terms({ ...inside, ...(cycle ? { cycle } : {}) })}`
  return `${to('issues', { slug, projectId })}?${terms(rest)}`
}
