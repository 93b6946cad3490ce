/** An issue for the gallery, with the rows that it names: they are in no database. */

import { useEffect, useState } from 'react'
import { unset } from '#contract/lists/setFields.ts'
import type { Issue } from '#contract/work/issues.ts'
import { applyRow, removeRow } from '../data/rows.ts'

const NOW = '2024-11-01T09:00:00.000Z'
const audit = {
  created_at: NOW,
  updated_at: NOW,
  deleted_at: null,
  created_by: null,
  updated_by: null,
  revision: 1,
}
const project_id = 'berths'

const issue = (id: string, fields: Partial<Issue>): Issue => ({
  ...audit,
  id,
  name: 'Part of it',
  sequence_id: 214,
  sort_order: 0,
  ...unset(),
  state_id: 'progress',
  state__group: 'started',
  completed_at: null,
  delegate_id: null,
  cycle_added_at: null,
  archived_at: null,
  archived_by: null,
  is_draft: false,
  project_id,
  workspace_id: 'quay',
  sub_issues_count: 0,
  attachment_count: 0,
  link_count: 0,
  type_id: null,
  intake_status: null,
  external_id: null,
  external_source: null,
  ...fields,
})

export const galleryIssue = issue('sample', {
  name: 'Tide window ignores the clock change on the last Sunday of October',
  priority: 'urgent',
  target_date: '2024-11-16',
  estimate_point: 'three',
  label_ids: ['bug', 'tides', 'plan'],
  assignee_ids: ['Mei Tanabe'],
  sub_issues_count: 3,
})

const rows: readonly (readonly [entity: string, row: { id: string } & Record<string, unknown>])[] = [
  ['project', { ...audit, id: project_id, identifier: 'BER', estimate: 'points' }],
  ['estimate_point', { ...audit, id: 'three', estimate: 'points', value: '3', key: 1 }],
  ['state', { ...audit, id: 'progress', project_id, name: 'In progress', group: 'started', sequence: 1 }],
  ...(
    [
      ['bug', 'Bug', 'lb-red'],
      ['tides', 'Tides', 'lb-teal'],
      ['plan', 'Berth plan', 'lb-violet'],
    ] as const
  ).map(([id, name, color]) => ['label', { ...audit, id, project_id, name, color, sort_order: 0 }] as const),
  ['user', { ...audit, id: 'Mei Tanabe', display_name: 'Mei Tanabe', first_name: '', last_name: '' }],
  ...['completed', 'started', 'started'].map(
    (state__group, at) =>
      ['issue', issue(`part ${at}`, { parent_id: galleryIssue.id, state__group })] as const,
  ),
]

const place = () => {
  for (const [entity, row] of rows) applyRow(entity, row)
}

/** They last as long as the gallery does: a person who goes on to their work finds none of them there. */
export const useGalleryRows = () => {
  useState(place)
  useEffect(() => {
    place()
    return () => {
      for (const [entity, { id }] of rows) removeRow(entity, id)
    }
  }, [])
}
