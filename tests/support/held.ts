import type { Seat } from './browser.ts'

/** The sockets at an address; once held back, nothing the server says on them arrives until they are let go. */
export const heldLine = async ({ page }: Seat, address: RegExp) => {
  let held: (() => void)[] | null = null
  await page.routeWebSocket(address, socket => {
    const server = socket.connectToServer()
    socket.onMessage(message => server.send(message))
    server.onMessage(message => {
      if (held) held.push(() => socket.send(message))
      else socket.send(message)
    })
  })
  return {
    holdBack: () => {
      held = []
    },
    letGo: () => {
      for (const send of held ?? []) send()
      held = null
    },
  }
}

/** The kept texts of this browser cannot be read until they are let go: another reader writes into them all the time. */
export const heldStore = async ({ page }: Seat, name: string) => {
  await page.evaluate(async ending => {
    const all = await indexedDB.databases()
    const own = all.find(({ name: one }) => one?.endsWith(ending))?.name ?? ''
    const request = indexedDB.open(own)
    await new Promise(resolve => request.addEventListener('success', resolve))
    const write = request.result.transaction(['updates', 'custom'], 'readwrite')
    let isHeld = true
    const more = () => {
      if (isHeld) write.objectStore('custom').get('none').addEventListener('success', more)
      else request.result.close()
    }
    more()
    addEventListener('let-go', () => {
      isHeld = false
    })
  }, name)
  return { letGo: () => page.evaluate(() => dispatchEvent(new Event('let-go'))) }
}
