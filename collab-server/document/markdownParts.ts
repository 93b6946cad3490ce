import { BEGINS_ANEW } from './markdownReading.ts'

/** The lengths that Markdown is read in. Its parser looks at all that is still to come for every block: its time grows with the square. */
const LONG_ENOUGH = 4_000

const FENCE = /^ {0,3}(`{3,}|~{3,})/
/** Constructs that may reach over blank lines, or be named from anywhere. */
const REACHES = /^ {0,3}\[[^\]]+\]:|<(?:pre|details|script|style|textarea|!--)/im

/** Markdown cut before blocks that are independent of those above them. */
export const partsOf = (markdown: string): string[] => {
  if (markdown.length <= LONG_ENOUGH || REACHES.test(markdown)) return [markdown]
  const parts: string[] = []
  let part: string[] = []
  let length = 0
  let fence: string | null = null
  let isBlank = true
  for (const line of markdown.split('\n')) {
    if (length > LONG_ENOUGH && fence === null && isBlank && BEGINS_ANEW.test(line)) {
      parts.push(part.join('\n'))
      part = []
      length = 0
    }
    const sign = FENCE.exec(line)?.[1]
    if (sign && fence === null) fence = sign
    else if (sign && fence && sign.startsWith(fence) && line.trim() === sign) fence = null
    isBlank = line.trim() === ''
    part.push(line)
    length += line.length + 1
  }
  return [...parts, part.join('\n')]
}
