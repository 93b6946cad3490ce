/** No image is drawn narrower. */
export const MIN_WIDTH = 100

/** A width as it is stored: pixels, or a share of the column. */
export const widthOf = (width: unknown): string | undefined => {
  const value = Number.parseFloat(String(width))
  if (!Number.isFinite(value) || value <= 0) return undefined
  return String(width).endsWith('%') ? `${Math.min(value, 100)}%` : `${Math.max(value, MIN_WIDTH)}px`
}
