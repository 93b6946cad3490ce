import { NodeViewContent, NodeViewWrapper, type ReactNodeViewProps } from '@tiptap/react'
import { useState } from 'react'
import { classes } from '../../ui/classes.ts'
import { Icon } from '../../ui/icons.tsx'
import { Popover } from '../../ui/Popover.tsx'
import { textColours } from '../surfaces/textColours.tsx'
import { attributesOf, keepCallout, type Sign, signEmojis, signIcons, signOf } from './callout.ts'

const SignFace = ({ sign }: { sign: Sign }) =>
  'emoji' in sign ? <span aria-hidden="true">{sign.emoji}</span> : <Icon name={sign.icon} />

const grounds = [{ key: null, label: 'Default' }, { key: 'none', label: 'None' }, ...textColours] as const

/** A text that stands out, with a sign and a ground that are chosen at the sign. */
export const CalloutBlock = ({ node, editor, updateAttributes }: ReactNodeViewProps) => {
  const [isOpen, setOpen] = useState(false)
  const sign = signOf(node.attrs)
  const ground = (node.attrs['data-background'] ?? null) as string | null
  const change = (attrs: Record<string, unknown>) => {
    updateAttributes(attrs)
    keepCallout({ ...node.attrs, ...attrs })
  }
  const choice = (name: string, one: Sign) => (
    <button
      key={name}
      type="button"
      aria-label={name}
      aria-pressed={JSON.stringify(one) === JSON.stringify(sign)}
      onClick={() => change(attributesOf(one))}
      className="grid size-7 place-items-center rounded-control hover:bg-hover aria-pressed:bg-press"
    >
      <SignFace sign={one} />
    </button>
  )
  return (
    <NodeViewWrapper className="callout" data-background={ground}>
      <div contentEditable={false} className="callout-sign">
        {editor.isEditable ? (
          <Popover
            label="Sign and ground"
            open={isOpen}
            onOpenChange={setOpen}
            finalFocus={() => {
              editor.view.focus()
              return false
            }}
            className="w-66 p-2 text-13"
            trigger={
              <button
                type="button"
                data-block-control
                aria-label="Sign of the callout"
                className="grid size-6.5 place-items-center rounded-control hover:bg-hover data-[popup-open]:bg-press"
              >
                <SignFace sign={sign} />
              </button>
            }
          >
            {isOpen && (
              <>
                <div className="px-1 pb-1 text-12 text-ink-3">Sign</div>
                <div className="grid grid-cols-8 gap-px">
                  {signIcons.map(icon => choice(icon.replaceAll('-', ' '), { icon }))}
                  {signEmojis.map(([emoji, name]) => choice(name, { emoji }))}
                </div>
                <div className="px-1 pt-2 pb-1 text-12 text-ink-3">Ground</div>
                <div className="grid grid-cols-8 gap-px">
                  {grounds.map(({ key, label }) => (
                    <button
                      key={label}
                      type="button"
                      aria-label={label}
                      aria-pressed={key === ground}
                      onClick={() => change({ 'data-background': key })}
                      className="grid size-7 place-items-center rounded-control hover:bg-hover aria-pressed:bg-press"
                    >
                      <span
                        data-background={key}
                        className={classes(
                          'callout-swatch size-4.5 rounded-tag',
                          key === ground && 'is-chosen',
                        )}
                      />
                    </button>
                  ))}
                </div>
              </>
            )}
          </Popover>
        ) : (
          <span className="grid size-6.5 place-items-center">
            <SignFace sign={sign} />
          </span>
        )}
      </div>
      <NodeViewContent className="callout-text" />
    </NodeViewWrapper>
  )
}
