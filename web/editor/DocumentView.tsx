import { createNodeFromContent } from '@tiptap/core'
import { DOMSerializer, type Node } from '@tiptap/pm/model'
import { useEffect, useRef } from 'react'
import { documentSchema } from '#document'
import { viewer } from '../data/viewer.ts'

/**
 * HTML as elements of the schema alone. It is read in a document that runs nothing and loads nothing, and what is put on
 * the screen is written anew from the schema: whatever that does not know is not there.
 */
const elementsOf = (html: string): DocumentFragment => {
  const node = createNodeFromContent(html, documentSchema, { slice: false }) as Node
  return DOMSerializer.fromSchema(documentSchema).serializeFragment(node.content) as DocumentFragment
}

/** Written text to be read. */
export const DocumentView = ({ html, className }: { html: string; className?: string }) => {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const shown = elementsOf(html)
    for (const mention of shown.querySelectorAll('mention-component'))
      mention.classList.toggle('mention-me', mention.getAttribute('entity_identifier') === viewer()?.id)
    for (const tick of shown.querySelectorAll('input')) tick.disabled = true
    box.current?.replaceChildren(shown)
  }, [html])
  return <div ref={box} className={`document is-comment ${className ?? ''}`} />
}
