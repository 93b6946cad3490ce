/** The thread being begun: its quote, kept with its words until it is sent or left. */
import { useState } from 'react'
import type { Page } from '#contract/text/pages.ts'
import { readKept, writeKept } from '../../data/texts/keptWords.ts'
import type { Quoted } from '../../editor/surfaces/anchors.ts'
import { beginThread } from './threadActions.ts'

export const wordsKept = (page: Page) => `thread:${page.id}`
const aboutKept = (page: Page) => `thread-about:${page.id}`

/** The quote of a thread that was begun and not sent. */
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
    /** Out of sight: its words are there again with the threads. */
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
