import { Dialog as Base } from '@base-ui/react/dialog'
import { type KeyboardEvent, type SyntheticEvent, useRef, useState } from 'react'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { focusAtOnce } from '../../../ui/popups/focusAtOnce.ts'

const STEPS = [50, 75, 100, 150, 175, 200] as const
const WHOLE = STEPS.indexOf(100)

type ImageFullProps = { src: string; alt: string; onClose: () => void }

/** An image as large as the screen. */
export const ImageFull = ({ src, alt, onClose }: ImageFullProps) => {
  const shut = useRef<HTMLButtonElement>(null)
  const [at, setAt] = useState(WHOLE)
  const step = (by: -1 | 1) => setAt(now => Math.max(0, Math.min(now + by, STEPS.length - 1)))
  const press = (event: KeyboardEvent) => {
    if (event.key === '+' || event.key === '=') step(1)
    else if (event.key === '-') step(-1)
    else return
    event.preventDefault()
  }
  const percent = STEPS[at] ?? 100
  // At 100 % it is as large as it is, or as the screen lets it be.
  const [whole, setWhole] = useState<number | null>(null)
  const measure = ({ currentTarget: image }: SyntheticEvent<HTMLImageElement>) => {
    const { clientWidth, clientHeight } = image.parentElement ?? document.body
    const fit = Math.min(1, clientWidth / image.naturalWidth, clientHeight / image.naturalHeight)
    setWhole(image.naturalWidth * fit)
  }
  return (
    <Base.Root open onOpenChange={open => open || onClose()}>
      <Base.Portal>
        <Base.Backdrop className="scrim fixed inset-0 z-[15]" />
        <Base.Popup
          initialFocus={focusAtOnce(() => shut.current)}
          className="fixed inset-0 z-20 flex flex-col bg-sunken outline-none"
          onKeyDown={press}
        >
          <div className="flex h-11 flex-none items-center gap-1 px-3">
            <Base.Title className="cut min-w-0 flex-1 font-medium">{alt || 'Image'}</Base.Title>
            <IconButton icon="minus" label="Smaller" keys="-" disabled={at === 0} onClick={() => step(-1)} />
            <span className="num w-12 text-center text-12 text-ink-2" aria-live="polite">
              {percent}%
            </span>
            <IconButton
              icon="plus"
              label="Larger"
              keys="+"
              disabled={at === STEPS.length - 1}
              onClick={() => step(1)}
            />
            <IconButton
              icon="external-link"
              label="Open in new tab"
              onClick={() => window.open(src, '_blank', 'noopener')}
            />
            <IconButton ref={shut} icon="x" label="Close" keys="esc" onClick={onClose} />
          </div>
          <div className="image-full">
            <img
              src={src}
              alt={alt}
              onLoad={measure}
              style={whole ? { width: `${(whole * percent) / 100}px` } : {}}
            />
          </div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
