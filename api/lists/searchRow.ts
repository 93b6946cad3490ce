import type { Knex } from 'knex'
import type { z } from 'zod'
import type { SearchRow } from '#contract/lists/issueLists.ts'

/** An issue as pickers show it: with its project and its state. */
export const searchColumns = (rows: Knex.QueryBuilder) =>
  rows
    .join('projects', 'projects.id', 'issues.project_id')
    .join('workspaces', 'workspaces.id', 'issues.workspace_id')
    .join('states', 'states.id', 'issues.state_id')
    .select<z.infer<typeof SearchRow>[]>(
      'issues.id',
      'issues.name',
      'issues.start_date',
      'issues.sequence_id',
      'issues.project_id',
      'projects.name as project__name',
      'projects.identifier as project__identifier',
      'workspaces.slug as workspace__slug',
      'states.name as state__name',
      'states.group as state__group',
      'states.color as state__color',
      'issues.type_id',
    )
