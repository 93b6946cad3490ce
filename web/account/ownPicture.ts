/** A person's own picture and cover, as they are sent. */
import { pictureRoutes } from '#contract/files/pictures.ts'
import { userRoutes } from '#contract/people/users.ts'
import { call } from '../data/client.ts'
import { noteMe } from '../data/session.ts'
import type { Announced } from '../settings/usePicture.ts'

export const ownPicture = (entity_type: 'USER_AVATAR' | 'USER_COVER') => (file: Announced) => ({
  announce: async () => (await call(pictureRoutes.createMine, { body: { ...file, entity_type } })).body,
  confirm: async (assetId: string) => {
    await call(pictureRoutes.confirmMine, { params: { assetId } })
    noteMe((await call(userRoutes.me)).body)
  },
  remove: (assetId: string) => call(pictureRoutes.removeMine, { params: { assetId } }),
})
