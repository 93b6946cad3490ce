/** The stretches of days, back from today, by which lists are narrowed to what was made in them. */
export const spans = { 1: 'Today', 2: 'Yesterday', 7: 'Last 7 days', 30: 'Last 30 days' } as const
export type Span = keyof typeof spans

/** The one that an address or a choice names. */
export const readSpan = (text: string | null): Span | null => {
  const span = Number(text) as Span
  return span in spans ? span : null
}

const dayStart = (back: number, now: Date) =>
  new Date(now.getFullYear(), now.getMonth(), now.getDate() - back).getTime()

export const isWithin = (moment: string, span: Span, now: Date): boolean => {
  const at = Date.parse(moment)
  return span === 2 ? at >= dayStart(1, now) && at < dayStart(0, now) : at >= dayStart(span - 1, now)
}
