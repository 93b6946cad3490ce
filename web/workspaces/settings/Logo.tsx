import { useRef, useState } from 'react'
import { pictureRoutes } from '#contract/files/pictures.ts'
import { workspaceRoutes } from '#contract/workspace/workspaces.ts'
import { call } from '../../data/client.ts'
import type { RowTypes } from '../../data/entities.ts'
import { useSession } from '../../data/session.ts'
import { deliver } from '../../data/texts/upload.ts'
import { useSave } from '../../settings/saving.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { WorkspaceMark } from '../../ui/marks/WorkspaceMark.tsx'

const TYPES = ['image/jpeg', 'image/jpg', 'image/png', 'image/webp']
const MB = 1024 * 1024

type LogoProps = { slug: string; workspace: RowTypes['workspace'] }

/** The logo of a workspace: chosen, dropped, or taken off. */
export const Logo = ({ slug, workspace }: LogoProps) => {
  const limit = useSession().instance?.config.file_size_limit ?? 5 * MB
  const kept = useSave()
  const [refused, setRefused] = useState<string | null>(null)
  const [isOver, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)

  const send = (file: File) => {
    const params = (assetId: string) => ({ params: { ws: slug, assetId } })
    const way = {
      announce: async () =>
        (
          await call(pictureRoutes.create, {
            params: { ws: slug },
            body: { name: file.name, type: file.type, size: file.size, entity_type: 'WORKSPACE_LOGO' },
          })
        ).body,
      confirm: (assetId: string) => call(pictureRoutes.confirm, params(assetId)),
      remove: (assetId: string) => call(pictureRoutes.remove, params(assetId)),
    }
    return deliver(way, file, { signal: new AbortController().signal, onPercent: () => {} })
  }
  const take = (file: File | undefined) => {
    if (!file) return
    setRefused(null)
    if (!TYPES.includes(file.type)) return setRefused('A logo is a JPEG, PNG or WebP picture.')
    if (file.size > limit) return setRefused(`A logo has ${Math.floor(limit / MB)} MB at most.`)
    void kept.save(() => send(file))
  }
  const clear = () =>
    void kept.save(() => call(workspaceRoutes.update, { params: { ws: slug }, body: { logo_url: '' } }))
  const error = refused ?? kept.error
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: what is dropped here can be chosen by the button as well
    <div
      data-over={isOver || undefined}
      onDragOver={event => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={event => {
        event.preventDefault()
        setOver(false)
        take(event.dataTransfer.files[0])
      }}
      className="mt-4 flex items-center gap-4 rounded-card data-[over]:bg-accent-tint"
    >
      <WorkspaceMark workspace={workspace} size={64} />
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-2">
          <Button variant="neutral" onClick={() => input.current?.click()}>
            {workspace.logo_url ? 'Change logo' : 'Upload logo'}
          </Button>
          {workspace.logo_url && <Button onClick={clear}>Remove</Button>}
          <span className="text-12 text-ink-3">JPEG, PNG or WebP, up to {Math.floor(limit / MB)} MB</span>
        </div>
        {error && (
          <p role="alert" className="mt-1.5 text-12 text-danger">
            {error}
          </p>
        )}
      </div>
      <input
        ref={input}
        type="file"
        accept={TYPES.join(',')}
        aria-label="Logo"
        className="sr-only"
        tabIndex={-1}
        onChange={event => {
          take(event.target.files?.[0])
          event.target.value = ''
        }}
      />
    </div>
  )
}
