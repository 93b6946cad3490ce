import { fail, failFields, missingPk, must } from '#contract/errors.ts'
import { View, ViewAnswer, viewRoutes } from '#contract/planning/views.ts'
import { isUuid, load } from '../../db/visible.ts'
import { type Ask, mount } from '../../http/mount.ts'
import type { Server } from '../../http/server.ts'
import { listIssues } from '../../lists/list.ts'
import { addFavorite, favoritesIn, removeFavoriteOf } from '../favorites/favorite.service.ts'
import { composeViews, countViews, filtersOf, listViews, listViewsAcross } from './view.queries.ts'
import {
  createView,
  deleteView,
  type PlaceOfView,
  restoreView,
  setAccess,
  setLocked,
  updateView,
} from './view.service.ts'

type Where = Pick<Ask, 'workspaceId' | 'projectId'>

const inProject = ({ workspaceId, projectId }: Where) => ({ workspace: workspaceId, project: projectId })
const across = ({ workspaceId }: Where): PlaceOfView => ({ workspace: workspaceId, project: null })

/** A project's view is found below its project alone. */
const ofWorkspace = (row: View): View => (row.project === null ? row : fail('row.notFound'))

const restored = (id: string) => (isUuid(id) ? id : fail('path.notFound'))

const presenter = {
  as: ViewAnswer,
  show: async ({ trx, viewer }: Pick<Ask, 'trx' | 'viewer'>, row: View) =>
    must((await composeViews(trx, viewer, [row]))[0], 'the view'),
}

export const mountViews = (server: Server) =>
  mount(
    server,
    viewRoutes,
    {
      list: ask => listViews(ask.trx, ask.viewer, inProject(ask)),
      create: ask => createView(ask.work, inProject(ask), ask.body),
      get: async ({ row }) => row,
      update: ({ work, row, body }) => updateView(work, row, body),
      remove: ({ work, row }) => deleteView(work, row),
      restore: ask => restoreView(ask.work, inProject(ask), restored(ask.params.viewId)),
      lock: ({ work, row }) => setLocked(work, row, true),
      unlock: ({ work, row }) => setLocked(work, row, false),
      setAccess: ({ work, row, body }) => setAccess(work, row, body.access),
      issues: ask =>
        listIssues(ask, { in: 'project', project: ask.projectId }, undefined, filtersOf(ask.viewer, ask.row)),
      counts: ask => countViews(ask.trx, ask.viewer, inProject(ask), ask.query.ids),
      listFavorite: ask => favoritesIn(ask.trx, ask.viewer, 'view', ask.projectId),
      favor: async ask => {
        const { work, workspaceId, body } = ask
        const view =
          (await load(work.trx, View, work.viewer, body.view, inProject(ask))) ??
          failFields({ view: [missingPk(body.view)] })
        await addFavorite(work, workspaceId, { entity_type: 'view', entity_identifier: view.id })
      },
      disfavor: ({ work, row }) => removeFavoriteOf(work, 'view', row.id),

      listAcross: ask => listViewsAcross(ask.trx, ask.viewer, across(ask), ask.query.order_by),
      createAcross: ask => createView(ask.work, across(ask), ask.body),
      getAcross: async ({ row }) => ofWorkspace(row),
      updateAcross: ({ work, row, body }) => updateView(work, ofWorkspace(row), body),
      removeAcross: ({ work, row }) => deleteView(work, ofWorkspace(row)),
      restoreAcross: ask => restoreView(ask.work, across(ask), restored(ask.params.viewId)),
      lockAcross: ({ work, row }) => setLocked(work, ofWorkspace(row), true),
      unlockAcross: ({ work, row }) => setLocked(work, ofWorkspace(row), false),
      setAccessAcross: ({ work, row, body }) => setAccess(work, ofWorkspace(row), body.access),
    },
    { presenter },
  )
