import { DisplayProperties, UserProperties, userPropertiesRoutes } from '#contract/planning/userProperties.ts'
import { type Ask, mount } from '../../http/mount.ts'
import type { Server } from '../../http/server.ts'
import { type ListPlace, type ListValues, readProperties, writeProperties } from './userProperties.service.ts'

type Asked = Pick<Ask, 'workspaceId' | 'projectId'> & { params: Record<string, string | undefined> }

/** The list that the path leads to. */
const placeOf = ({ workspaceId, projectId, params: { cycleId, moduleId } }: Asked): ListPlace => ({
  workspace: workspaceId,
  ...(projectId && { project: projectId }),
  ...(cycleId && { cycle: cycleId }),
  ...(moduleId && { module: moduleId }),
})

const read = (ask: Asked & Pick<Ask, 'trx' | 'viewer'>) => readProperties(ask.trx, ask.viewer, placeOf(ask))

/** The presenter reads. */
const asStored = async () => undefined

const write = async (ask: Asked & Pick<Ask, 'work'>, values: ListValues) => {
  await writeProperties(ask.work, placeOf(ask), values)
  return undefined
}

export const mountUserProperties = (server: Server) =>
  mount(
    server,
    userPropertiesRoutes,
    {
      ofProject: asStored,
      updateOfProject: ask => write(ask, ask.body),
      ofCycle: asStored,
      updateOfCycle: ask => write(ask, ask.body),
      ofModule: asStored,
      updateOfModule: ask => write(ask, ask.body),
      ofWorkspace: asStored,
      updateOfWorkspace: ask => write(ask, ask.body),
      displayProperties: asStored,
      updateDisplayProperties: async ask => {
        const before = await read(ask)
        return write(ask, {
          display_properties: { ...before.display_properties, ...ask.body.properties },
        })
      },
    },
    {
      presenter: { as: UserProperties.schema, show: read },
      part: {
        as: DisplayProperties,
        show: async ask => ({ properties: (await read(ask)).display_properties }),
      },
    },
  )
