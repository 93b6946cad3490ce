import { eachTag, followTags } from './tags.ts'

/** A reader compares each attribute of a tag with all before it. */
export const MOST_ATTRIBUTES = 50

/**
 * HTML of a depth that readers can walk. They search all open tags upwards, and go down by recursion: a small text of a
 * hundred thousand open tags would hold them for minutes, or end them. Deeper elements move up beside the ones that
 * enclose them.
 */
export const shallow = (html: string): string => {
  const kept: string[] = []
  const take = followTags()
  eachTag(
    html,
    tag => {
      if (!take(tag).isKept) return
      const isOverfull = tag.attributes > MOST_ATTRIBUTES
      kept.push(isOverfull ? `<${tag.isEnd ? '/' : ''}${tag.name}>` : html.slice(tag.from, tag.to))
    },
    // A sign that begins no tag must not begin one with the letters that come to be behind it.
    (from, to) => kept.push(html.slice(from, to).replaceAll('<', '&lt;')),
  )
  return kept.join('')
}
