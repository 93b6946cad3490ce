import { failFields } from '#contract/errors.ts'
import { mentionsOf, refusalOfHtml, toText } from '#document'
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

/** The field that such a text is sent in. */
const FIELDS: Record<Text['kind'], string> = {
  ISSUE_DESCRIPTION: 'description_html',
  PAGE_DESCRIPTION: 'description_html',
  DRAFT_ISSUE_DESCRIPTION: 'description_html',
  COMMENT_DESCRIPTION: 'comment_html',
  PAGE_COMMENT_DESCRIPTION: 'comment_html',
}

/**
 * HTML of a text that is not co-edited, through the same schema: whatever the schema does not know is gone, and the images
 * that it shows are its own.
 */
export const cleanHtml = async (work: Work, of: Text, html: string): Promise<CleanHtml> => {
  const refusal = refusalOfHtml(html)
  if (refusal) failFields({ [FIELDS[of.kind]]: [refusal] })
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
