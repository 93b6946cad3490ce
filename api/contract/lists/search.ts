/** Search over a workspace: names of the nouns as other programs ask for them, and ours over all words. */
import { z } from 'zod'
import { datetime, id, pageOf, route } from '../define.ts'
import { priorities } from '../work/issues.ts'
import { SearchRow } from './issueLists.ts'

export const foundKinds = [
  ...(['issue', 'request', 'comment', 'page', 'thread', 'attachment'] as const),
  ...(['person', 'project', 'cycle', 'module', 'view', 'label'] as const),
] as const
export type FoundKind = (typeof foundKinds)[number]

export const searchOrders = ['best', 'newest', 'oldest'] as const
export type SearchOrder = (typeof searchOrders)[number]

/** The longest query, in characters; the most words and filters in it. */
export const LONGEST_SEARCH = 300
export const MOST_WORDS = 10

/** From and to of each match in a text, in UTF-16 units. */
const marks = z.array(z.tuple([z.number().int(), z.number().int()]))
const marked = z.object({ text: z.string(), marks })

export const Hit = z.object({
  kind: z.enum(foundKinds),
  id,
  /** The name of the row; of a comment, thread or attachment's issue or page that it belongs to. */
  name: marked,
  /** The best piece of the text, or else its beginning: plain text, never HTML. */
  passage: marked.nullable(),
  project_id: id.nullable(),
  /** The issue or page that it belongs to. */
  parent_id: id.nullable(),
  /** `HRB-12` of an issue, a request, or what belongs to one. */
  key: z.string().nullable(),
  /** Its author; of a person, that person. */
  person_id: id.nullable(),
  state_id: id.nullable(),
  /** Of an issue. */
  priority: z.enum(priorities).nullable(),
  at: datetime,
})
export type Hit = z.infer<typeof Hit>

/** A choice that narrows the search: added to the query as `word`, it leaves `count` hits. */
export const FacetChoice = z.object({
  id: z.string(),
  name: z.string(),
  word: z.string(),
  count: z.number().int(),
  is_chosen: z.boolean(),
})
export type FacetChoice = z.infer<typeof FacetChoice>

export const FindAnswer = pageOf(z.array(Hit)).extend({
  facets: z.object({
    kind: z.array(FacetChoice),
    project: z.array(FacetChoice),
    person: z.array(FacetChoice),
    state: z.array(FacetChoice),
    /** `today`, `week`, `month`, `year`: of the last so many days, in the caller's zone. */
    time: z.array(FacetChoice),
  }),
  /** The filters in the query; without one of them there are so many hits. */
  filters: z.array(z.object({ word: z.string(), total_without: z.number().int() })),
  /** Nothing has these very words: hits are names that differ from them in one letter. */
  is_near: z.boolean(),
  /** There are more hits: of each kind the newest 500 are ranked and counted. */
  is_cut: z.boolean(),
})
export type FindAnswer = z.infer<typeof FindAnswer>

const ws = '/api/workspaces/:ws' as const
const ofProject = z.object({
  name: z.string(),
  id,
  project_id: id.nullable(),
  project__identifier: z.string().nullable(),
  workspace__slug: z.string(),
})
const text = z.string().optional()

/** `nearness` from 0 to 1: how much of the shorter title the other one says as well. */
export const SimilarRow = SearchRow.extend({ nearness: z.number() })

export const searchRoutes = {
  names: route({
    method: 'GET',
    path: `${ws}/search/`,
    exposes: { v1: 'issues/search/' },
    action: 'workspace.read',
    in: 'workspace',
    query: z.object({ search: text, workspace_search: text, project_id: text }),
    answer: z.object({
      results: z.object({
        workspace: z.array(z.object({ name: z.string(), id, slug: z.string() })),
        project: z.array(
          z.object({ name: z.string(), id, identifier: z.string(), workspace__slug: z.string() }),
        ),
        issue: z.array(
          z.object({
            ...{ name: z.string(), id, sequence_id: z.number().int(), project__identifier: z.string() },
            ...{ project_id: id, workspace__slug: z.string(), type_id: id.nullable() },
          }),
        ),
        cycle: z.array(ofProject),
        module: z.array(ofProject),
        issue_view: z.array(ofProject),
        page: z.array(
          z.object({
            ...{ name: z.string(), id, project_ids: z.array(id), project_identifiers: z.array(z.string()) },
            workspace__slug: z.string(),
          }),
        ),
      }),
    }),
    summary:
      'Rows whose name holds the text, by their kind, at most 100 of each; of issues the exact key first.',
  }),
  find: route({
    method: 'GET',
    path: `${ws}/find/`,
    action: 'workspace.read',
    in: 'workspace',
    query: z.object({
      q: z.string().max(LONGEST_SEARCH).optional(),
      order: z.enum(searchOrders).optional(),
      per_page: text,
      cursor: text,
    }),
    answer: FindAnswer,
    summary:
      'Everything that holds the words, best first. `"a phrase"`, `-without`, and filters: `kind:page`, `in:HRB`, `by:me`, `is:open`, `before:2026-10`, `after:2026-10-05`.',
  }),
  similar: route({
    method: 'GET',
    path: `${ws}/projects/:p/similar-issues/`,
    scope: 'issues',
    action: 'issue.list',
    in: 'project',
    query: z.object({ name: z.string().max(255).optional(), issue_id: text }),
    answer: z.array(SimilarRow),
    summary:
      'Issues of the project whose titles share words with `name`: at most five, the nearest first; never `issue_id` itself.',
  }),
}
