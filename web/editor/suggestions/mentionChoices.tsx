/** The choices of an at sign: people, pages, issues, and days. */
import type { Editor, JSONContent, Range } from '@tiptap/core'
import { fold } from '#contract/lists/folding.ts'
import { issueMention, pageMention, personMention } from '#document'
import { getRows } from '../../data/rows.ts'
import { here, viewer } from '../../data/viewer.ts'
import { readDay } from '../../ui/dates/read-day.ts'
import { Avatar } from '../../ui/marks/Avatar.tsx'
import { filePlaceOf } from '../blocks/files.ts'
import { PageMark } from '../PageMark.tsx'
import { findIssues, foundChoice, placed } from './issueChoices.tsx'
import type { Choices, SlashChoice } from './SlashMenu.tsx'

const MOST = 6

const put = (editor: Editor, range: Range, content: JSONContent) =>
  editor
    .chain()
    .focus()
    .deleteRange(range)
    .insertContent([content, { type: 'text', text: ' ' }])
    .run()

/** An issue by its key, within a sentence. */
export const putIssue = (
  editor: Editor,
  range: Range,
  { id, project, key }: { id: string; project: string; key: string },
) => put(editor, range, placed(issueMention(here().slug, { id, project }, key)))

/** Those who are in the project of the text: nobody else would learn of it. */
const people = (project: string | undefined): SlashChoice[] => {
  const members = new Set(
    getRows('project_member').flatMap(one => (one.is_active && one.project === project ? [one.member] : [])),
  )
  const here = getRows('user').filter(person => members.has(person.id))
  return here.map(person => ({
    id: person.id,
    section: 'People',
    label: person.id === viewer()?.id ? `${person.display_name} (you)` : person.display_name,
    words: [person.first_name, person.last_name, ...(person.id === viewer()?.id ? ['me'] : [])],
    icon: <Avatar person={person} size={16} silent />,
    run: (editor, range) => put(editor, range, placed(personMention(person.id, person.display_name))),
  }))
}

const pages = (): SlashChoice[] =>
  getRows('page')
    .filter(page => !page.archived_at)
    .map(page => ({
      id: page.id,
      section: 'Pages',
      label: page.name || 'Untitled',
      icon: <PageMark page={page} className="text-ink-2" />,
      run: (editor, range) =>
        put(
          editor,
          range,
          placed(
            pageMention(here().slug, { id: page.id, project: page.project_id }, page.name || 'Untitled'),
          ),
        ),
    }))

const format = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric' })

const days = (query: string): SlashChoice[] => {
  const named = [query, 'today', 'tomorrow'].filter((word, at, all) => word && all.indexOf(word) === at)
  return named.flatMap((word): SlashChoice[] => {
    const day = readDay(word)
    if (!day) return []
    const text = format.format(day)
    return [
      {
        id: `day-${word}`,
        section: 'Days',
        label: word === query ? text : word === 'today' ? 'Today' : 'Tomorrow',
        words: [word],
        isFound: word === query,
        hint: word === query ? '' : text,
        icon: 'calendar',
        run: (editor, range) => put(editor, range, { type: 'text', text }),
      },
    ]
  })
}

const fitting = (choices: SlashChoice[], query: string) => {
  const wanted = fold(query)
  const fits = ({ label, words = [] }: SlashChoice) =>
    [label, ...words].some(word => word && fold(word).includes(wanted))
  return choices.filter(fits).slice(0, MOST)
}

export const mentionChoices = (query: string, editor: Editor): Choices => ({
  now: [
    ...fitting(people(filePlaceOf(editor)?.project), query),
    ...(query ? fitting(pages(), query) : []),
    ...(query ? days(query) : []),
  ],
  more: findIssues(editor, query).then(all =>
    all.map(one =>
      foundChoice(one, (now, range, { id, project__identifier, sequence_id, project_id }) =>
        putIssue(now, range, { id, project: project_id, key: `${project__identifier}-${sequence_id}` }),
      ),
    ),
  ),
})
