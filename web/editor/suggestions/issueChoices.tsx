/** Issues that may be put into a text: found by their words, or made with them. */

import type { Editor, JSONContent, Range } from '@tiptap/core'
import type { Transaction } from '@tiptap/pm/state'
import { issueListRoutes } from '#contract/lists/issueLists.ts'
import { issueEmbed } from '#document'
import { call } from '../../data/client.ts'
import { getRow } from '../../data/rows.ts'
import { here, may } from '../../data/viewer.ts'
import { createIssues } from '../../issues/acts/issueLife.ts'
import type { Found } from '../../issues/acts/searchIssues.ts'
import { FoundSign } from '../../issues/fields/StateSign.tsx'
import { filePlaceOf } from '../blocks/files.ts'
import type { Choices } from './SlashMenu.tsx'
import { DIRECT, type SlashChoice } from './SlashMenu.tsx'

const PAUSE_MS = 150
const MOST = 5
const FEWEST_LETTERS = 2
let asked = 0

/** The server's findings for words, once the typing has paused; none when more was typed meanwhile. */
export const findIssues = async (
  editor: Editor,
  words: string,
  fewest = FEWEST_LETTERS,
): Promise<readonly Found[]> => {
  const project = filePlaceOf(editor)?.project
  const turn = ++asked
  if (!project || words.length < fewest) return []
  await new Promise(resolve => setTimeout(resolve, PAUSE_MS))
  if (turn !== asked) return []
  const { body } = await call(issueListRoutes.search, {
    params: { ws: here().slug, p: project },
    query: { search: words, workspace_search: 'true' },
  })
  return body.slice(0, MOST)
}

/** A found issue as a choice of a menu; `put` runs when it is chosen. */
export const foundChoice = (
  found: Found,
  put: (editor: Editor, range: Range, found: Found) => void,
): SlashChoice => ({
  id: found.id,
  section: 'Issues',
  isFound: true,
  label: `${found.project__identifier}-${found.sequence_id} ${found.name}`,
  icon: <FoundSign found={found} />,
  run: (editor, range) => put(editor, range, found),
})

/** With an id of its own, as every mention and embed that is put in has. */
export const placed = (named: JSONContent): JSONContent => ({
  ...named,
  attrs: { ...named.attrs, id: crypto.randomUUID() },
})

const embedOf = (id: string, project: string) => placed(issueEmbed(here().slug, { id, project }))

const embed = (editor: Editor, range: Range, id: string, project: string) =>
  editor.chain().focus().deleteRange(range).insertContent(embedOf(id, project)).run()

const newIssue = (name: string, project: string): SlashChoice => ({
  id: 'new-issue',
  section: 'Issues',
  label: `New issue “${name}”`,
  isFound: true,
  icon: 'circle-dot',
  hint: DIRECT,
  run: (editor, range) => {
    editor.chain().focus().deleteRange(range).run()
    // It is put where it was asked for, wherever that is once the server has answered.
    let at = editor.state.selection.from
    const follow = ({ transaction }: { transaction: Transaction }) => {
      at = transaction.mapping.map(at)
    }
    editor.on('transaction', follow)
    void createIssues(project, [{ name }]).then(([issue]) => {
      editor.off('transaction', follow)
      if (issue && !editor.isDestroyed) editor.commands.insertContentAt(at, embedOf(issue.id, project))
    })
  },
})

export const issueChoices = (query: string, editor: Editor): Choices => {
  const name = query.trim()
  const project = getRow('project', filePlaceOf(editor)?.project)
  if (!project || !name) return { now: [] }
  const mayCreate = may('issue.create', {}, { workspace: project.workspace, project: project.id })
  return {
    now: mayCreate ? [newIssue(name, project.id)] : [],
    more: findIssues(editor, name).then(all =>
      all.map(one => foundChoice(one, (now, range, { id, project_id }) => embed(now, range, id, project_id))),
    ),
  }
}
