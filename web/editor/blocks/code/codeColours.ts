/** Code in colours: keywords, strings, numbers, comments. */
import type { HLJSApi } from 'highlight.js'
import { languageOf } from './codeLanguages.ts'

export type Piece = { from: number; to: number; look: string }

/** Longer code stays plain: to colour it would hold up typing. */
const MOST = 20_000

const looks = new Map(
  Object.entries({
    'syn-key':
      'keyword built_in type selector-tag selector-class selector-id selector-pseudo tag name section',
    'syn-str': 'string regexp addition link char code',
    'syn-num': 'number literal symbol bullet variable attr attribute template-variable',
    'syn-note': 'comment quote meta doctag deletion',
  }).flatMap(([look, words]) => words.split(' ').map(word => [word, look] as const)),
)

let engine: HLJSApi | null = null
const asked = new Map<string, Promise<boolean>>()

const fetchLanguage = async (id: string): Promise<boolean> => {
  const language = languageOf(id)
  if (!language) return false
  try {
    const [core, grammar] = await Promise.all([import('highlight.js/lib/core'), language.load()])
    engine = core.default
    engine.registerLanguage(id, grammar.default)
    return true
  } catch {
    // Without it code is black on white. It is asked for again with the next text.
    asked.delete(id)
    return false
  }
}

/** Fetches what a language takes, once. False when it cannot be had. */
export const loadColours = (word: string): Promise<boolean> => {
  const id = languageOf(word)?.id ?? ''
  const known = asked.get(id) ?? fetchLanguage(id)
  asked.set(id, known)
  return known
}

/** The coloured pieces; null while the language is not here, or none is known. */
export const piecesOf = (text: string, word: unknown): Piece[] | null => {
  const id = languageOf(word)?.id
  if (!id || !engine?.getLanguage(id) || text.length > MOST) return null
  const { value } = engine.highlight(text, { language: id, ignoreIllegals: true })
  const pieces: Piece[] = []
  const around: string[] = []
  let at = 0
  for (const [part, kind] of value.matchAll(/<span class="hljs-([\w-]+)[^"]*">|<[^>]*>|&[^;]+;|[^<&]+/g)) {
    if (kind) around.push(looks.get(kind) ?? around.at(-1) ?? '')
    else if (part.startsWith('<span')) around.push(around.at(-1) ?? '')
    else if (part.startsWith('<')) around.pop()
    else {
      // An entity such as &amp; or &#x27; is one letter of the text.
      const to = at + (part.startsWith('&') ? 1 : part.length)
      const look = around.at(-1)
      const last = pieces.at(-1)
      if (last && last.to === at && last.look === look) last.to = to
      else if (look) pieces.push({ from: at, to, look })
      at = to
    }
  }
  return pieces
}
