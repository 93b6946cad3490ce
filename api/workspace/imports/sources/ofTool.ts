/** What the lines of one tool mean beyond their columns. */
import type { Draft, SourcePerson, SourceText } from '../draft.ts'
import { lastDayOf } from '../services/paged.ts'
import { withLines } from '../text/lines.ts'
import { folded, groupOf, readMoment } from '../values.ts'
import type { TableHow } from './columns.ts'

/** The cell of a column by its name; empty where the file has none. */
type CellOf = (name: string) => string
type Finish = (draft: Draft, cellOf: CellOf, how: TableHow) => void

/** Texts of Jira are in its own markup. */
const wikiOf = (text: SourceText): SourceText => ('markdown' in text ? { wiki: text.markdown } : text)

const jira: Finish = (draft, cellOf, { people }) => {
  draft.text &&= wikiOf(draft.text)
  for (const comment of draft.comments) {
    comment.text = wikiOf(comment.text)
    const { author } = comment
    const name = author && Object.hasOwn(people, author.name) ? people[author.name] : undefined
    if (name) comment.author = { key: name.toLowerCase(), name, address: null }
  }
  // "Will not do" is a state of its own among those that are done.
  const resolution = cellOf('resolution')
  const isDone = groupOf(draft.state, draft.group) === 'completed'
  if (!isDone || groupOf(resolution, '') !== 'cancelled') return
  draft.state = resolution
  draft.group = 'cancelled'
}

const linear: Finish = (draft, cellOf) => {
  const number = cellOf('cycle number').replace(/\.0+$/, '')
  if (draft.cycle || number) {
    const [start, end] = [cellOf('cycle start'), cellOf('cycle end')].map(text => readMoment(text, null))
    draft.cycle ??= { name: '', start: null, end: null }
    if (number) draft.cycle.name ||= `Cycle ${number}`
    // One cycle ends at the moment at which the next begins.
    if (start && end) draft.cycle.end = lastDayOf(start, end)
  }
  if (draft.group || !draft.state || groupOf(draft.state, '') !== null) return
  if (cellOf('canceled')) draft.group = 'cancelled'
  else if (cellOf('completed')) draft.group = 'completed'
  else if (cellOf('started')) draft.group = 'started'
}

/** As the service names the issue: by its project and number, which the address of the issue says. */
const gitlab: Finish = (draft, cellOf) => {
  const address = cellOf('url')
  const found = /^https?:\/\/[^/]{1,255}\/(.{1,500}?)\/(?:-\/)?(?:issues|work_items)\/(\d{1,9})$/.exec(
    address,
  )
  if (found) {
    const place = found[1]!.toLowerCase()
    draft.key = `${place}#${found[2]}`
    draft.otherKeys.push(`#${found[2]}`, address)
    draft.project ||= place.split('/').at(-1)!
  }
  if (/^(?:yes|true)$/i.test(cellOf('confidential'))) draft.labels.push('Confidential')
}

const asana: Finish = draft => {
  // A spreadsheet has rounded the ids: many are alike.
  if (/^\d(?:[.,]\d+)?E\+\d+$/i.test(draft.key)) draft.key = ''
  if (!draft.completed || groupOf(draft.state, '') === 'completed') return
  if (draft.state) draft.lines.push({ name: 'Section', value: draft.state })
  draft.state = 'Completed'
  draft.group = 'completed'
}

const firstName = (person: SourcePerson): SourcePerson => {
  const name = person.name.split(', ')[0]!.trim()
  return person.address === null && name ? { key: name.toLowerCase(), name, address: null } : person
}

const plane: Finish = (draft, cellOf) => {
  // One generation writes assignees and labels behind the name of the author.
  draft.author &&= firstName(draft.author)
  if (!cellOf('project id')) return
  // Another writes hours of twelve without their half: the day alone is known.
  for (const field of ['created', 'updated', 'completed', 'archived'] as const)
    if (draft[field]) draft[field] = `${draft[field].slice(0, 10)}T00:00:00.000Z`
}

/** Texts of these are Markdown; those of others are shown with the lines that they were typed in. */
const ofMarkdown: TableHow['source'][] = ['jira', 'linear', 'gitlab']
const breakLines = (draft: Draft) => {
  for (const text of [draft.text, ...draft.comments.map(comment => comment.text)])
    if (text && 'markdown' in text) text.markdown = withLines(text.markdown)
}

const FINISH: Partial<Record<TableHow['source'], Finish>> = { jira, linear, gitlab, asana, plane }

/** Finishes drafts of the source's lines. */
export const ofTool = (how: TableHow): ((draft: Draft, cells: readonly string[]) => void) => {
  const finish = FINISH[how.source]
  const places = new Map(how.columns.map(({ name }, nth) => [folded(name), nth]))
  const areTyped = !ofMarkdown.includes(how.source)
  return (draft, cells) => {
    if (areTyped) breakLines(draft)
    finish?.(draft, name => (cells[places.get(name) ?? -1] ?? '').trim(), how)
  }
}
