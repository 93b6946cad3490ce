/** How wide a text of 12 px is, to say whether a title fits its bar before it is drawn. */
const known = new Map<string, number>()
let pen: CanvasRenderingContext2D | null = null

export const textWidth = (text: string): number => {
  const found = known.get(text)
  if (found !== undefined) return found
  pen ??= document.createElement('canvas').getContext('2d')
  if (!pen) return text.length * 6.5
  pen.font = `12px ${getComputedStyle(document.body).fontFamily}`
  const width = pen.measureText(text).width
  if (known.size > 5_000) known.clear()
  known.set(text, width)
  return width
}
