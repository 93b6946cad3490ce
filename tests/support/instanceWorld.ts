import { build } from './build.ts'
import { startServer } from './server.ts'

/** A server that is set up, and Freya, who runs it and is signed in to do so. */
export const instanceWorld = async (env?: Parameters<typeof startServer>[0]) => {
  const server = await startServer(env)
  const make = build(server)
  await make.setUp()
  return { server, make, freya: await make.instanceAdmin() }
}
