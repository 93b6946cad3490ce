/** The thread that is being begun: what it is about, kept with its words until it was sent or left. */
import { useState } from 'react'
import type { Page } from '#contract/text/pages.ts'
import { readKept, writeKept } from '../../data/texts/keptWords.ts'
import type { Quoted } from '../../editor/surfaces/anchors.ts'
import { beginThread } from './threadActions.ts'

export const wordsKept = (page: Page) => `thread:${page.id}`
const aboutKept = (page: Page) => `thread-about:${page.id}`

/** A thread that was begun and not sent: what it was to be about. */
const keptDraft = (page: Page): Quoted | null => {
  try {
    return readKept(wordsKept(page)) ? (JSON.parse(readKept(aboutKept(page))) as Quoted) : null
  } catch {
    return null
  }
}

export const useThreadDraft = (page: Page) => {
  const [draft, setDraft] = useState(() => keptDraft(page))
  return {
    draft,
    begin: (quoted: Quoted) => {
      writeKept(aboutKept(page), JSON.stringify(quoted))
      setDraft(quoted)
    },
    leave: () => {
      writeKept(aboutKept(page), '')
      writeKept(wordsKept(page), '')
      setDraft(null)
    },
    /** Out of sight: what was written is there again with the threads. */
    hide: () => {
      if (!readKept(wordsKept(page))) setDraft(null)
    },
    send: async (html: string): Promise<boolean> => {
      if (!draft) return false
      const quoted = draft
      setDraft(null)
      const made = await beginThread(page, quoted, html)
      if (made) return true
      // Refused: the words are kept, and asked for again where they were typed.
      writeKept(aboutKept(page), JSON.stringify(quoted))
      writeKept(wordsKept(page), html)
      setDraft(now => now ?? quoted)
      return false
    },
  }
}
