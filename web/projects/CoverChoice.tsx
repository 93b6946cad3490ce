import { type ReactNode, useRef, useState } from 'react'
import { pictureRoutes } from '#contract/files/pictures.ts'
import { messageOf } from '#contract/messageOf.ts'
import { coverAddress, coverAt, patternNames, shadeNames } from '#contract/workspace/covers.ts'
import { call } from '../data/client.ts'
import { useSession } from '../data/session.ts'
import { deliver } from '../data/texts/upload.ts'
import { here } from '../data/viewer.ts'
import { classes } from '../ui/classes.ts'
import { Button } from '../ui/controls/Button.tsx'
import { IconButton } from '../ui/controls/IconButton.tsx'
import { Segmented } from '../ui/controls/Segmented.tsx'
import { useCrop } from '../ui/crop/useCrop.tsx'
import { useDropped } from '../ui/dropped.ts'
import type { Logo } from '../ui/logo/logo.ts'
import { later } from '../ui/popups/later.tsx'
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
  /** Takes a picture of one's own, cut to its shape. */
  onFile: (file: File) => Promise<void> | void
  /** At the edge of something: without corners of its own. */
  flat?: boolean
  height?: 'h-24' | 'h-28'
  besides?: ReactNode
}

const TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif']

const kinds = [
  { id: 'drawings', label: 'Drawings' },
  { id: 'library', label: 'Library' },
] as const

const CoverLibrary = later(() => import('./CoverLibrary.tsx').then(module => module.CoverLibrary))

type OwnCoversProps = { cover: string | null; onPick: (address: string) => void }

const OwnCovers = ({ cover, onPick }: OwnCoversProps) => {
  const current = coverAt(cover)
  return (
    <fieldset className="grid grid-cols-4 gap-1" aria-label="Covers">
      {shadeNames.flatMap(shade =>
        patternNames.map(pattern => (
          <button
            key={`${pattern}-${shade}`}
            type="button"
            aria-label={`${shade} ${pattern}`}
            aria-pressed={current?.pattern === pattern && current.shade === shade}
            onClick={() => onPick(coverAddress({ pattern, shade }))}
            className="h-9 overflow-hidden rounded-tag aria-pressed:outline-2 aria-pressed:outline-ink"
          >
            <CoverDrawing pattern={pattern} colour={`var(--lb-${shade})`} className="size-full" />
          </button>
        )),
      )}
    </fieldset>
  )
}

/** A cover with what changes it: one of ours, any, one of the library, or a picture of one's own. */
export const CoverChoice = ({
  cover,
  logo,
  onPick,
  onFile,
  flat,
  height = 'h-24',
  besides,
}: CoverChoiceProps) => {
  const [open, setOpen] = useState(false)
  const [isSending, setSending] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const hasLibrary = useSession().instance?.config.has_unsplash_configured === true
  const [kind, setKind] = useState<(typeof kinds)[number]['id']>('drawings')
  const { crop, dialog } = useCrop('cover')
  const use = async (file: File) => {
    if (!TYPES.includes(file.type)) throw new Error('A cover is a JPEG, PNG, WebP or GIF picture.')
    const cut = await crop(file)
    if (!cut) return
    setSending(true)
    try {
      await onFile(cut)
    } finally {
      setSending(false)
    }
  }
  const pick = (address: string) => {
    setOpen(false)
    onPick(address)
  }
  const take = (file: File | undefined) => {
    if (!file) return
    setOpen(false)
    use(file).catch(failure => toast.failure(messageOf(failure)))
  }
  return (
    <div
      {...useDropped(take)}
      className={classes('relative data-[over]:opacity-80', !flat && 'overflow-hidden rounded-card')}
    >
      <Cover logo={logo} cover={cover} className={`${height} w-full`} />
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
          {hasLibrary && (
            <Segmented label="Cover type" parts={kinds} value={kind} onChange={setKind} className="mb-2" />
          )}
          {hasLibrary && kind === 'library' ? (
            <CoverLibrary onPick={pick} />
          ) : (
            <OwnCovers cover={cover} onPick={pick} />
          )}
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
