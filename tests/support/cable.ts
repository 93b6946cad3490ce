import type { Seat } from './browser.ts'

/** A network that can be pulled: open sockets are cut, as a real one would cut them. */
export const cable = async ({ context }: Pick<Seat, 'context'>) => {
  let isOut = false
  const cuts = new Set<() => void>()
  await context.routeWebSocket(/.*/, socket => {
    if (isOut) return void socket.close()
    socket.connectToServer()
    cuts.add(() => void socket.close())
  })
  return async (out: boolean) => {
    isOut = out
    await context.setOffline(out)
    if (!out) return
    for (const cut of cuts) cut()
    cuts.clear()
  }
}
