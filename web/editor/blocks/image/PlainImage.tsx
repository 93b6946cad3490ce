import { NodeViewWrapper, type ReactNodeViewProps } from '@tiptap/react'
import { safeUrl } from '#document'
import { ImageElsewhere, isKeptHere } from './ImageElsewhere.tsx'

/** An image that came with its address, from a program or another host's text. */
export const PlainImage = ({ node }: ReactNodeViewProps) => {
  const src = safeUrl(node.attrs.src)
  const alt = typeof node.attrs.alt === 'string' ? node.attrs.alt : ''
  return (
    <NodeViewWrapper className="image-block" data-drag-handle="">
      {src && (isKeptHere(src) ? <img src={src} alt={alt} /> : <ImageElsewhere src={src} alt={alt} />)}
      {typeof node.attrs.caption === 'string' && <p className="image-caption">{node.attrs.caption}</p>}
    </NodeViewWrapper>
  )
}
