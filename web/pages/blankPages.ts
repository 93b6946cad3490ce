/** Blank pages made here: leaving one before a word is written removes it. */
import { useEffect, useRef } from 'react'
import { v7 } from 'uuid'
import { type Page, pageRoutes } from '#contract/text/pages.ts'
import { call } from '../data/client.ts'
import { addPending, dropPending, getRow, removeRow } from '../data/rows.ts'
import type { OpenText } from '../editor/DocumentEditor.tsx'
import { pageAddress } from '../editor/pageNames.ts'
import { paramsOf } from './pageActions.ts'

// Beyond this tab, which may be closed: such a page goes when its list is next looked at.
const KEY = 'tandem.blank'
const blank = (): Set<string> => {
  try {
    return new Set((localStorage.getItem(KEY) ?? '').split(',').filter(Boolean))
  } catch {
    return new Set()
  }
}
const keep = (ids: Set<string>) => {
  try {
    localStorage.setItem(KEY, [...ids].join())
  } catch {
    // Where nothing may be kept, blank pages stay.
  }
}

export const beginBlank = (id: string) => keep(blank().add(id))

/** Something was typed: the page stays, even when that is taken away again. Answers whether it was blank. */
export const keepBlank = (id: string): boolean => {
  const ids = blank()
  const was = ids.delete(id)
  if (was) keep(ids)
  return was
}

// The server judges once more: it knows what others have done to the page, and may keep it.
const discard = async (page: Page) => {
  const mutationId = v7()
  addPending('page', page.id, { mutationId, patch: {}, removes: true })
  try {
    await call(pageRoutes.discard, { params: paramsOf(page), mutationId })
    removeRow('page', page.id)
  } catch {
    // Kept there, or out of reach: it is in the list as it was.
  } finally {
    dropPending('page', page.id, mutationId)
  }
}

const lockOf = (id: string) => `tandem.page.${id}`

/** Discards the page on leaving it, unless a word was written or somebody else is there. */
export const useDiscardBlank = (page: Page, open: OpenText | null) => {
  const { id } = page
  const latest = useRef({ page, open })
  useEffect(() => {
    latest.current = { page, open }
  })
  useEffect(() => {
    if (!open) return
    const { doc } = open.connection
    const stay = () => void keepBlank(id)
    doc.on('update', stay)
    return () => doc.off('update', stay)
  }, [open, id])
  useEffect(() => {
    const tab = Promise.withResolvers<void>()
    // Told to this browser's other tabs, as long as it is open in this one.
    void navigator.locks?.request(lockOf(id), { mode: 'shared' }, () => tab.promise)
    return () => {
      tab.resolve()
      const { page: left, open: text } = latest.current
      if (location.pathname === pageAddress(left) || !keepBlank(id)) return
      if (!text?.connection.state.people.length) void discard(left)
    }
  }, [id])
}

/** Discards what was left blank by closing its tab. */
export const useSweepBlank = (projectId: string) => {
  useEffect(() => {
    for (const id of blank()) {
      const page = getRow('page', id)
      if (page?.project_id !== projectId) continue
      void navigator.locks?.request(lockOf(id), { ifAvailable: true }, async lock => {
        if (lock && keepBlank(id)) await discard(page)
      })
    }
  }, [projectId])
}
