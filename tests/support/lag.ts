import { setTimeout as wait } from 'node:timers/promises'
import type { BrowserContext } from 'playwright-core'

/**
 * A bad line: the server's answers, its scripts and its words on sockets come late, each by a random while of up to
 * `most` milliseconds and mostly much less; on a socket in their order. A failure then is a race, here or in the
 * product.
 */
export const lag = async (context: BrowserContext, most: number) => {
  const late = (by: number) => wait(Math.random() ** 2 * by)
  await context.route(/\/(api|assets|auth)\//, async route => {
    await late(most)
    // Its page may be gone.
    await route.continue().catch(() => {})
  })
  await context.routeWebSocket(/.*/, socket => {
    const server = socket.connectToServer()
    let last: Promise<unknown> = Promise.resolve()
    socket.onMessage(message => server.send(message))
    server.onMessage(message => {
      const mine = late(most / 2)
      last = last.then(() => mine).then(() => socket.send(message))
    })
  })
}
