/** The choices of a hash: issues by their key, number or words. */
import type { Editor } from '@tiptap/core'
import { createElement } from 'react'
import { fold } from '#contract/lists/folding.ts'
import { isActive } from '#contract/lists/issueQuery.ts'
import { getRow, getRows } from '../../data/rows.ts'
import { keyOf } from '../../issues/acts/issueAddress.ts'
import { StateIcon } from '../../ui/marks/StateIcon.tsx'
import { filePlaceOf } from '../blocks/files.ts'
import { findIssues, foundChoice } from './issueChoices.tsx'
import { putIssue } from './mentionChoices.tsx'
import type { Choices, SlashChoice } from './SlashMenu.tsx'

const MOST = 5

export const issueMentions = (query: string, editor: Editor): Choices => {
  const wanted = fold(query)
  // Several of them are the sign of a heading, and one alone may be.
  if (!wanted || wanted.startsWith('#')) return { now: [] }
  const project = filePlaceOf(editor)?.project
  const known = getRows('issue').filter(
    issue =>
      isActive(issue) &&
      (`${issue.sequence_id}`.startsWith(wanted) || fold(`${keyOf(issue)} ${issue.name}`).includes(wanted)),
  )
  const now = known
    .toSorted(
      (a, b) =>
        Number(b.project_id === project) - Number(a.project_id === project) ||
        Number(`${b.sequence_id}` === wanted) - Number(`${a.sequence_id}` === wanted) ||
        (a.updated_at < b.updated_at ? 1 : -1),
    )
    .slice(0, MOST)
    .map(
      (issue): SlashChoice => ({
        id: issue.id,
        section: 'Issues',
        isFound: true,
        label: `${keyOf(issue)} ${issue.name}`,
        icon: createElement(StateIcon, {
          group: issue.state__group,
          color: getRow('state', issue.state_id)?.color ?? null,
        }),
        run: (at, range) =>
          putIssue(at, range, { id: issue.id, project: issue.project_id, key: keyOf(issue) }),
      }),
    )
  const shown = new Set(now.map(one => one.id))
  return {
    now,
    more: findIssues(editor, query, 1).then(all =>
      all
        .filter(one => !shown.has(one.id))
        .map(one =>
          foundChoice(one, (at, range, { id, project_id, project__identifier, sequence_id }) =>
            putIssue(at, range, { id, project: project_id, key: `${project__identifier}-${sequence_id}` }),
          ),
        ),
    ),
  }
}
