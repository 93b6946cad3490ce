import { fail, failFields } from '#contract/errors.ts'
import { Module, ModuleLink } from '#contract/planning/modules.ts'
import { lockedOne } from '../../db/locked.ts'
import { insert, update } from '../../db/rows.ts'
import type { Work } from '../../db/work.ts'
import { cleanUrl } from '../../work/links/link.service.ts'

type Input = {
  url?: string | undefined
  title?: string | null | undefined
  metadata?: Record<string, unknown> | undefined
}

const urlOf = (text: string): string => cleanUrl(text) ?? failFields({ url: ['Enter a valid URL.'] })

const isTaken = async (work: Work, module: string, url: string): Promise<boolean> =>
  (await work.trx('module_links').where({ module, url }).whereNull('deleted_at').first('id')) !== undefined

/** Of two that add the same address at once the module's lock lets one be the second. */
export const createModuleLink = async (
  work: Work,
  module: Module,
  { url: given, title, metadata = {} }: Input & { url: string },
): Promise<ModuleLink> => {
  if (module.archived_at) fail('module.archived')
  const url = urlOf(given)
  if (await isTaken(work, module.id, url)) fail('moduleLink.taken')
  return insert(work, ModuleLink, {
    project: module.project_id,
    workspace: module.workspace_id,
    module: module.id,
    archived_at: null,
    url,
    title: title || null,
    metadata,
  })
}

/** Holds the module that a link belongs to, and refuses when it is in the archive. */
export const openModule = async (work: Work, link: ModuleLink): Promise<void> => {
  const row = await lockedOne(work, Module, { id: link.module }, 'any')
  if (row?.archived_at) fail('module.archived')
}

export const updateModuleLink = async (work: Work, link: ModuleLink, input: Input): Promise<ModuleLink> => {
  await openModule(work, link)
  const url = input.url === undefined ? link.url : urlOf(input.url)
  if (url !== link.url && (await isTaken(work, link.module, url))) fail('link.taken')
  return update(work, ModuleLink, link, {
    url,
    ...(input.title === undefined ? {} : { title: input.title || null }),
    ...(input.metadata === undefined ? {} : { metadata: input.metadata }),
  })
}
