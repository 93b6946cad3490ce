/** The tools, in the order in which clients show them. At most twenty, and their list is weighed by a test. */
import type { ServerViewer } from '../db/viewer.ts'
import type { Tool } from './tool.ts'
import { comment, createIssue, listIssues, moveIssues, updateIssues } from './tools/issues.ts'
import { planCycle } from './tools/planning.ts'
import { find, listPeople, listProjects, readIssue, readPage, readProject } from './tools/reading.ts'
import { workOn } from './tools/sessions.ts'
import { createPage, editText } from './tools/texts.ts'

const forAll: Tool[] = [
  listProjects,
  readProject,
  listPeople,
  find,
  listIssues,
  readIssue,
  createIssue,
  updateIssues,
  moveIssues,
  comment,
  planCycle,
  readPage,
  createPage,
  editText,
]

/** Those that this caller can use: sessions are an agent's alone. */
export const toolsFor = ({ owner }: Pick<ServerViewer, 'owner'>): Tool[] =>
  owner ? [...forAll, workOn] : forAll
