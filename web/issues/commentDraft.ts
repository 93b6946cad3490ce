/** Comments that were begun and not sent, on this machine until they are. */
import { viewer } from '../data/viewer.ts'

const nameOf = (issueId: string) => `tandem:comment:${viewer()?.id}:${issueId}`

export const readDraft = (issueId: string): string => {
  try {
    return localStorage.getItem(nameOf(issueId)) ?? ''
  } catch {
    return ''
  }
}

export const writeDraft = (issueId: string, html: string): void => {
  try {
    if (html) localStorage.setItem(nameOf(issueId), html)
    else localStorage.removeItem(nameOf(issueId))
  } catch {
    // Private windows may forbid storage: the words stay until the page is left.
  }
}
