import { failFields } from '#contract/errors.ts'
import { isTooLongHtml, mentionsOf, TOO_LONG, toText } from '#document'
import { fromHtml, toHtml } from '../../collab-server/document/html.ts'
import type { Work } from '../db/work.ts'
import type { Text } from '../files/textFiles.ts'
import { withOwnFiles } from './files.ts'

type CleanHtml = {
  html: string
  text: string
  /** Ids of the people mentioned. */
  mentions: string[]
  isBlank: boolean
}

const SHOWS_WITHOUT_TEXT = [
  'imageComponent',
  'image',
  'fileComponent',
  'horizontalRule',
  'issue-embed-component',
]

/**
 * HTML of a text that is not co-edited, through the same schema: whatever the schema does not know is gone, and the images
 * that it shows are its own.
 */
export const cleanHtml = async (work: Work, of: Text, html: string): Promise<CleanHtml> => {
  if (isTooLongHtml(html)) failFields({ non_field_errors: [TOO_LONG] })
  const node = await withOwnFiles(work, of, fromHtml(html))
  const text = toText(node)
  const mentions = mentionsOf(node)
  let isShown = false
  node.descendants(child => {
    if (SHOWS_WITHOUT_TEXT.includes(child.type.name)) isShown = true
  })
  return {
    html: toHtml(node),
    text,
    mentions,
    isBlank: text.trim() === '' && mentions.length === 0 && !isShown,
  }
}
