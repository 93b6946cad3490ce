/** Records of a table as drafts, by what its columns become. */
import { z } from 'zod'
import type { ColumnTarget, ImportSource } from '#contract/workspace/imports.ts'
import { type Draft, emptyDraft, type SourceComment, type SourceText } from '../draft.ts'
import { relationOf } from '../json/lists.ts'
import { readLiteral } from '../read/literal.ts'
import { type DayOrder, readDay, readMoment, readPerson, unguarded } from '../values.ts'

/** A column of the file, by its place, and what it becomes. */
export type Column = { name: string; to: ColumnTarget }
export type TableHow = { source: ImportSource; columns: Column[]; dates: DayOrder }

/** So many parts of one cell are read. */
const MOST_PARTS = 5_000

/** A list within one cell: commas, semicolons or lines, or a JSON array as some exports write it. */
const listIn = (cell: string): string[] => {
  const text = cell.trim()
  if (text.startsWith('[') && text.endsWith(']')) {
    try {
      const given: unknown = JSON.parse(text)
      if (Array.isArray(given))
        return given.slice(0, MOST_PARTS).map(one => (typeof one === 'string' ? one : JSON.stringify(one)))
    } catch {
      return splitList(text.slice(1, -1))
    }
  }
  return splitList(text)
}
/** Objects that a cell lists, each with its words; null for a cell that is no such list. */
const objectsIn = (cell: string): Record<string, string | undefined>[] | null => {
  if (!/^\[\s*[{\]]/.test(cell)) return null
  const given = readLiteral(cell)
  if (!Array.isArray(given)) return null
  const read = z.array(z.record(z.string(), z.unknown())).safeParse(given.slice(0, MOST_PARTS))
  if (!read.success) return null
  const words = (value: unknown) => (value === null || value === undefined ? undefined : String(value))
  return read.data.map(one =>
    Object.fromEntries(Object.entries(one).map(([key, value]) => [key, words(value)])),
  )
}

const splitList = (text: string) =>
  text
    .split(text.includes(';') ? ';' : text.includes('\n') ? '\n' : ',', MOST_PARTS)
    .map(part => part.trim())
    .filter(Boolean)

/** Comments of one cell: `time;author;words` in a column of its own each, or a list of objects. */
const commentsIn = (cell: string, order: DayOrder, nth: number): SourceComment[] => {
  const text = cell.trim()
  if (!text) return []
  const objects = objectsIn(text)
  if (objects)
    return objects.map((one, at) => ({
      key: String(nth + at),
      author: readPerson(one.created_by ?? one.by ?? ''),
      at: readMoment(one.created_at ?? one.date ?? '', order),
      text: { markdown: unguarded(one.comment ?? one.text ?? '') },
    }))
  const [first, second] = [text.indexOf(';'), text.indexOf(';', text.indexOf(';') + 1)]
  const at = second > 0 ? readMoment(text.slice(0, first), order) : null
  return at
    ? [
        {
          key: String(nth),
          author: readPerson(text.slice(first + 1, second)),
          at,
          text: { markdown: text.slice(second + 1) },
        },
      ]
    : [{ key: String(nth), author: null, at: null, text: { markdown: text } }]
}

const WEB = /^https?:\/\/\S+$/i

type Put = (draft: Draft, cell: string, column: string, order: DayOrder) => void

/** Texts of Jira are in its own markup. */
const ofJira = (text: SourceText): SourceText => ('markdown' in text ? { wiki: text.markdown } : text)

const dateInto =
  (field: 'start' | 'target', said: string, effect: string): Put =>
  (draft, cell, _, order) => {
    draft[field] = readDay(cell, order)
    if (!draft[field]) draft.unread.push({ said, words: cell, effect })
  }
const momentInto =
  (field: 'created' | 'updated' | 'completed' | 'archived', said: string): Put =>
  (draft, cell, _, order) => {
    draft[field] = readMoment(cell, order)
    if (!draft[field]) draft.unread.push({ said, words: cell, effect: 'empty' })
  }
const relationInto =
  (type: Draft['relations'][number]['type']): Put =>
  (draft, cell) => {
    const objects = objectsIn(cell)
    if (objects)
      for (const { type: said = '', issue = '', direction } of objects)
        draft.relations.push(...relationOf({ type: said, issue, direction }))
    else for (const key of listIn(cell)) draft.relations.push({ type, key })
  }
const addLinks = (draft: Draft, cell: string, title: string): boolean => {
  const objects = objectsIn(cell)
  if (objects)
    for (const { url = '', title: own = '' } of objects) {
      if (WEB.test(url)) draft.links.push({ url, title: own })
    }
  else if (WEB.test(cell)) draft.links.push({ url: cell, title })
  else return false
  return true
}
const cycleOf = (draft: Draft) => (draft.cycle ??= { name: '', start: null, end: null })

const put: Record<ColumnTarget, Put> = {
  key: (draft, cell) => {
    if (draft.key) draft.otherKeys.push(cell)
    else draft.key = cell
  },
  other_key: (draft, cell) => draft.otherKeys.push(cell),
  name: (draft, cell) => {
    draft.name ||= cell.replace(/\s+/g, ' ').trim()
  },
  text: (draft, cell) => {
    draft.text ??= /^\s*<[a-z][^>]*>/i.test(cell) ? { html: cell } : { markdown: cell }
  },
  project: (draft, cell) => {
    draft.project ||= splitList(cell)[0] ?? cell
  },
  state: (draft, cell) => {
    draft.state ||= cell
  },
  state_group: (draft, cell) => {
    draft.group ||= cell
  },
  priority: (draft, cell) => {
    draft.priority ||= cell
  },
  labels: (draft, cell) => draft.labels.push(...listIn(cell)),
  assignees: (draft, cell) => {
    for (const name of listIn(cell)) {
      const person = readPerson(name)
      if (person && !draft.assignees.some(({ key }) => key === person.key)) draft.assignees.push(person)
    }
  },
  author: (draft, cell) => {
    draft.author ??= readPerson(cell)
  },
  start_date: dateInto('start', 'Start date is not a date', 'No start date'),
  target_date: dateInto('target', 'Due date is not a date', 'No due date'),
  created_at: momentInto('created', 'Time of creation is not a date'),
  updated_at: momentInto('updated', 'Time of the last change is not a date'),
  completed_at: momentInto('completed', 'Time of completion is not a date'),
  archived_at: momentInto('archived', 'Time of archiving is not a date'),
  estimate: (draft, cell) => {
    draft.estimate ||= cell.replace(/^(\d+)\.0+$/, '$1')
  },
  parent: (draft, cell) => {
    draft.parent ||= cell
  },
  blocked_by: relationInto('blocked_by'),
  blocking: relationInto('blocking'),
  relates_to: relationInto('relates_to'),
  duplicate_of: relationInto('duplicate'),
  cycle: (draft, cell) => {
    // Of several the last is where it is now.
    cycleOf(draft).name = listIn(cell).at(-1) ?? ''
  },
  cycle_start: (draft, cell, _, order) => {
    cycleOf(draft).start = readDay(cell, order)
  },
  cycle_end: (draft, cell, _, order) => {
    cycleOf(draft).end = readDay(cell, order)
  },
  module: (draft, cell) => draft.modules.push(...listIn(cell)),
  comment: (draft, cell, _, order) => {
    draft.comments.push(...commentsIn(cell, order, draft.comments.length))
  },
  file: (draft, cell) => {
    const parts = cell.split(';')
    const url = parts.at(-1)!.trim()
    if (WEB.test(url))
      draft.files.push({ url, name: (parts.at(-2) ?? url.split('/').at(-1) ?? url).trim(), size: null })
    else draft.lines.push({ name: 'File', value: cell })
  },
  address: (draft, cell) => addLinks(draft, cell, ''),
  label: (draft, cell, column) => {
    for (const value of listIn(cell))
      draft.labels.push(`${column.replace(/^Custom field \((.*)\)$/i, '$1')}: ${value}`)
  },
  line: (draft, cell, column) =>
    draft.lines.push({ name: column.replace(/^Custom field \((.*)\)$/i, '$1'), value: cell }),
  link: (draft, cell, column) => {
    if (!addLinks(draft, cell, column)) draft.lines.push({ name: column, value: cell })
  },
  skip: () => {},
}

/** A record as a draft. A repeated column gives several values, as its tool means it. */
export const draftOfRecord = (cells: readonly string[], { source, columns, dates }: TableHow): Draft => {
  const draft = emptyDraft()
  for (const [at, column] of columns.entries()) {
    const cell = unguarded(cells[at] ?? '').trim()
    if (cell && !/^null$/i.test(cell)) put[column.to](draft, cell, column.name, dates)
  }
  if (draft.cycle && !draft.cycle.name) draft.cycle = null
  if (source === 'jira') {
    draft.text &&= ofJira(draft.text)
    for (const comment of draft.comments) comment.text = ofJira(comment.text)
  }
  const prefix = /^([\p{L}][\p{L}\d_]*)-\d+$/u.exec(draft.key)?.[1]
  draft.projectKey = prefix ?? ''
  return draft
}
