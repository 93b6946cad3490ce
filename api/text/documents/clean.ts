import type { Work } from '../../db/work.ts'
import { ownFiles, type Text } from '../../files/textFiles.ts'
import { take } from './write.ts'

type CleanHtml = {
  html: string
  text: string
  /** Ids of the people mentioned. */
  mentions: string[]
  isBlank: boolean
}

/** The field that such a text is sent in. */
const FIELDS: Record<Text['kind'], string> = {
  ISSUE_DESCRIPTION: 'description_html',
  PAGE_DESCRIPTION: 'description_html',
  DRAFT_ISSUE_DESCRIPTION: 'description_html',
  COMMENT_DESCRIPTION: 'comment_html',
  PAGE_COMMENT_DESCRIPTION: 'comment_html',
}

/** Cleans HTML that is not co-edited by the documents' schema: unknown content is gone, and its images are its own. */
export const cleanHtml = async (work: Work, of: Text, html: string): Promise<CleanHtml> => {
  const sender = { person: work.viewer.id, field: FIELDS[of.kind] }
  const clean = await take('clean', { html, copies: new Map() }, sender)
  const copies = await ownFiles(work, of, clean.files)
  return copies.size > 0 ? take('clean', { html, copies }, sender) : clean
}
