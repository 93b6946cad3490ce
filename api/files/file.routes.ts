import { failFields, missingPk } from '#contract/errors.ts'
import { assetRoutes } from '#contract/files/assets.ts'
import { attachmentRoutes } from '#contract/work/attachments.ts'
import { type Ask, mount } from '../http/mount.ts'
import type { Server } from '../http/server.ts'
import {
  announceAsset,
  bindAssets,
  confirmAsset,
  deleteAsset,
  findAsset,
  restoreAsset,
} from './asset.service.ts'
import {
  announceAttachment,
  confirmAttachment,
  deleteAttachment,
  listAttachments,
} from './attachment.service.ts'
import { announcePicture, bindCover, confirmPicture, deletePicture, findCover } from './picture.service.ts'
import { announcer, downloader } from './transfer.ts'

export const mountFiles = (server: Server) => {
  const { store } = server.files
  const limit = server.settings.fileSizeLimit
  const announced = announcer(server)
  const download = downloader(server)

  // An announcement sent again is made again: until it is confirmed a file exists for nobody, and is purged.
  const attachment = async ({ work, row, body, ctx }: Ask<typeof attachmentRoutes.create>) => {
    const made = await announceAttachment(work, row, body, limit)
    return { ...(await announced(ctx, made)), attachment: made }
  }
  const asset = async ({ work, workspaceId, projectId, body, ctx }: Ask<typeof assetRoutes.create>) => {
    if (body.entity_type !== 'PROJECT_COVER')
      return announced(ctx, await announceAsset(work, { workspaceId, projectId }, body, limit))
    const named = body.entity_identifier || projectId
    if (named !== projectId) failFields({ entity_identifier: [missingPk(named)] })
    return announced(
      ctx,
      await announcePicture(work, { workspaceId }, { ...body, entity_identifier: named }, limit),
    )
  }

  mount(
    server,
    attachmentRoutes,
    {
      list: ({ trx, viewer, row }) => listAttachments(trx, viewer, row.id),
      create: attachment,
      confirm: ({ work, row }) => confirmAttachment(work, store, row),
      get: async ({ row }) => download(row),
      remove: ({ work, row }) => deleteAttachment(work, row),
    },
    { again: { create: attachment } },
  )
  mount(
    server,
    assetRoutes,
    {
      create: asset,
      confirm: async ({ work, viewer, params, ...place }) => {
        const cover = await findCover({ viewer, ...place }, params.assetId, work)
        if (cover) return confirmPicture(work, store, place, cover)
        return confirmAsset(work, store, await findAsset(work.trx, viewer, place, params.assetId, { work }))
      },
      get: async ({ trx, viewer, params, ...place }) => {
        const cover = await findCover({ trx, viewer, ...place }, params.assetId)
        return download(cover ?? (await findAsset(trx, viewer, place, params.assetId)))
      },
      remove: async ({ work, viewer, params, ...place }) => {
        const cover = await findCover({ viewer, ...place }, params.assetId, work)
        if (cover) return deletePicture(work, place, cover)
        return deleteAsset(work, await findAsset(work.trx, viewer, place, params.assetId, { work }))
      },
      restore: ({ work, workspaceId, params }) => restoreAsset(work, workspaceId, params.assetId),
      bind: async ({ work, workspaceId, projectId, params, body }) => {
        const place = { workspaceId, projectId }
        const ids = body.asset_ids ?? []
        if (await bindCover(work, place, params.entityId, ids)) return
        await bindAssets(work, place, params.entityId, ids)
      },
    },
    { again: { create: asset } },
  )
}
