import { connect, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** A line to the server that can go dark: open sockets stay open, and nothing passes any more, in either direction. */
export const darkLine = async (origin: string) => {
  const { hostname, port } = new URL(origin)
  const lines: { near: Socket; far: Socket }[] = []
  const server = createServer(near => {
    const far = connect(Number(port), hostname)
    for (const end of [near, far]) end.on('error', () => {})
    near.pipe(far).pipe(near)
    lines.push({ near, far })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const { near, far } of lines) for (const end of [near, far]) end.destroy()
    server.close()
  })
  return {
    origin: `http://127.0.0.1:${(server.address() as { port: number }).port}`,
    goDark: () => {
      for (const { near, far } of lines)
        for (const [end, other] of [
          [near, far],
          [far, near],
        ] as const) {
          end.unpipe(other)
          end.resume()
        }
    },
  }
}
