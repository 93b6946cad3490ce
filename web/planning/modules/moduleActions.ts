/** The actions on a module and its links, each with its undo. */

import { moduleLinkRoutes } from '#contract/planning/moduleLinks.ts'
import { type Module, type ModuleLink, moduleRoutes } from '#contract/planning/modules.ts'
import type { Row } from '#contract/rules.ts'
import { isDone, mutate } from '../../data/mutate.ts'
import { getRow } from '../../data/rows.ts'
import { remember } from '../../data/undo.ts'
import { here, viewer } from '../../data/viewer.ts'

const paramsOf = ({ id, project_id }: Module) => ({ ws: here().slug, p: project_id, moduleId: id })

type Change = Partial<
  Pick<Module, 'status' | 'lead_id' | 'member_ids' | 'start_date' | 'target_date' | 'sort_order'>
>

const write = async (module: Module, patch: Change): Promise<string[]> => {
  const done = await isDone({
    entity: 'module',
    route: moduleRoutes.update,
    params: paramsOf(module),
    body: patch,
    id: module.id,
    patch,
    failure: `${module.name} was not changed.`,
  })
  return done ? [module.id] : []
}

const words: Record<keyof Change, string> = {
  status: 'Status',
  lead_id: 'Lead',
  member_ids: 'Members',
  start_date: 'Dates',
  target_date: 'Dates',
  sort_order: 'Order',
}

/** A value that is picked; it can be taken back while it still holds. */
export const changeModule = (module: Module, patch: Change) => {
  const [first = 'status'] = Object.keys(patch) as (keyof Change)[]
  const sent = write(module, patch)
  remember({
    message: `${words[first]} of ${module.name} changed`,
    sent,
    changes: [
      {
        id: module.id,
        before: Object.fromEntries(Object.keys(patch).map(name => [name, module[name as keyof Module]])),
        after: patch,
      },
    ],
    rowOf: id => getRow('module', id) as Row | null,
    write: async changes =>
      (
        await Promise.all(
          changes.map(async ({ id, after }) => {
            const row = getRow('module', id)
            return row ? write(row, after as Change) : []
          }),
        )
      ).flat(),
  })
  return sent
}

const setArchived = (module: Module, isArchived: boolean) =>
  isDone({
    entity: 'module',
    route: isArchived ? moduleRoutes.archive : moduleRoutes.unarchive,
    params: paramsOf(module),
    id: module.id,
    patch: { archived_at: isArchived ? new Date().toISOString() : null },
    failure: `${module.name} was not ${isArchived ? 'archived' : 'restored'}.`,
  })

const withArchived = (module: Module, isArchived: boolean) =>
  remember(
    {
      message: `${module.name} ${isArchived ? 'archived' : 'restored'}`,
      sent: setArchived(module, isArchived),
      back: () => setArchived(module, !isArchived),
      again: () => setArchived(module, isArchived),
    },
    { tell: true },
  )

export const archiveModule = (module: Module) => withArchived(module, true)
export const restoreModule = (module: Module) => withArchived(module, false)

const remove = (module: Module) =>
  isDone({
    entity: 'module',
    route: moduleRoutes.remove,
    params: paramsOf(module),
    id: module.id,
    patch: {},
    removes: true,
    failure: `${module.name} was not deleted.`,
  })
const bringBack = (module: Module) =>
  isDone({
    entity: 'module',
    route: moduleRoutes.restore,
    params: paramsOf(module),
    id: module.id,
    patch: { ...module },
    failure: `${module.name} was not restored.`,
  })

/** Its issues stay. */
export const deleteModule = (module: Module) =>
  remember(
    {
      message: `${module.name} deleted; its issues stay`,
      sent: remove(module),
      back: () => bringBack(module),
      again: () => remove(module),
    },
    { tell: true },
  )

export type LinkInput = { url: string; title: string | null }

export const addModuleLink = (module: Module, input: LinkInput) =>
  mutate({
    entity: 'module_link',
    route: moduleLinkRoutes.create,
    params: paramsOf(module),
    body: input,
    patch: {
      ...input,
      module: module.id,
      project: module.project_id,
      workspace: module.workspace_id,
      created_by: viewer()?.id,
      created_at: new Date().toISOString(),
      archived_at: null,
    },
    failure: 'The link was not added.',
  })

const linkParams = (module: Module, link: ModuleLink) => ({ ...paramsOf(module), moduleLinkId: link.id })

export const changeModuleLink = (module: Module, link: ModuleLink, input: LinkInput) =>
  mutate({
    entity: 'module_link',
    route: moduleLinkRoutes.update,
    params: linkParams(module, link),
    body: input,
    id: link.id,
    patch: input,
    failure: 'The link was not changed.',
  })

export const removeModuleLink = (module: Module, link: ModuleLink) => {
  const { url, title } = link
  return remember(
    {
      message: 'Link removed',
      sent: isDone({
        entity: 'module_link',
        route: moduleLinkRoutes.remove,
        params: linkParams(module, link),
        id: link.id,
        patch: {},
        removes: true,
        failure: 'The link was not removed.',
      }),
      back: async () => (await addModuleLink(module, { url, title })) !== undefined,
      again: async () => false,
    },
    { tell: true },
  )
}
