import { fail } from '#contract/errors.ts'
import { Photos, photoRoutes } from '#contract/files/photos.ts'
import { messageOf } from '#contract/messageOf.ts'
import { mount } from '../http/mount.ts'
import { createOutgoing, NotReached } from '../http/outgoing.ts'
import type { Server } from '../http/server.ts'

const ANSWER_MS = 10_000
const MOST_BYTES = 2 * 1024 * 1024
const MOST_AT_ONCE = 30

const numberWithin = (given: string | undefined, usual: number, most: number): string => {
  const wanted = Number(given ?? usual)
  return String(Number.isInteger(wanted) && wanted > 0 ? Math.min(wanted, most) : usual)
}

export const mountPhotos = (server: Server) => {
  const outgoing = createOutgoing(server.settings)
  mount(server, photoRoutes, {
    list: async ({ query }) => {
      const { UNSPLASH_HOST: host, UNSPLASH_ACCESS_KEY: key } = await server.configured.read()
      if (key === '') return []
      const words = query.query?.trim() ?? ''
      const asked = new URLSearchParams({
        ...(words && { query: words.slice(0, 200) }),
        page: numberWithin(query.page, 1, 1000),
        per_page: numberWithin(query.per_page, 20, MOST_AT_ONCE),
      })
      const address = `${host.replace(/\/+$/, '')}/${words ? 'search/photos' : 'photos'}?${asked}`
      try {
        const { status, body } = await outgoing.read(address, {
          headers: { Authorization: `Client-ID ${key}`, 'Accept-Version': 'v1' },
          timeoutMs: ANSWER_MS,
          most: MOST_BYTES,
        })
        if (status !== 200) throw new NotReached(`it answered ${status}`, false)
        return Photos.parse(JSON.parse(body.toString('utf8')))
      } catch (error) {
        // The library's own words are logged and answered nowhere: they may hold the key.
        server.log.warn({ said: messageOf(error) }, 'the library of pictures was not read')
        return fail('outgoing.notAnswered')
      }
    },
  })
}
