import { createNodeFromContent } from '@tiptap/core'
import { DOMSerializer, type Node } from '@tiptap/pm/model'
import { useEffect, useRef, useState } from 'react'
import { documentSchema } from '#document'
import { viewer } from '../data/viewer.ts'
import { later } from '../ui/later.tsx'
import { showColours } from './blocks/codeHighlight.ts'
import { showCallouts } from './blocks/shownCallouts.ts'
import { showImages } from './blocks/shownImages.ts'

const ImageFull = later(() => import('./blocks/ImageFull.tsx').then(module => module.ImageFull))

/**
 * HTML as elements of the schema alone. It is read in a document that runs nothing and loads nothing, and what is put on
 * the screen is written anew from the schema: whatever that does not know is not there.
 */
const elementsOf = (html: string): DocumentFragment => {
  const node = createNodeFromContent(html, documentSchema, { slice: false }) as Node
  return DOMSerializer.fromSchema(documentSchema).serializeFragment(node.content) as DocumentFragment
}

type DocumentViewProps = {
  html: string
  /** Where its images are. */
  project: string
  className?: string
}

/** Written text to be read. */
export const DocumentView = ({ html, project, className }: DocumentViewProps) => {
  const box = useRef<HTMLDivElement>(null)
  const [full, setFull] = useState<{ src: string; alt: string } | null>(null)
  useEffect(() => {
    const shown = elementsOf(html)
    for (const mention of shown.querySelectorAll('mention-component'))
      mention.classList.toggle('mention-me', mention.getAttribute('entity_identifier') === viewer()?.id)
    for (const tick of shown.querySelectorAll('input')) tick.disabled = true
    showImages(shown, project, setFull)
    showColours(shown)
    showCallouts(shown)
    box.current?.replaceChildren(shown)
  }, [html, project])
  return (
    <>
      <div ref={box} className={`document is-comment ${className ?? ''}`} />
      {full && <ImageFull {...full} onClose={() => setFull(null)} />}
    </>
  )
}
