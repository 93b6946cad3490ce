import { pictureRoutes } from '#contract/files/pictures.ts'
import { workspaceRoutes } from '#contract/workspace/workspaces.ts'
import { call } from '../../data/client.ts'
import type { RowTypes } from '../../data/entities.ts'
import { type Announced, usePicture } from '../../settings/usePicture.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { WorkspaceMark } from '../../ui/marks/WorkspaceMark.tsx'

type LogoProps = { slug: string; workspace: RowTypes['workspace'] }

/** The logo of a workspace: chosen, dropped, or taken off. */
export const Logo = ({ slug, workspace }: LogoProps) => {
  const params = (assetId: string) => ({ params: { ws: slug, assetId } })
  const picture = usePicture('A logo', 'logo', (file: Announced) => ({
    announce: async () => {
      const body = { ...file, entity_type: 'WORKSPACE_LOGO' }
      return (await call(pictureRoutes.create, { params: { ws: slug }, body })).body
    },
    confirm: assetId => call(pictureRoutes.confirm, params(assetId)),
    remove: assetId => call(pictureRoutes.remove, params(assetId)),
  }))
  const clear = () =>
    void picture.save(() => call(workspaceRoutes.update, { params: { ws: slug }, body: { logo_url: '' } }))
  return (
    <div {...picture.drop} className="mt-4 flex items-center gap-4 rounded-card data-[over]:bg-accent-tint">
      <WorkspaceMark workspace={workspace} size={64} />
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-2">
          <Button variant="neutral" onClick={picture.choose}>
            {workspace.logo_url ? 'Change logo' : 'Upload logo'}
          </Button>
          {workspace.logo_url && <Button onClick={clear}>Remove</Button>}
          <span className="text-12 text-ink-3">{picture.kinds}</span>
        </div>
        {picture.error && (
          <p role="alert" className="mt-1.5 text-12 text-danger">
            {picture.error}
          </p>
        )}
      </div>
      <input {...picture.input} aria-label="Logo" />
      {picture.dialog}
    </div>
  )
}
