import { must } from '#contract/errors.ts'
import { userPropertiesRoutes } from '#contract/planning/userProperties.ts'
import { type Ask, mount } from '../../http/mount.ts'
import type { Server } from '../../http/server.ts'
import { type ListPlace, readProperties, writeProperties } from './userProperties.service.ts'

type Where = Pick<Ask, 'workspaceId' | 'projectId'> & { params: Record<string, string> }

const ofWorkspace = ({ workspaceId }: Where) => ({ workspace: workspaceId })
const ofProject = (ask: Where) => ({ ...ofWorkspace(ask), project: ask.projectId })
const ofCycle = (ask: Where) => ({ ...ofProject(ask), cycle: must(ask.params.cycleId, 'a cycle') })
const ofModule = (ask: Where) => ({ ...ofProject(ask), module: must(ask.params.moduleId, 'a module') })

export const mountUserProperties = (server: Server) => {
  const read = (ask: Pick<Ask, 'trx' | 'viewer'>, place: ListPlace) =>
    readProperties(ask.trx, ask.viewer, place)
  const properties = async (ask: Where & Pick<Ask, 'trx' | 'viewer'>) => ({
    properties: (await read(ask, ofProject(ask))).display_properties,
  })
  mount(
    server,
    userPropertiesRoutes,
    {
      ofProject: ask => read(ask, ofProject(ask)),
      updateOfProject: ask => writeProperties(ask.work, ofProject(ask), ask.body),
      ofCycle: ask => read(ask, ofCycle(ask)),
      updateOfCycle: ask => writeProperties(ask.work, ofCycle(ask), ask.body),
      ofModule: ask => read(ask, ofModule(ask)),
      updateOfModule: ask => writeProperties(ask.work, ofModule(ask), ask.body),
      ofWorkspace: ask => read(ask, ofWorkspace(ask)),
      updateOfWorkspace: ask => writeProperties(ask.work, ofWorkspace(ask), ask.body),
      displayProperties: properties,
      updateDisplayProperties: async ask => {
        const before = await read(ask, ofProject(ask))
        const display_properties = { ...before.display_properties, ...ask.body.properties }
        const row = await writeProperties(ask.work, ofProject(ask), { display_properties })
        return { properties: row.display_properties }
      },
    },
    {
      again: {
        updateOfProject: ask => read(ask, ofProject(ask)),
        updateOfCycle: ask => read(ask, ofCycle(ask)),
        updateOfModule: ask => read(ask, ofModule(ask)),
        updateOfWorkspace: ask => read(ask, ofWorkspace(ask)),
        updateDisplayProperties: properties,
      },
    },
  )
}
