/** Records of a table as drafts, by what its columns become. */
import { z } from 'zod'
import type { ColumnTarget, ImportSource } from '#contract/workspace/imports.ts'
import { type Draft, emptyDraft, MOST, type SourceComment } from '../draft.ts'
import { relationOf } from '../json/lists.ts'
import { readLiteral } from '../read/literal.ts'
import { type DayOrder, plainNumber, readDay, readMoment, readPerson, unguarded } from '../values.ts'
import { type Column, isSingle, type TableHow } from './columns.ts'
import { ofTool } from './ofTool.ts'

/** Excel cuts what is longer. */
const LONGEST_OF_EXCEL = 32_767
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
/** What is an address to be followed elsewhere is a program here. */
const RUNS = /^\s*(?:javascript|vbscript|data):/i

/** Where a cell is; `isOne`: it holds one value, whatever signs are in it. */
type At = { column: string; order: DayOrder; isOne: boolean; source: ImportSource }
type Put = (draft: Draft, cell: string, at: At) => void

const valuesIn = (cell: string, { isOne }: At): string[] =>
  isOne && !/^\s*\[/.test(cell) ? [cell.trim()] : listIn(cell)

/** The name that a field of one's own has in its tool. */
const plainColumn = (column: string) => column.replace(/^Custom field \((.*)\)$/i, '$1')

const dateInto =
  (field: 'start' | 'target', said: string, effect: string): Put =>
  (draft, cell, { order, source }) => {
    // Days of Linear are moments in UTC.
    const day = source === 'linear' ? readMoment(cell, order)?.slice(0, 10) : readDay(cell, order)
    if (day) draft[field] = day
    else draft.unread.push({ said, words: cell, effect })
  }
const momentInto =
  (field: 'created' | 'updated' | 'completed' | 'archived', said: string): Put =>
  (draft, cell, { order }) => {
    const at = readMoment(cell, order)
    if (at) draft[field] = at
    else draft.unread.push({ said, words: cell, effect: 'empty' })
  }
const relationInto =
  (type: Draft['relations'][number]['type']): Put =>
  (draft, cell, at) => {
    const objects = objectsIn(cell) ?? typesIn(cell)
    if (objects)
      for (const { type: said = '', issue = '', direction } of objects)
        draft.relations.push(...relationOf({ type: said, issue, direction }))
    else for (const key of valuesIn(cell, at)) draft.relations.push({ type, key })
  }

/** An object of one issue by each type, as an older export of Plane writes relations; null for another cell. */
const typesIn = (cell: string): { type: string; issue: string; direction?: string }[] | null => {
  if (!cell.startsWith('{')) return null
  const read = z.record(z.string(), z.string()).safeParse(readLiteral(cell))
  return read.success ? Object.entries(read.data).map(([type, issue]) => ({ type, issue })) : null
}

/** Addresses of one cell, several of them by blanks, commas or semicolons; null where it holds other words. */
const addressesIn = (cell: string): string[] | null => {
  const all = cell.split(/[,;]?\s+/, MOST_PARTS).filter(Boolean)
  return all.length > 0 && all.every(one => WEB.test(one)) ? all : null
}

const addLinks = (draft: Draft, cell: string, title: string) => {
  const objects = objectsIn(cell)
  if (objects) {
    for (const { url = '', title: own = '' } of objects)
      if (WEB.test(url)) draft.links.push({ url, title: own })
    return
  }
  const all = addressesIn(cell)
  if (all) draft.links.push(...all.map(url => ({ url, title })))
  else if (!RUNS.test(cell)) draft.lines.push({ name: title || 'Link', value: cell })
}

const nameAt = (url: string) => url.split('/').at(-1) || url

const addFiles = (draft: Draft, cell: string) => {
  const objects = objectsIn(cell)
  if (objects) {
    for (const { url = '', title } of objects)
      if (WEB.test(url)) draft.files.push({ url, name: title || nameAt(url), size: null })
    return
  }
  const parts = cell.split(';')
  const url = parts.at(-1)!.trim()
  const several = addressesIn(cell)
  if (several) draft.files.push(...several.map(one => ({ url: one, name: nameAt(one), size: null })))
  else if (WEB.test(url)) draft.files.push({ url, name: (parts.at(-2) ?? nameAt(url)).trim(), size: null })
  else draft.lines.push({ name: 'File', value: cell })
}

/** A text; a second column of texts goes below the first. */
const addText = (draft: Draft, cell: string, { column, source }: At) => {
  // Where texts are Markdown they may begin with a tag.
  const isHtml = source !== 'linear' && source !== 'gitlab' && /^\s*<[a-z][^>]*>/i.test(cell)
  if (draft.text === null) draft.text = isHtml ? { html: cell } : { markdown: cell }
  else if ('markdown' in draft.text && !isHtml) draft.text.markdown += `\n\n${cell}`
  else draft.lines.push({ name: column, value: cell })
}

/** Assignees by their names; a column of their addresses belongs to those that the other one has named, in their order. */
const addAssignees = (draft: Draft, cell: string, at: At) => {
  const people = valuesIn(cell, at).flatMap(name => readPerson(name) ?? [])
  const isOther = /e-?mail/i.test(at.column)
  const named = draft.assignees.filter(({ address }) => address === null)
  if (isOther && named.length === people.length && people.every(({ address }) => address !== null)) {
    draft.assignees = draft.assignees.map(one => {
      const known = named.indexOf(one)
      const { key, address } = people[known] ?? one
      return { key, name: one.name, address }
    })
    return
  }
  for (const person of people) {
    // One more than are taken says that there are more; each further one would be compared with all before it.
    if (draft.assignees.length > MOST.assignees) return
    if (!draft.assignees.some(({ key }) => key === person.key)) draft.assignees.push(person)
  }
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
  text: addText,
  project: (draft, cell, at) => {
    draft.project ||= valuesIn(cell, at)[0] ?? cell
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
  labels: (draft, cell, at) => draft.labels.push(...valuesIn(cell, at)),
  assignees: addAssignees,
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
    draft.estimate ||= plainNumber(cell)
  },
  parent: (draft, cell) => {
    draft.parent ||= cell
  },
  blocked_by: relationInto('blocked_by'),
  blocking: relationInto('blocking'),
  relates_to: relationInto('relates_to'),
  duplicate_of: relationInto('duplicate'),
  cycle: (draft, cell, at) => {
    // Of several the last is where it is now.
    cycleOf(draft).name = valuesIn(cell, at).at(-1) ?? ''
  },
  cycle_start: (draft, cell, { order }) => {
    cycleOf(draft).start = readDay(cell, order)
  },
  cycle_end: (draft, cell, { order }) => {
    cycleOf(draft).end = readDay(cell, order)
  },
  module: (draft, cell, at) => draft.modules.push(...valuesIn(cell, at)),
  comment: (draft, cell, { order }) => {
    draft.comments.push(...commentsIn(cell, order, draft.comments.length))
  },
  file: addFiles,
  address: (draft, cell) => addLinks(draft, cell, ''),
  label: (draft, cell, at) => {
    for (const value of valuesIn(cell, at)) draft.labels.push(`${plainColumn(at.column)}: ${value}`)
  },
  line: (draft, cell, { column }) => draft.lines.push({ name: plainColumn(column), value: cell }),
  link: (draft, cell, { column }) => addLinks(draft, cell, column),
  skip: () => {},
}

const isEpicLink = /^(?:custom field \()?epic link\)?$/i
/** The columns with those of epics behind all others that name a parent. */
const inTurn = (columns: Column[]): [number, Column][] => {
  const all = [...columns.entries()]
  const isEpic = ([, { name, to }]: [number, Column]) => to === 'parent' && isEpicLink.test(name.trim())
  return [...all.filter(one => !isEpic(one)), ...all.filter(isEpic)]
}

/** Reads records as drafts. A repeated column gives several values, as its tool means it. */
export const recordReader = (how: TableHow): ((cells: readonly string[]) => Draft) => {
  const { source, dates } = how
  const columns = inTurn(how.columns).map(([nth, { name, to }]) => ({
    nth,
    to,
    at: { column: name, order: dates, isOne: isSingle(source, to, name), source },
  }))
  const finish = ofTool(how)
  return cells => {
    const draft = emptyDraft()
    for (const { nth, to, at } of columns) {
      const given = cells[nth] ?? ''
      if (given.length === LONGEST_OF_EXCEL)
        draft.unread.push({
          said: `${at.column} has as many letters as a cell of Excel can have`,
          ...{ words: `…${given.slice(-40)}`, effect: 'Its end may be missing' },
        })
      const cell = unguarded(given).trim()
      if (cell && !/^null$/i.test(cell)) put[to](draft, cell, at)
    }
    finish(draft, cells)
    if (draft.cycle && !draft.cycle.name) draft.cycle = null
    const prefix = /^([\p{L}][\p{L}\d_]*)-\d+$/u.exec(draft.key)?.[1]
    draft.projectKey = prefix ?? ''
    return draft
  }
}
