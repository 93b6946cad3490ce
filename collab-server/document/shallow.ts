/** Deeper than anyone writes. */
const DEEPEST = 100
const names = (text: string) => new Set(text.split(' '))
/** What ends by itself, or with the next of its kind, encloses nothing of its own. */
const CLOSED = names('area base br col hr img input link meta source track wbr p li dt dd td th tr option')
/** What stands in these is no HTML, and nothing of it is kept. */
const RAW = names('script style textarea title xmp iframe noembed noframes noscript plaintext')

/**
 * HTML of a depth that readers can walk. They look up through all that is open, and go down by recursion: a small text of
 * a hundred thousand open tags would hold them for minutes, or end them. What lies deeper stands beside what encloses it.
 * One pass: what is open is followed as a reader would, so that an end of nothing does not count.
 */
export const shallow = (html: string): string => {
  const open: string[] = []
  const kept: string[] = []
  // Letter by letter: as a whole some alphabets would come out longer.
  const lower = html.replace(/[A-Z]+/g, letters => letters.toLowerCase())
  const after = (words: string, at: number) => {
    const found = lower.indexOf(words, at)
    return found < 0 ? html.length : found + words.length
  }
  let at = 0
  for (let tag = lower.indexOf('<'); tag >= 0; tag = lower.indexOf('<', at)) {
    kept.push(html.slice(at, tag))
    const isEnd = lower[tag + 1] === '/'
    const [name = ''] = /^[a-z][^\s/<>]*/.exec(lower.slice(tag + (isEnd ? 2 : 1), tag + 80)) ?? []
    if (lower.startsWith('<!--', tag)) at = after('-->', tag + 4)
    else if (name === '') {
      kept.push('<')
      at = tag + 1
    } else if (RAW.has(name)) at = isEnd ? after('>', tag) : after('>', after(`</${name}`, tag))
    else {
      at = after('>', tag)
      const opened = isEnd ? open.lastIndexOf(name) : -1
      const isClosed = CLOSED.has(name)
      if (opened >= 0) open.length = opened
      else if (!isEnd && !isClosed && open.length < DEEPEST) open.push(name)
      else if (!isClosed) continue
      kept.push(html.slice(tag, at))
    }
  }
  kept.push(html.slice(at))
  return kept.join('')
}
