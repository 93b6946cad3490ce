import { connect, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/**
 * A line to PostgreSQL that breaks after a commit has reached it and before its answer is received: that of the nth transaction
 * in which `words` were said. Answers the address that leads through it, and whether it has broken.
 */
export const lostAnswer = async (databaseUrl: string, words: string, nth: number) => {
  const to = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  let commits = 0
  let isBroken = false
  const line = createServer(client => {
    const server = connect(Number(to.port), to.hostname)
    let wasSaid = false
    let isCut = false
    const end = () => {
      client.destroy()
      server.destroy()
    }
    for (const socket of [client, server]) {
      sockets.add(socket)
      socket.on('error', end)
      socket.on('close', end)
    }
    client.on('data', part => {
      const text = part.toString('latin1')
      wasSaid ||= text.includes(words)
      if (wasSaid && /COMMIT;/i.test(text)) {
        wasSaid = false
        isCut = ++commits === nth
      }
      server.write(part)
    })
    server.on('data', part => {
      if (!isCut) return client.write(part)
      isBroken = true
      end()
    })
  })
  await new Promise<void>(resolve => line.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    line.close()
  })
  const { port } = line.address() as { port: number }
  return { url: Object.assign(new URL(databaseUrl), { port: String(port) }).href, isBroken: () => isBroken }
}
