import { type RefObject, useEffect, useRef } from 'react'
import { getRow } from '../../../data/rows.ts'
import { cellTexts } from './cellTexts.ts'
import { type Place, pasteCells } from './paste.ts'
import { readTsv, writeTsv } from './tsv.ts'

type Clipboard = {
  root: RefObject<HTMLElement | null>
  /** The cells that are marked, or the one with the focus; null without any. */
  marked: () => Place | null
  /** From the first of these down and to the right, to the end of the table. */
  below: () => Place | null
  mayPaste: boolean
}

const isTyped = (node: Element | null) => node instanceof HTMLInputElement && node.type !== 'checkbox'

/** Copies cells as a sheet does, and takes what a sheet has copied. Text that is selected by hand is the browser's. */
export const useClipboard = (clipboard: Clipboard) => {
  const latest = useRef(clipboard)
  latest.current = clipboard
  useEffect(() => {
    // The document is asked: without a selection of text the event belongs to no cell.
    const isHere = () => {
      const node = document.activeElement
      return latest.current.root.current?.contains(node) === true && !isTyped(node)
    }
    const copy = (event: ClipboardEvent) => {
      const place = isHere() && getSelection()?.isCollapsed !== false ? latest.current.marked() : null
      if (!place) return
      const rows = place.ids.map(id => {
        const issue = getRow('issue', id)
        return place.columns.map(column => (issue && cellTexts[column]?.write(issue)) || '')
      })
      event.clipboardData?.setData('text/plain', writeTsv(rows))
      event.preventDefault()
    }
    const paste = (event: ClipboardEvent) => {
      const text = event.clipboardData?.getData('text/plain') ?? ''
      const { marked, below, mayPaste } = latest.current
      const cells = isHere() && mayPaste && text !== '' ? readTsv(text) : null
      const range = marked()
      const isOne = cells?.length === 1 && cells[0]?.length === 1
      const place = range?.isRange && isOne ? range : below()
      if (!cells || !place) return
      event.preventDefault()
      pasteCells(cells, place)
    }
    document.addEventListener('copy', copy)
    document.addEventListener('paste', paste)
    return () => {
      document.removeEventListener('copy', copy)
      document.removeEventListener('paste', paste)
    }
  }, [])
}
