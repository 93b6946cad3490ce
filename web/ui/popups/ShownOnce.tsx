import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from '../controls/Button.tsx'
import { copyText } from '../copy.ts'
import { Banner } from '../marks/Banner.tsx'
import { Skeleton } from '../marks/Skeleton.tsx'
import { Dialog } from './Dialog.tsx'

type ShownOnceProps = {
  title: string
  text: ReactNode
  /** What the secret is, in a word. */
  what: string
  /** Null while it is on its way, and where it was refused. */
  secret: string | null
  refused?: string | null
  onClose: () => void
  /** Below it. */
  children?: ReactNode
  /** Left of its buttons. */
  beside?: ReactNode
}

/** A secret that is shown this once. Only Close closes it then: a press beside it would lose the secret. */
export const ShownOnce = (props: ShownOnceProps) => {
  const { title, text, what, secret, refused = null, onClose, children, beside } = props
  const copy = useRef<HTMLButtonElement>(null)
  // A form that stood here before gives the focus back to its button as it goes, behind this one.
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      if (!copy.current?.closest('[role="dialog"]')?.contains(document.activeElement)) copy.current?.focus()
    })
    return () => cancelAnimationFrame(frame)
  }, [])
  return (
    <Dialog
      open
      onOpenChange={open => !open && secret === null && onClose()}
      title={title}
      bare
      actions={
        <>
          {beside && <span className="mr-auto">{beside}</span>}
          <Button variant="neutral" size="large" onClick={onClose}>
            Close
          </Button>
          <Button
            ref={copy}
            variant="primary"
            size="large"
            icon="copy"
            autoFocus
            disabled={secret === null}
            onClick={() => secret !== null && void copyText(secret, what)}
          >
            Copy {what.toLowerCase()}
          </Button>
        </>
      }
    >
      <div className="px-6 pt-5 pb-6">
        <h2 className="font-semibold text-20">{title}</h2>
        <p className="mt-1 mb-4 text-14 text-ink-2">{text}</p>
        {refused !== null && <Banner tone="danger">{refused}</Banner>}
        {secret === null && refused === null && <Skeleton className="w-full" />}
        {secret !== null && (
          <>
            <code
              data-secret
              className="block select-all break-all rounded-control bg-press px-3 py-2.5 font-mono text-13"
            >
              {secret}
            </code>
            {children}
          </>
        )}
      </div>
    </Dialog>
  )
}
