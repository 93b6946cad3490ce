import { route } from '../define.ts'
import { announcedAnswer, announcedImage } from './files.ts'

const mine = '/api/assets/v2/user-assets' as const
const ofWorkspace = '/api/assets/v2/workspaces/:ws' as const

const create = { method: 'POST', body: announcedImage, status: 200, answer: announcedAnswer } as const

/** Pictures of people, workspaces and projects. A picture takes the place of the one before once it is confirmed. */
export const pictureRoutes = {
  createMine: route({
    ...create,
    path: `${mine}/`,
    action: 'user.self',
    in: 'session',
    summary: 'Announces a picture of the caller and answers where to send it.',
  }),
  confirmMine: route({
    method: 'PATCH',
    path: `${mine}/:assetId/`,
    action: 'user.self',
    in: 'session',
    summary: 'Says that the picture was sent; it is the caller’s from now on.',
  }),
  removeMine: route({
    method: 'DELETE',
    path: `${mine}/:assetId/`,
    action: 'user.self',
    in: 'session',
    summary: 'Deletes a picture of the caller.',
  }),
  create: route({
    ...create,
    path: `${ofWorkspace}/`,
    action: 'picture.create',
    in: 'workspace',
    summary: 'Announces a workspace’s logo or a project’s cover and answers where to send it.',
  }),
  confirm: route({
    method: 'PATCH',
    path: `${ofWorkspace}/:assetId/`,
    action: 'picture.create',
    in: 'workspace',
    summary: 'Says that the picture was sent; it is the workspace’s or the project’s from now on.',
  }),
  get: route({
    method: 'GET',
    path: `${ofWorkspace}/:assetId/`,
    action: 'picture.list',
    in: 'workspace',
    status: 302,
    summary: 'Leads to an address where a picture of the workspace can be seen for two minutes.',
  }),
  remove: route({
    method: 'DELETE',
    path: `${ofWorkspace}/:assetId/`,
    action: 'picture.create',
    in: 'workspace',
    summary: 'Deletes a picture of the workspace or of a project.',
  }),
  show: route({
    method: 'GET',
    path: '/api/assets/v2/static/:assetId/',
    action: 'picture.show',
    in: 'open',
    token: true,
    status: 302,
    summary: 'Leads to an address where a picture can be seen for two minutes, without a session.',
  }),
}
