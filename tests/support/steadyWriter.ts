import * as Y from 'yjs'

/** Writes word after word behind what is in the first block of words, as fast as a keyboard repeats. */
export const steadyWriter = (doc: Y.Doc, mark: string) => {
  const said: string[] = []
  const firstText = (parent: Y.XmlElement | Y.XmlFragment): Y.XmlText | null => {
    for (const child of parent.toArray()) {
      if (child instanceof Y.XmlText) return child
      const found = child instanceof Y.XmlElement ? firstText(child) : null
      if (found) return found
    }
    return null
  }
  const timer = setInterval(() => {
    const text = firstText(doc.getXmlFragment('default'))
    if (!text) return
    const word = `${mark}${said.length}`
    text.insert(text.length, ` ${word}`)
    said.push(word)
  }, 4)
  return { said, stop: () => clearInterval(timer) }
}
