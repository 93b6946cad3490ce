/** Every source that can be imported, each with so many issues or pages; a person of one address is of one source alone. */
import {
  type Answering,
  type Asked,
  githubOf,
  gitlabOf,
  jiraOf,
  linearOf,
  type Service,
} from '../importServices.ts'
import { planeOf } from './plane.ts'
import { type Given, range } from './source.ts'
import { asanaCsv, gitlabCsv, jiraCsv, linearCsv, planeCsv, spreadsheet, windowsCsv } from './tables.ts'
import { trelloBoard } from './trello.ts'
import { confluenceZip, notesZip, notionZip } from './zips.ts'

/** A service that asks its caller to wait the first time that it is asked so. */
const limited = (service: Service, isAsked: (asked: Asked) => boolean, answer: () => Answering): Service => {
  let isTold = false
  return (asked, base) => {
    if (isTold || !isAsked(asked)) return service(asked, base)
    isTold = true
    return answer()
  }
}
const soon = () => String(Math.ceil(Date.now() / 1000) + 1)

// Of the files that are named one is gone and of the services but Plane one is a sign-in page.
const filesOf = (count: number, of: (nth: number) => boolean, missing: number) =>
  range(count).filter(nth => nth % 6 === 0 && of(nth)).length - missing
const FILE_TOLD = [/A file was not brought: it is not there/, /a web page came instead/]

const github = (count: number): Given => ({
  ...{ name: 'GitHub', source: 'github', connection: { place: 'port/harbour', key: 'gh-key-1' } },
  service: limited(
    githubOf(count, true),
    ({ path, query }) => path.endsWith('/issues') && query.page === (count > 100 ? '2' : undefined),
    () => ({ status: 403, headers: { 'retry-after': '1' }, body: { message: 'secondary rate limit' } }),
  ),
  ...{ made: count - Math.floor(count / 10), skipped: 0, told: [...FILE_TOLD, /Parent is not in the file/] },
  comments: 130 + range(count).filter(nth => nth % 50 === 2).length,
  files: filesOf(count, nth => nth % 10 !== 0, 2),
})

const linear = (count: number): Given => ({
  ...{ name: 'Linear', source: 'linear', connection: { place: 'ENG', key: 'lin_key_1' } },
  service: limited(
    linearOf(count, true),
    ({ body }) => body.variables?.after === '25',
    () => ({
      status: 400,
      headers: { 'x-ratelimit-requests-remaining': '0', 'x-ratelimit-requests-reset': `${Date.now() + 900}` },
      body: { errors: [{ message: 'Rate limit exceeded', extensions: { code: 'RATELIMITED' } }] },
    }),
  ),
  ...{
    made: count - 1,
    skipped: 1,
    told: [...FILE_TOLD, /It is in the bin there/, /Parent is not in the file/],
  },
  ...{ comments: 7, files: filesOf(count, nth => nth !== 6, 2) },
})

const jira = (name: string, count: number, access: Record<string, string>): Given => ({
  ...{ name, source: 'jira', connection: { place: 'PO', ...access } },
  service: limited(
    jiraOf(count, true),
    ({ query }) => query.nextPageToken === 't50' || query.startAt === '50',
    () => ({ status: 429, headers: { 'retry-after': '1' }, body: {} }),
  ),
  ...{ made: count, skipped: 0, told: [...FILE_TOLD, /Parent is not in the file/] },
  // The file of the first issue differs in its length from what is said.
  ...{ comments: 60, files: filesOf(count, () => true, 2) },
})

const gitlab = (count: number): Given => ({
  ...{ name: 'GitLab', source: 'gitlab', connection: { place: 'port/harbour', key: 'glpat-1' } },
  service: limited(
    gitlabOf(count, true),
    ({ path, query }) => path.endsWith('/issues') && query.page === (count > 100 ? '2' : '1'),
    () => ({ status: 429, headers: { 'ratelimit-remaining': '0', 'ratelimit-reset': soon() }, body: {} }),
  ),
  ...{ made: count, skipped: 0, told: [...FILE_TOLD, /Internal notes stay there/] },
  ...{ comments: 1, files: filesOf(count, () => true, 2) },
})

const plane = (count: number): Given => ({
  ...{ name: 'Plane', source: 'plane', connection: { place: 'port', key: 'plane-key-1' } },
  service: limited(
    planeOf(count),
    ({ path }) => path.endsWith('/issues/'),
    () => ({ status: 429, headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': soon() }, body: {} }),
  ),
  ...{ made: count - Math.floor(count / 10) + 3, skipped: 0, told: [/it is not there/, /Parent is not in/] },
  comments: range(count).filter(nth => nth % 4 === 0 && nth % 10).length * 2,
  files: filesOf(count, nth => nth % 10 !== 0, 1),
})

/** With so many issues or pages each. */
export const allSources = (count: number): Given[] => [
  windowsCsv(count),
  spreadsheet(count),
  planeCsv(count),
  plane(count),
  linearCsv(count),
  linear(count),
  jiraCsv(count),
  jira('Jira Cloud', count, { user: 'ines@port.example', key: 'jira-key-1' }),
  jira('Jira Server', count, { key: 'pat-key-1' }),
  github(count),
  gitlab(count),
  gitlabCsv(count),
  trelloBoard(count),
  asanaCsv(count),
  notionZip(count),
  confluenceZip(count),
  notesZip(count),
]
