import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react'
import Cropper from 'react-easy-crop'
import { messageOf } from '#contract/messageOf.ts'
import { Answers } from '../popups/Answers.tsx'
import 'react-easy-crop/react-easy-crop.css'
import { IconButton } from '../controls/IconButton.tsx'
import { Dialog } from '../popups/Dialog.tsx'
import { cutOut } from './cut.ts'
import { type Area, type Shape, ZOOM } from './shapes.ts'

type CropDialogProps = {
  file: File
  shape: Shape
  /** The cropped picture; null when nothing is to be sent. */
  onDone: (cut: File | null) => void
}

const useAddress = (file: File) => {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    const made = URL.createObjectURL(file)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return address
}

const within = (zoom: number) => Math.min(ZOOM.most, Math.max(ZOOM.least, Math.round(zoom * 100) / 100))

const useZoom = () => {
  const [zoom, setZoom] = useState<number>(ZOOM.least)
  const step = (by: number) => setZoom(now => within(now + by * ZOOM.step))
  const press = (event: KeyboardEvent) => {
    if (event.key === '+' || event.key === '=') step(1)
    else if (event.key === '-') step(-1)
    else return
    event.preventDefault()
  }
  return { zoom, step, press, set: (to: number) => setZoom(within(to)) }
}

type ZoomRowProps = { zoom: ReturnType<typeof useZoom> }

const ZoomRow = ({ zoom }: ZoomRowProps) => (
  <div className="mt-3 flex items-center gap-2">
    <IconButton
      icon="minus"
      label="Zoom out"
      keys="-"
      disabled={zoom.zoom <= ZOOM.least}
      onClick={() => zoom.step(-1)}
      className="max-md:size-11"
    />
    <input
      type="range"
      aria-label="Zoom"
      min={ZOOM.least}
      max={ZOOM.most}
      step={ZOOM.step}
      value={zoom.zoom}
      aria-valuetext={`${Math.round(zoom.zoom * 100)}%`}
      onChange={({ target }) => zoom.set(Number(target.value))}
      className="min-w-0 flex-1 accent-accent max-md:h-11"
    />
    <IconButton
      icon="plus"
      label="Zoom in"
      keys="+"
      disabled={zoom.zoom >= ZOOM.most}
      onClick={() => zoom.step(1)}
      className="max-md:size-11"
    />
  </div>
)

/** The part of a picture that is kept: moved and zoomed by mouse, fingers, wheel and keys. */
export const CropDialog = ({ file, shape, onDone }: CropDialogProps) => {
  const address = useAddress(file)
  const zoom = useZoom()
  const [crop, setCrop] = useState({ x: 0, y: 0 })
  const [area, setArea] = useState<Area | null>(null)
  const [failed, setFailed] = useState<string | null>(null)
  const image = useRef<RefObject<HTMLImageElement> | null>(null)
  const frame = useRef<RefObject<HTMLDivElement> | null>(null)
  const hint = useId()
  // The frame is drawn some time after the picture is loaded, and certainly once its area is known.
  const measured = area !== null
  useEffect(() => {
    if (measured) frame.current?.current?.focus()
  }, [measured])
  const keep = async () => {
    if (!area || !image.current?.current) return
    try {
      onDone(await cutOut(image.current.current, file, area, shape))
    } catch (error) {
      setFailed(messageOf(error))
    }
  }
  return (
    <Dialog
      open
      onOpenChange={open => open || onDone(null)}
      title={shape.title}
      wide
      actions={
        <Answers onCancel={() => onDone(null)} disabled={!area || !!failed} onClick={() => void keep()}>
          Use picture
        </Answers>
      }
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys of what is in it, wherever the focus is */}
      <div onKeyDown={zoom.press}>
        <div className="relative h-[min(320px,45dvh)] overflow-hidden rounded-card bg-sunken">
          {address && !failed && (
            <Cropper
              disableAutomaticStylesInjection
              image={address}
              crop={crop}
              zoom={zoom.zoom}
              minZoom={ZOOM.least}
              maxZoom={ZOOM.most}
              aspect={shape.width / shape.height}
              cropShape={shape.round ? 'round' : 'rect'}
              showGrid={false}
              keyboardStep={8}
              onCropChange={setCrop}
              onZoomChange={zoom.set}
              onCropAreaChange={(_, pixels) => setArea(pixels)}
              setImageRef={ref => (image.current = ref)}
              setCropperRef={ref => (frame.current = ref)}
              mediaProps={{
                alt: '',
                onError: () => setFailed('This file is not a picture that can be shown.'),
              }}
              cropperProps={{
                role: 'application',
                'aria-label': 'Crop area',
                'aria-describedby': hint,
              }}
            />
          )}
        </div>
        <ZoomRow zoom={zoom} />
        <p id={hint} className="mt-2 text-12 text-ink-3">
          Drag the picture, or move it by the arrow keys; zoom by + and -.
        </p>
        {failed && (
          <p role="alert" className="mt-2 text-12 text-danger">
            {failed}
          </p>
        )}
      </div>
    </Dialog>
  )
}
