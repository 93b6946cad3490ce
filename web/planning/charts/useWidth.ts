import { useEffect, useRef, useState } from 'react'

/** How wide the place of a drawing is. */
export const useWidth = () => {
  const box = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  useEffect(() => {
    const node = box.current
    if (!node) return
    const watch = new ResizeObserver(() => setWidth(node.clientWidth))
    watch.observe(node)
    setWidth(node.clientWidth)
    return () => watch.disconnect()
  }, [])
  return [box, width] as const
}
