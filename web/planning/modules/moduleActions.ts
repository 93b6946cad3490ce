/** The actions on a module and its links, each with its undo. */

import { keysOf } from '#contract/keys.ts'
import { moduleLinkRoutes } from '#contract/planning/moduleLinks.ts'
import { type Module, type ModuleLink, moduleRoutes } from '#contract/planning/modules.ts'
import type { Row } from '#contract/rules.ts'
import { isDone, mutate } from '../../data/mutate.ts'
import { getRow } from '../../data/rows.ts'
import { remember } from '../../data/undo.ts'
import { here, viewer } from '../../data/viewer.ts'
import { named, withEach } from '../each.ts'
import { mayChangeModule } from './moduleRows.ts'

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

const columnsOf = (module: Module, patch: Change) =>
  Object.fromEntries(Object.keys(patch).map(name => [name, module[name as keyof Module]]))

const writeEach = async (modules: readonly Module[], patch: (module: Module) => Change) =>
  (await Promise.all(modules.map(module => write(module, patch(module))))).flat()

/** A value that is picked for one or many; it can be taken back where it still holds. */
export const changeModules = (modules: readonly Module[], patch: Change) => {
  const [first = 'status'] = keysOf(patch)
  const sent = writeEach(modules, () => patch)
  remember({
    message: `${words[first]} of ${named(modules, 'modules')} changed`,
    sent,
    changes: modules.map(module => ({ id: module.id, before: columnsOf(module, patch), after: patch })),
    rowOf: id => getRow('module', id) as Row | null,
    write: changes => {
      const after = new Map(changes.map(change => [change.id, change.after as Change]))
      const rows = changes.flatMap(({ id }) => getRow('module', id) ?? [])
      return writeEach(rows, ({ id }) => after.get(id) ?? {})
    },
  })
  return sent
}
export const changeModule = (module: Module, patch: Change) => changeModules([module], patch)

/** In an order of their own one comes to another's status with its place beside that. */
export const placeModule = (module: Module, { status }: Module, sort_order: number) => {
  if (!mayChangeModule(module)) return
  void changeModule(module, { sort_order, ...(status === module.status ? {} : { status }) })
}

const setArchived = (module: Module, isArchived: boolean) =>
  isDone({
    entity: 'module',
    route: isArchived ? moduleRoutes.archive : moduleRoutes.unarchive,
    params: paramsOf(module),
    id: module.id,
    patch: isArchived
      ? { archived_at: new Date().toISOString(), archived_by: viewer()?.id ?? null }
      : { archived_at: null, archived_by: null },
    failure: `${module.name} was not ${isArchived ? 'archived' : 'restored'}.`,
  })

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

const archived = (module: Module) => setArchived(module, true)
const restored = (module: Module) => setArchived(module, false)

export const archiveModules = (modules: readonly Module[]) =>
  withEach(modules, `${named(modules, 'modules')} archived`, archived, restored)
export const archiveModule = (module: Module) => archiveModules([module])
export const restoreModules = (modules: readonly Module[]) =>
  withEach(modules, `${named(modules, 'modules')} restored`, restored, archived)
export const restoreModule = (module: Module) => restoreModules([module])

/** Their issues stay. */
export const deleteModules = (modules: readonly Module[]) =>
  withEach(
    modules,
    `${named(modules, 'modules')} deleted; ${modules.length === 1 ? 'its' : 'their'} issues stay`,
    remove,
    bringBack,
  )
export const deleteModule = (module: Module) => deleteModules([module])

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
