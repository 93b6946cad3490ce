import type { TestServer } from './server.ts'

/** How many queries the server asks its database meanwhile. */
export const queriesOf = async (server: TestServer, ask: () => Promise<unknown>): Promise<number> => {
  let seen = 0
  const listen = () => seen++
  server.db.on('query', listen)
  await ask()
  server.db.off('query', listen)
  return seen
}
