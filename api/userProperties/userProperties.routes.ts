import { userPropertiesRoutes } from '#contract/userProperties.ts'
import { mount } from '../http/mount.ts'
import type { Server } from '../http/server.ts'
import { readProperties, writeProperties } from './userProperties.service.ts'

type Where = { workspaceId: string; projectId: string; row: { id: string } }

const ofProject = ({ workspaceId, projectId }: Omit<Where, 'row'>) => ({
  workspace: workspaceId,
  project: projectId,
})
const ofCycle = (ask: Where) => ({ ...ofProject(ask), cycle: ask.row.id })
const ofModule = (ask: Where) => ({ ...ofProject(ask), module: ask.row.id })

export const mountUserProperties = (server: Server) =>
  mount(server, userPropertiesRoutes, {
    ofProject: ask => readProperties(ask.trx, ask.viewer, ofProject(ask)),
    updateOfProject: ask => writeProperties(ask.work, ofProject(ask), ask.body),
    ofCycle: ask => readProperties(ask.trx, ask.viewer, ofCycle(ask)),
    updateOfCycle: ask => writeProperties(ask.work, ofCycle(ask), ask.body),
    ofModule: ask => readProperties(ask.trx, ask.viewer, ofModule(ask)),
    updateOfModule: ask => writeProperties(ask.work, ofModule(ask), ask.body),
    ofWorkspace: ask => readProperties(ask.trx, ask.viewer, { workspace: ask.workspaceId }),
    updateOfWorkspace: ask => writeProperties(ask.work, { workspace: ask.workspaceId }, ask.body),
    displayProperties: async ask => ({
      properties: (await readProperties(ask.trx, ask.viewer, ofProject(ask))).display_properties,
    }),
    updateDisplayProperties: async ask => {
      const before = await readProperties(ask.trx, ask.viewer, ofProject(ask))
      const display_properties = { ...before.display_properties, ...ask.body.properties }
      const row = await writeProperties(ask.work, ofProject(ask), { display_properties })
      return { properties: row.display_properties }
    },
  })
