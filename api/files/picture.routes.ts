import { pictureRoutes } from '#contract/files/pictures.ts'
import { type Ask, mount } from '../http/mount.ts'
import type { Server } from '../http/server.ts'
import {
  announcePicture,
  confirmPicture,
  deletePicture,
  findPicture,
  shownPicture,
} from './picture.service.ts'
import { announcer, downloader } from './transfer.ts'

const MINE = { workspaceId: null }

export const mountPictures = (server: Server) => {
  const { store } = server.files
  const limit = server.settings.fileSizeLimit
  const announced = announcer(server)
  const download = downloader(server)
  // Sent again, announced again: until it is confirmed a picture exists for nobody.
  const mine = async ({ work, body, ctx }: Ask<typeof pictureRoutes.createMine>) =>
    announced(ctx, await announcePicture(work, MINE, body, limit))
  const ours = async ({ work, workspaceId, body, ctx }: Ask<typeof pictureRoutes.create>) =>
    announced(ctx, await announcePicture(work, { workspaceId }, body, limit))
  mount(
    server,
    pictureRoutes,
    {
      createMine: mine,
      confirmMine: async ({ work, viewer, params }) =>
        confirmPicture(work, store, MINE, await findPicture(work.trx, viewer, MINE, params.assetId, work)),
      removeMine: async ({ work, viewer, params }) =>
        deletePicture(work, MINE, await findPicture(work.trx, viewer, MINE, params.assetId, work)),
      create: ours,
      confirm: async ({ work, viewer, workspaceId, params }) =>
        confirmPicture(
          work,
          store,
          { workspaceId },
          await findPicture(work.trx, viewer, { workspaceId }, params.assetId, work),
        ),
      get: async ({ trx, viewer, workspaceId, params }) =>
        download(await findPicture(trx, viewer, { workspaceId }, params.assetId)),
      remove: async ({ work, viewer, workspaceId, params }) =>
        deletePicture(
          work,
          { workspaceId },
          await findPicture(work.trx, viewer, { workspaceId }, params.assetId, work),
        ),
      show: async ({ trx, params }) => download(await shownPicture(trx, params.assetId)),
    },
    { again: { createMine: mine, create: ours } },
  )
}
