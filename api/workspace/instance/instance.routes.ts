import { instanceRoutes } from '#contract/workspace/instance.ts'
import { mount } from '../../http/mount.ts'
import type { Server } from '../../http/server.ts'
import { composeConfig, composeInstance } from './compose.ts'
import { changelog, releaseNotes } from './releases.ts'

export const mountInstance = (server: Server) => {
  const { db, settings, configured, pushKeys } = server
  let description: Record<string, unknown> | null = null
  let descriptionV1: Record<string, unknown> | null = null
  mount(server, instanceRoutes, {
    get: async ({ viewer }) => ({
      config: composeConfig(await configured.read(), settings, pushKeys.publicKey),
      instance: await composeInstance(db, settings, viewer),
    }),
    changelog,
    releaseNotes,
    openapi: async () => {
      description ??= (await import('./openapi.ts')).openapi()
      return description
    },
    openapiV1: async () => {
      descriptionV1 ??= (await import('./openapi.ts')).openapiV1()
      return descriptionV1
    },
  })
}
