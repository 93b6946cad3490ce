import type { ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { OAuth2Server } from 'oauth2-mock-server'

/** A real OAuth server, as a service that people may come by. */
export const oauth = async (endpoints: Record<string, string>) => {
  const provider = new OAuth2Server(undefined, undefined, { endpoints })
  await provider.issuer.keys.generate('RS256')
  await provider.start(0, '127.0.0.1')
  const { port } = provider.address() as AddressInfo
  provider.issuer.url = `http://127.0.0.1:${port}`
  return { provider, host: `http://127.0.0.1:${port}` }
}
export const tell = (response: ServerResponse, body: unknown) => {
  response.writeHead(200, { 'Content-Type': 'application/json' })
  response.end(JSON.stringify(body))
}
