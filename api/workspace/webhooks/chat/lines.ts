/** The parts of a chat’s message, and how a text is made to fit. */

/** What somebody did to one thing. `path` is that of its screen. */
export type Line = { who: string; name: string; path: string; did: string[] }
/** As it is kept: addresses are made when it leaves. `more`: things that are counted only. */
export type Message = { title: string; path: string; lines: Line[]; more: number }
/** A line with its address. */
export type Spot = Line & { url: string }
export type Told = { title: string; url: string; spots: Spot[]; more: string }

/** At most so many code points, cut at a word. */
export const cut = (text: string, most: number): string => {
  const points = [...text.replace(/\s+/g, ' ').trim()]
  if (points.length <= most) return points.join('')
  const whole = points.slice(0, most - 1).join('')
  const word = whole.replace(/\s+\S*$/, '')
  return `${word.length > whole.length / 2 ? word : whole}…`
}

/** As many whole lines as fit. */
export const fitting = (lines: readonly string[], most: number): string => {
  let text = ''
  for (const line of lines) {
    const next = text ? `${text}\n${line}` : line
    if (next.length > most) break
    text = next
  }
  return text
}
