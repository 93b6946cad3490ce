/** Files that a text of a service names by their addresses: they are none of its lists. */
import type { Draft, SourceText } from '../draft.ts'

/** A name with its address as Markdown has it, an image of HTML, or an address alone; each part is bounded. */
const NAMED =
  /\[([^\]\n]{0,200})\]\(<?(https?:\/\/[^\s<>()]{1,1000}|\/uploads\/[^\s<>()]{1,500})>?|<img\b[^<>]{0,500}?\bsrc="(https?:\/\/[^"<>]{1,1000})"|(https?:\/\/[^\s<>()"'\]]{1,1000})/g

/** So much of a text is looked through. */
const MOST_LETTERS = 1_000_000

/** `addressOf`: where a file is fetched, for an address of one; null for any other address. */
export const filesInTexts = (
  texts: readonly (SourceText | null)[],
  addressOf: (address: string) => string | null,
): Draft['files'] => {
  const found = new Map<string, Draft['files'][number]>()
  for (const text of texts) {
    if (!text || !('markdown' in text)) continue
    for (const [, name = '', linked, image, bare] of text.markdown.slice(0, MOST_LETTERS).matchAll(NAMED)) {
      const address = linked ?? image ?? bare ?? ''
      const url = addressOf(address)
      if (!url || found.has(url)) continue
      const last = decoded(new URL(url).pathname.split('/').at(-1) ?? '')
      const isNamed = /\.\w{1,8}$/.test(name) || !/\.\w{1,8}$/.test(last)
      found.set(url, { url, name: (isNamed && name) || last, size: null, isUnlinked: true })
    }
  }
  return [...found.values()]
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
