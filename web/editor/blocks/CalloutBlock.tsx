import { NodeViewContent, NodeViewWrapper, type ReactNodeViewProps } from '@tiptap/react'
import { Icon } from '../../ui/icons.tsx'
import { LogoPicker } from '../../ui/LogoPicker.tsx'
import { LogoMark } from '../../ui/logo/LogoMark.tsx'
import { attributesOf, keepCallout, signOf } from './callout.ts'
import { Grounds } from './Grounds.tsx'

/** A text that stands out, with a sign and a ground that are chosen at the sign. */
export const CalloutBlock = ({ node, editor, updateAttributes }: ReactNodeViewProps) => {
  const sign = signOf(node.attrs)
  const ground = (node.attrs['data-background'] ?? null) as string | null
  const change = (attrs: Record<string, unknown>) => {
    updateAttributes(attrs)
    keepCallout({ ...node.attrs, ...attrs })
  }
  const mark = <LogoMark logo={sign} standIn={<Icon name="triangle-alert" />} />
  return (
    <NodeViewWrapper className="callout" data-background={ground}>
      <div contentEditable={false} className="callout-sign">
        {editor.isEditable ? (
          <LogoPicker
            label="Icon and background"
            logo={sign}
            required
            onPick={picked => change(attributesOf(picked ?? sign))}
            below={<Grounds value={ground} onPick={next => change({ 'data-background': next })} />}
            finalFocus={() => {
              editor.view.focus()
              return false
            }}
          >
            <button
              type="button"
              data-block-control
              aria-label="Callout icon"
              className="grid size-6.5 place-items-center rounded-control hover:bg-hover data-[popup-open]:bg-press"
            >
              {mark}
            </button>
          </LogoPicker>
        ) : (
          <span className="grid size-6.5 place-items-center">{mark}</span>
        )}
      </div>
      <NodeViewContent className="callout-text" />
    </NodeViewWrapper>
  )
}
