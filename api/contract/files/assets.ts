import { z } from 'zod'
import { ids } from '../bounds.ts'
import { route } from '../define.ts'
import { announcedAnswer, announcedAsset } from './files.ts'

const p = '/api/assets/v2/workspaces/:ws/projects/:p' as const

/** Images and files of texts. Each is judged by the noun that its text belongs to, or by its sender while it has none. */
export const assetRoutes = {
  create: route({
    method: 'POST',
    path: `${p}/`,
    action: 'asset.create',
    in: 'project',
    body: announcedAsset,
    status: 200,
    answer: announcedAnswer,
    summary: 'Announces an image or a file of a text and answers where to send it.',
  }),
  confirm: route({
    method: 'PATCH',
    path: `${p}/:assetId/`,
    action: 'asset.read',
    in: 'project',
    summary: 'Confirms that the file was sent.',
  }),
  get: route({
    method: 'GET',
    path: `${p}/:assetId/`,
    action: 'asset.read',
    in: 'project',
    status: 302,
    summary: 'Leads to an address where it can be fetched for two minutes.',
  }),
  remove: route({
    method: 'DELETE',
    path: `${p}/:assetId/`,
    action: 'asset.read',
    in: 'project',
    summary: 'Deletes it: by who sent it, or by an admin.',
  }),
  restore: route({
    method: 'POST',
    path: '/api/assets/v2/workspaces/:ws/restore/:assetId/',
    action: 'asset.restore',
    in: 'workspace',
    summary: 'Takes back that an image or a file of a text was deleted, until it is purged.',
  }),
  bind: route({
    method: 'POST',
    path: `${p}/:entityId/bulk/`,
    action: 'asset.create',
    in: 'project',
    body: z.object({ asset_ids: ids.optional() }),
    summary:
      'Gives images and files that were sent before to the issue, comment or page whose text holds them.',
  }),
}
