/** A board of Trello as its JSON: read twice, first for what its cards name, then for the cards. */
import { z } from 'zod'
import type { Draft, SourceComment, SourcePerson, Staged } from '../draft.ts'
import { coloursOf, dayOf, draftOf, momentOf, peopleOf, personOf, titleOf } from '../services/paged.ts'
import { withLines } from '../text/lines.ts'
import type { Part } from './parts.ts'

const id = z.string()
const List = z.object({ id, name: z.string().nullish(), closed: z.boolean().nullish() })
const Label = z.object({ id, name: z.string().nullish(), color: z.string().nullish() })
const Member = z.object({ id, fullName: z.string().nullish(), username: z.string().nullish() })
const Checklist = z.object({
  idCard: z.string(),
  name: z.string().nullish(),
  pos: z.number().nullish(),
  checkItems: z
    .array(z.object({ name: z.string(), state: z.string().nullish(), pos: z.number().nullish() }))
    .nullish(),
})
const Field = z.object({
  id,
  name: z.string(),
  type: z.string(),
  options: z.array(z.object({ id, value: z.object({ text: z.string().nullish() }).nullish() })).nullish(),
})
const Action = z.object({
  id,
  type: z.string(),
  date: z.string().nullish(),
  data: z.object({ text: z.string().nullish(), card: z.object({ id }).nullish() }),
  memberCreator: Member.nullish(),
})
const Value = z.record(z.string(), z.unknown()).nullish()
const Card = z.object({
  id,
  idShort: z.number(),
  name: z.string().nullish(),
  desc: z.string().nullish(),
  closed: z.boolean().nullish(),
  idList: z.string(),
  idMembers: z.array(z.string()).nullish(),
  idLabels: z.array(z.string()).nullish(),
  due: z.string().nullish(),
  start: z.string().nullish(),
  dateLastActivity: z.string().nullish(),
  shortLink: z.string().nullish(),
  shortUrl: z.string().nullish(),
  isTemplate: z.boolean().nullish(),
  badges: z.object({ comments: z.number().nullish() }).nullish(),
  attachments: z
    .array(
      z.object({
        name: z.string().nullish(),
        url: z.string().nullish(),
        bytes: z.number().nullish(),
        isUpload: z.boolean().nullish(),
      }),
    )
    .nullish(),
  customFieldItems: z
    .array(z.object({ idCustomField: z.string(), idValue: z.string().nullish(), value: Value }))
    .nullish(),
})
type Card = z.infer<typeof Card>

/** Words of Trello for colours. */
const COLOURS: Record<string, string> = {
  ...{ green: '#4bce97', yellow: '#e2b203', orange: '#faa53d', red: '#f87462', purple: '#9f8fef' },
  ...{ blue: '#579dff', sky: '#60c6d2', lime: '#94c748', pink: '#e774bb', black: '#8590a2' },
}

type Board = {
  id: string
  name: string
  lists: Map<string, { name: string; isClosed: boolean }>
  /** How many lists there are of each name. */
  names: Map<string, number>
  labels: Map<string, { name: string; color: string | undefined }>
  people: Map<string, SourcePerson>
  checklists: Map<string, { pos: number; text: string }[]>
  fields: Map<string, { name: string; options: Map<string, string> }>
  comments: Map<string, SourceComment[]>
}

const personIn = (member: z.infer<typeof Member> | null | undefined) =>
  member ? personOf(member.fullName || member.username) : null

const append = <V>(map: Map<string, V[]>, key: string, value: V) => {
  const known = map.get(key)
  if (known) known.push(value)
  else map.set(key, [value])
}

const checklistText = ({ name, checkItems }: z.infer<typeof Checklist>): string => {
  const items = (checkItems ?? []).toSorted((a, b) => (a.pos ?? 0) - (b.pos ?? 0))
  const lines = items.map(one => `- [${one.state === 'complete' ? 'x' : ' '}] ${titleOf(one.name)}`)
  return `### ${titleOf(name) || 'Checklist'}\n\n${lines.join('\n')}`
}

const addList = (board: Board, { id: key, name, closed }: z.infer<typeof List>) => {
  const plain = titleOf(name) || 'List'
  const nth = (board.names.get(plain.toLowerCase()) ?? 0) + 1
  board.names.set(plain.toLowerCase(), nth)
  // Two lists of one name are two states.
  board.lists.set(key, { name: nth === 1 ? plain : `${plain} ${nth}`, isClosed: closed === true })
}

const READERS: Record<string, (board: Board, value: unknown) => void> = {
  lists: (board, value) => addList(board, List.parse(value)),
  labels: (board, value) => {
    const label = Label.parse(value)
    const name = label.name?.trim() || label.color
    const color = COLOURS[label.color?.replace(/_(?:light|dark)$/, '') ?? '']
    if (name) board.labels.set(label.id, { name, color })
  },
  members: (board, value) => {
    const member = Member.parse(value)
    const person = personIn(member)
    if (person) board.people.set(member.id, person)
  },
  checklists: (board, value) => {
    const list = Checklist.parse(value)
    append(board.checklists, list.idCard, { pos: list.pos ?? 0, text: checklistText(list) })
  },
  customFields: (board, value) => {
    const field = Field.parse(value)
    const options = (field.options ?? []).flatMap(one =>
      one.value?.text ? [[one.id, one.value.text] as const] : [],
    )
    board.fields.set(field.id, { name: field.name, options: new Map(options) })
  },
  actions: (board, value) => {
    const action = Action.safeParse(value)
    if (!action.success) return
    const { type, data, memberCreator, date } = action.data
    const author = personIn(memberCreator)
    // Members who have left are in what they did alone.
    if (memberCreator && author && !board.people.has(memberCreator.id))
      board.people.set(memberCreator.id, author)
    if (type === 'commentCard' && data.card && data.text)
      append(board.comments, data.card.id, {
        ...{ key: action.data.id, author, at: momentOf(date) },
        text: { markdown: withLines(data.text) },
      })
  },
}

const boardOf = async (parts: AsyncIterable<Part>): Promise<Board> => {
  const board: Board = {
    ...{ id: '', name: 'Board', lists: new Map(), names: new Map(), labels: new Map(), people: new Map() },
    ...{ checklists: new Map(), fields: new Map(), comments: new Map() },
  }
  for await (const { name, kind, value } of parts) {
    if (kind === 'value' && name === 'id' && typeof value === 'string') board.id = value
    else if (kind === 'value' && name === 'name' && typeof value === 'string') board.name = value
    else if (kind === 'one' && name !== null && Object.hasOwn(READERS, name)) READERS[name]!(board, value)
  }
  return board
}

/** The first eight signs of an id are the second in which it was made. */
const createdOf = (key: string): string | null => {
  const seconds = /^[0-9a-f]{24}$/i.test(key) ? Number.parseInt(key.slice(0, 8), 16) : 0
  return seconds > 0 ? new Date(seconds * 1000).toISOString() : null
}

/** Values are words, whatever their type. */
const fieldsOf = (card: Card, board: Board) => {
  const [labels, lines]: [string[], Draft['lines']] = [[], []]
  for (const { idCustomField, idValue, value } of card.customFieldItems ?? []) {
    const field = board.fields.get(idCustomField)
    if (!field) continue
    const option = idValue ? field.options.get(idValue) : undefined
    if (option) labels.push(`${field.name}: ${option}`)
    else {
      const words = Object.values(value ?? {})[0] ?? ''
      if (words !== '') lines.push({ name: field.name, value: String(words) })
    }
  }
  return { labels, lines }
}

const draftOfCard = (card: Card, board: Board): Draft => {
  const list = board.lists.get(card.idList)
  const named = (card.idLabels ?? []).flatMap(one => board.labels.get(one) ?? [])
  const { labels, lines } = fieldsOf(card, board)
  const lists = (board.checklists.get(card.id) ?? []).toSorted((a, b) => a.pos - b.pos)
  const text = [withLines(card.desc ?? ''), ...lists.map(one => one.text)].filter(Boolean).join('\n\n')
  const comments = (board.comments.get(card.id) ?? []).toReversed()
  const there = card.badges?.comments ?? 0
  const { shortUrl: url } = card
  const attachments = (card.attachments ?? []).flatMap(one => (one.url ? [{ ...one, url: one.url }] : []))
  const created = createdOf(card.id)
  const isArchived = card.closed || list?.isClosed
  return draftOf({
    key: `${board.id.slice(-8)}#${card.idShort}`,
    otherKeys: [
      card.id,
      ...(card.shortLink ? [card.shortLink] : []),
      ...(url ? [url] : []),
      `#${card.idShort}`,
    ],
    project: board.name,
    name: titleOf(card.name),
    text: text ? { markdown: text } : null,
    state: list?.name ?? '',
    labels: [...named.map(({ name }) => name), ...labels, ...(card.isTemplate ? ['Template'] : [])],
    colours: coloursOf(named),
    assignees: peopleOf((card.idMembers ?? []).map(one => board.people.get(one) ?? null)),
    start: dayOf(card.start),
    target: dayOf(card.due),
    created,
    updated: momentOf(card.dateLastActivity),
    archived: isArchived ? (momentOf(card.dateLastActivity) ?? created ?? new Date().toISOString()) : null,
    links: [
      ...(url ? [{ url, title: 'Trello' }] : []),
      ...attachments.filter(one => !one.isUpload).map(one => ({ url: one.url, title: one.name ?? '' })),
    ],
    files: attachments
      .filter(one => one.isUpload)
      .map(one => ({ url: one.url, name: one.name ?? one.url, size: one.bytes ?? null })),
    comments,
    lines,
    // The file holds the newest thousand acts of the board.
    unread:
      there > comments.length
        ? [
            {
              said: 'The file has not all comments',
              words: `${comments.length} of ${there}`,
              effect: 'Older comments are missing',
            },
          ]
        : [],
  })
}

/** Cards of a board; `open` begins to read the file anew. */
export async function* readTrello(open: () => AsyncIterable<Part>): AsyncGenerator<Staged, void> {
  const board = await boardOf(open())
  let line = 0
  for await (const { name, kind, value } of open())
    if (kind === 'one' && name === 'cards')
      yield { line: ++line, cells: draftOfCard(Card.parse(value), board) }
}
