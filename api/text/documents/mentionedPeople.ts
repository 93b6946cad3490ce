import { eachTag } from '#document/tags.ts'

const attribute = (tag: string, name: string) => new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1] ?? ''
/** The targets of a mention other than people. */
const THINGS = ['issue', 'page_mention']
const uuidForm = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/

/** Ids of the people that a text mentions, read from its HTML as we store it: in one pass, without a tree. */
export const mentionedPeople = (html: string): string[] => {
  const ids = new Set<string>()
  eachTag(html, ({ name, isEnd, from, to }) => {
    if (name !== 'mention-component' || isEnd) return
    const tag = html.slice(from, to)
    const id = attribute(tag, 'entity_identifier').toLowerCase()
    if (uuidForm.test(id) && !THINGS.includes(attribute(tag, 'entity_name'))) ids.add(id)
  })
  return [...ids]
}
