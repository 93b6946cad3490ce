/** The passage of a page that names a person. */
import * as Y from 'yjs'
import { documentName } from '#contract/text/documentNames.ts'
import { FRAGMENT, MentionNode } from '#document'
import { type Quoted, quotedIn } from '../editor/surfaces/anchors.ts'
import { readByCall } from '../editor/sync/saveByCall.ts'

/** Its block as HTML; null where nothing names them any more. */
export const passageOf = (html: string, person: string): string | null => {
  const text = new DOMParser().parseFromString(html, 'text/html')
  const named = text.querySelector(`mention-component[entity_identifier="${CSS.escape(person)}"]`)
  return named?.closest('p, h1, h2, h3, h4, h5, h6')?.outerHTML ?? null
}

/** Its words as a thread on them needs them; null where they are gone. */
export const quotedPassage = async (pageId: string, person: string): Promise<Quoted | null> => {
  const doc = new Y.Doc()
  Y.applyUpdate(doc, await readByCall(documentName('page', pageId)))
  const isIt = (one: unknown) =>
    one instanceof Y.XmlElement &&
    one.nodeName === MentionNode.name &&
    one.getAttribute('entity_identifier') === person
  const [mention] = doc.getXmlFragment(FRAGMENT).createTreeWalker(isIt)
  return mention?.parent instanceof Y.XmlElement ? quotedIn(mention.parent) : null
}
