import { type RefObject, useEffect, useRef, useState } from 'react'

const carriesFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false

/**
 * Files dropped on a part of the screen, or pasted while it or nothing has the focus. Files that an editor inside has
 * taken stay with the editor. True while files are held over it.
 */
export const useGivenFiles = (
  box: RefObject<HTMLElement | null>,
  take: ((files: FileList) => void) | null,
) => {
  const [over, setOver] = useState(false)
  const latest = useRef(take)
  latest.current = take
  const active = take !== null
  useEffect(() => {
    const element = box.current
    if (!element || !active) return
    // Enter and leave come for every child: only their balance says whether the pointer is inside.
    let depth = 0
    const count = (change: number) => (event: DragEvent) => {
      if (!carriesFiles(event)) return
      depth = Math.max(0, depth + change)
      setOver(depth > 0)
    }
    const [enter, leave] = [count(1), count(-1)]
    const hover = (event: DragEvent) => {
      if (carriesFiles(event)) event.preventDefault()
    }
    const drop = (event: DragEvent) => {
      depth = 0
      setOver(false)
      if (event.defaultPrevented || !carriesFiles(event) || !event.dataTransfer) return
      event.preventDefault()
      latest.current?.(event.dataTransfer.files)
    }
    const paste = (event: ClipboardEvent) => {
      const given = event.clipboardData
      const target = event.target as Node
      const here = target === document.body || element.contains(target)
      // A table or a text copied elsewhere brings its picture along: it is the text that was meant.
      if (!here || !given || event.defaultPrevented || given.types.includes('text/plain')) return
      if (given.files.length === 0) return
      event.preventDefault()
      latest.current?.(given.files)
    }
    element.addEventListener('dragenter', enter)
    element.addEventListener('dragleave', leave)
    element.addEventListener('dragover', hover)
    element.addEventListener('drop', drop)
    window.addEventListener('paste', paste)
    return () => {
      element.removeEventListener('dragenter', enter)
      element.removeEventListener('dragleave', leave)
      element.removeEventListener('dragover', hover)
      element.removeEventListener('drop', drop)
      window.removeEventListener('paste', paste)
    }
  }, [box, active])
  return over
}
