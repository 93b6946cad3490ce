import { type ReactNode, useRef, useState } from 'react'
import { pictureRoutes } from '#contract/files/pictures.ts'
import { coverAddress, coverAt, patternNames, shadeNames } from '#contract/workspace/covers.ts'
import { call } from '../data/client.ts'
import { deliver } from '../data/texts/upload.ts'
import { here } from '../data/viewer.ts'
import { Button } from '../ui/controls/Button.tsx'
import { IconButton } from '../ui/controls/IconButton.tsx'
import { useCrop } from '../ui/crop/useCrop.tsx'
import type { Logo } from '../ui/logo/logo.ts'
import { Popover } from '../ui/popups/Popover.tsx'
import { toast } from '../ui/popups/Toast.tsx'
import { anyCover, Cover, CoverDrawing } from './Cover.tsx'

/** Sends a picture as the cover of a project. */
export const sendCover = async (projectId: string, file: File): Promise<void> => {
  const ws = here().slug
  await deliver(
    {
      announce: async () =>
        (
          await call(pictureRoutes.create, {
            params: { ws },
            body: {
              name: file.name,
              type: file.type,
              size: file.size,
              entity_type: 'PROJECT_COVER',
              entity_identifier: projectId,
            },
          })
        ).body,
      confirm: assetId => call(pictureRoutes.confirm, { params: { ws, assetId }, body: {} }),
      remove: assetId => call(pictureRoutes.remove, { params: { ws, assetId } }),
    },
    file,
    { signal: new AbortController().signal, onPercent: () => {} },
  )
}

type CoverChoiceProps = {
  cover: string | null
  logo: Logo | null
  onPick: (address: string) => void
  /** The project whose cover an own picture becomes at once; without it `onFile` takes the picture. */
  projectId?: string
  onFile?: (file: File) => void
  /** At the edge of something: without corners of its own. */
  flat?: boolean
  besides?: ReactNode
}

const TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif']

/** A cover and its choice: a built-in one, a random one, or one's own picture. */
export const CoverChoice = ({ cover, logo, onPick, projectId, onFile, flat, besides }: CoverChoiceProps) => {
  const [open, setOpen] = useState(false)
  const [isSending, setSending] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const current = coverAt(cover)
  const { crop, dialog } = useCrop('cover')
  const use = async (file: File) => {
    if (!TYPES.includes(file.type)) throw new Error('A cover is a JPEG, PNG, WebP or GIF picture.')
    const cut = await crop(file)
    if (!cut) return
    if (!projectId) return onFile?.(cut)
    setSending(true)
    await sendCover(projectId, cut).finally(() => setSending(false))
  }
  const take = (file: File | undefined) => {
    if (!file) return
    setOpen(false)
    use(file).catch(failure => toast.failure((failure as Error).message))
  }
  return (
    <div className={flat ? 'relative' : 'relative overflow-hidden rounded-card'}>
      <Cover logo={logo} cover={cover} />
      <div className="absolute top-2 right-2 flex gap-1">
        <IconButton
          icon="shuffle"
          label="Any other cover"
          onClick={() => onPick(coverAddress(anyCover(logo)))}
          className="bg-raised max-md:size-11"
        />
        <Popover
          label="Cover"
          open={open}
          onOpenChange={setOpen}
          align="end"
          trigger={
            <Button icon="image" busy={isSending} className="bg-raised max-md:h-11">
              {isSending ? 'Sending…' : 'Change cover'}
            </Button>
          }
          className="w-78 p-2"
        >
          <fieldset className="grid grid-cols-4 gap-1" aria-label="Covers">
            {shadeNames.flatMap(shade =>
              patternNames.map(pattern => (
                <button
                  key={`${pattern}-${shade}`}
                  type="button"
                  aria-label={`${shade} ${pattern}`}
                  aria-pressed={current?.pattern === pattern && current.shade === shade}
                  onClick={() => {
                    setOpen(false)
                    onPick(coverAddress({ pattern, shade }))
                  }}
                  className="h-9 overflow-hidden rounded-tag aria-pressed:outline-2 aria-pressed:outline-ink"
                >
                  <CoverDrawing pattern={pattern} colour={`var(--lb-${shade})`} className="size-full" />
                </button>
              )),
            )}
          </fieldset>
          <Button
            variant="neutral"
            className="mt-2 w-full max-md:h-11"
            onClick={() => input.current?.click()}
          >
            Send a picture
          </Button>
        </Popover>
        <input
          ref={input}
          type="file"
          accept={TYPES.join(',')}
          aria-label="Picture for the cover"
          hidden
          onChange={({ target }) => {
            take(target.files?.[0])
            target.value = ''
          }}
        />
        {besides}
      </div>
      {dialog}
    </div>
  )
}
