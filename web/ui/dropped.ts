import { type DragEvent, useState } from 'react'

/** For what a file may be dropped on; `data-over` is there while one is held above it. */
export const useDropped = (take: (file: File | undefined) => void) => {
  const [isOver, setOver] = useState(false)
  return {
    'data-over': isOver || undefined,
    onDragOver: (event: DragEvent) => {
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setOver(false)
      take(event.dataTransfer.files[0])
    },
  }
}
