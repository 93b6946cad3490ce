/** Spans of time in words: 2.9 d where parts of a day matter, 14 d where they do not. */
const WHOLE_FROM = 5

const rounded = (days: number): number =>
  Math.abs(days) < WHOLE_FROM ? Math.round(days * 10) / 10 : Math.round(days)

export const daysText = (days: number | null): string => (days === null ? '–' : `${rounded(days)} d`)

type Change = { text: string; tone: 'up' | 'down' | 'neutral' }

const signed = (figure: number) => `${figure < 0 ? '−' : '+'}${Math.abs(figure)}`

/** Less time is better; nothing is said where one of both is not known or both are the same. */
export const daysChange = (now: number | null, before: number | null): Change | null => {
  if (now === null || before === null) return null
  const by = rounded(now - before)
  return by === 0 ? null : { text: `${signed(by)} d`, tone: by < 0 ? 'up' : 'down' }
}

/** More or less of something is neither good nor bad by itself. */
export const countChange = (now: number | null, before: number | null): Change | null => {
  if (now === null || before === null) return null
  const by = Math.round((now - before) * 10) / 10
  return by === 0 ? null : { text: signed(by), tone: 'neutral' }
}
