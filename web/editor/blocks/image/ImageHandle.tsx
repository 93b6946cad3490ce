import type { Node } from '@tiptap/pm/model'
import type { KeyboardEvent, PointerEvent, RefObject } from 'react'
import { useState } from 'react'
import { MIN_WIDTH } from './imageWidth.ts'

const STEP = 10

type Size = { width: string; height: string; aspectRatio: string }
type ImageHandleProps = {
  box: RefObject<HTMLDivElement | null>
  node: Node
  onResize: (size: Size) => void
}

/** The right edge of an image: pulled, or moved by arrows, it keeps the ratio. */
export const ImageHandle = ({ box, node, onResize }: ImageHandleProps) => {
  const [shown, setShown] = useState(0)
  const column = () => box.current?.parentElement?.clientWidth ?? 0
  const now = () => Math.round(box.current?.getBoundingClientRect().width ?? 0)
  const kept = (width: number) =>
    Math.round(Math.min(Math.max(width, MIN_WIDTH), Math.max(column(), MIN_WIDTH)))
  const ratioOf = () => {
    const { width = 0, height = 0 } = box.current?.querySelector('img')?.getBoundingClientRect() ?? {}
    return height > 0 ? width / height : Number.parseFloat(String(node.attrs.aspectRatio)) || 1
  }
  const resize = (to: number) => {
    const width = kept(to)
    const ratio = ratioOf()
    setShown(width)
    onResize({
      width: `${width}px`,
      height: `${Math.round(width / ratio)}px`,
      aspectRatio: String(+ratio.toFixed(4)),
    })
  }
  const pull = (event: PointerEvent<HTMLButtonElement>) => {
    const frame = box.current
    if (event.button !== 0 || !frame) return
    event.preventDefault()
    const handle = event.currentTarget
    const [from, start] = [event.clientX, now()]
    let width = start
    handle.setPointerCapture(event.pointerId)
    const over = new AbortController()
    const move = ({ clientX }: globalThis.PointerEvent) => {
      width = kept(start + clientX - from)
      // Only drawn: the others learn of it once, when it is let go.
      frame.style.width = `${width}px`
    }
    const end = () => {
      over.abort()
      if (width !== start) resize(width)
    }
    handle.addEventListener('pointermove', move, { signal: over.signal })
    handle.addEventListener('pointerup', end, { signal: over.signal })
    handle.addEventListener('pointercancel', end, { signal: over.signal })
  }
  const press = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -STEP, ArrowDown: -STEP, ArrowRight: STEP, ArrowUp: STEP }[event.key]
    if (!by) return
    event.preventDefault()
    event.stopPropagation()
    resize(now() + by * (event.shiftKey ? 5 : 1))
  }
  return (
    <button
      type="button"
      role="slider"
      aria-label="Image width"
      aria-valuemin={MIN_WIDTH}
      aria-valuemax={Math.max(column(), MIN_WIDTH)}
      aria-valuenow={shown || Number.parseInt(String(node.attrs.width), 10) || MIN_WIDTH}
      aria-valuetext={`${shown || Number.parseInt(String(node.attrs.width), 10) || MIN_WIDTH} pixels`}
      className="image-handle"
      onPointerDown={pull}
      onKeyDown={press}
    />
  )
}
