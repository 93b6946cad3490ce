/** The actions on a module and its links, each with its undo. */

import { keysOf } from '#contract/keys.ts'
import { moduleLinkRoutes } from '#contract/planning/moduleLinks.ts'
import { type Module, type ModuleLink, moduleRoutes } from '#contract/planning/modules.ts'
import type { Row } from '#contract/rules.ts'
import { lifeOf } from '../../data/life.ts'
import { isDone, mutate } from '../../data/mutate.ts'
import { getRow } from '../../data/rows.ts'
import { remember } from '../../data/undo.ts'
import { here, viewer } from '../../data/viewer.ts'
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
    message: `${words[first]} of ${modules.length === 1 ? modules[0]?.name : `${modules.length} modules`} changed`,
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

const life = lifeOf({
  entity: 'module',
  noun: 'module',
  nameOf: ({ name }) => name,
  subjectOf: ({ name }) => name,
  params: paramsOf,
  routes: () => moduleRoutes,
})
export const archiveModules = life.archiveAll
export const archiveModule = (module: Module) => archiveModules([module])
export const restoreModules = life.restoreAll
export const restoreModule = (module: Module) => restoreModules([module])

/** Their issues stay. */
export const deleteModules = (modules: readonly Module[]) =>
  life.removeAll(modules, { also: `; ${modules.length === 1 ? 'its' : 'their'} issues stay` })
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

const linkParams = (link: ModuleLink) => ({
  ws: here().slug,
  p: link.project,
  moduleId: link.module,
  moduleLinkId: link.id,
})

export const changeModuleLink = (link: ModuleLink, input: LinkInput) =>
  mutate({
    entity: 'module_link',
    route: moduleLinkRoutes.update,
    params: linkParams(link),
    body: input,
    id: link.id,
    patch: input,
    failure: 'The link was not changed.',
  })

const linkLife = lifeOf({
  entity: 'module_link',
  noun: 'link',
  verb: 'removed',
  nameOf: () => 'Link',
  params: linkParams,
  routes: () => ({ remove: moduleLinkRoutes.remove }),
  anew: async ({ module: id, url, title }) => {
    const module = getRow('module', id)
    return module ? addModuleLink(module, { url, title }) : undefined
  },
})
export const removeModuleLink = (link: ModuleLink) => linkLife.removeAll([link])
