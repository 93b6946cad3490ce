/** Pages that were made here without a word: whoever leaves one before a word is written leaves none behind. */
import { useEffect, useRef } from 'react'
import { v7 } from 'uuid'
import { type Page, pageRoutes } from '#contract/pages.ts'
import { call } from '../data/client.ts'
import { addPending, dropPending, removeRow } from '../data/rows.ts'
import type { OpenText } from '../editor/DocumentEditor.tsx'
import { pageAddress, paramsOf } from './pageActions.ts'

const blank = new Set<string>()
export const beginBlank = (id: string) => void blank.add(id)
/** Something was typed: the page stays, even when that is taken away again. */
export const keepBlank = (id: string) => void blank.delete(id)

// The server judges once more: what others have done to the page it knows better, and then keeps it.
const discard = async (page: Page) => {
  const mutationId = v7()
  addPending('page', page.id, { mutationId, patch: {}, removes: true })
  try {
    await call(pageRoutes.discard, { params: paramsOf(page), mutationId })
    removeRow('page', page.id)
  } catch {
    // Kept there, or out of reach: it stands in the list as it was.
  } finally {
    dropPending('page', page.id, mutationId)
  }
}

/** Discards the page on leaving it, unless a word was written or somebody else is there. */
export const useDiscardBlank = (page: Page, open: OpenText | null) => {
  const latest = useRef({ page, open })
  useEffect(() => {
    latest.current = { page, open }
  })
  useEffect(() => {
    if (!open) return
    const { doc } = open.connection
    const keep = () => keepBlank(page.id)
    doc.on('update', keep)
    return () => doc.off('update', keep)
  }, [open, page.id])
  useEffect(
    () => () => {
      const { page: left, open: text } = latest.current
      const isLeft = location.pathname !== pageAddress(left)
      if (isLeft && blank.delete(left.id) && !text?.connection.state.people.length) void discard(left)
    },
    [],
  )
}
