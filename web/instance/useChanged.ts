import { useEffect } from 'react'
import { INSTANCE_LINE } from '#contract/workspace/instance.ts'
import { openSocket, pauseAfter } from '../data/sockets.ts'
import { useSteady } from '../ui/useSteady.ts'
import { loadAdmin, useInstance } from './instance.ts'

/** A line to the server, opened again whenever it breaks; answers how to close it for good. */
const listen = (hear: () => void) => {
  let socket: WebSocket
  let timer = 0
  let attempt = 0
  let isOver = false
  const open = () => {
    socket = openSocket(INSTANCE_LINE)
    socket.onmessage = () => {
      attempt = 0
      hear()
    }
    socket.onclose = () => {
      if (isOver) return
      // A socket that ends or is refused does not say why: a session that is over leads to signing in.
      if (attempt++ < 2) void loadAdmin()
      timer = window.setTimeout(open, pauseAfter(attempt))
    }
  }
  open()
  return () => {
    isOver = true
    clearTimeout(timer)
    socket.close()
  }
}

/** Calls `refresh` when something of the instance or of its people may have changed, whoever did it. */
export const useChanged = (refresh: () => void) => {
  const { me } = useInstance()
  const hear = useSteady(refresh)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another line when another admin is there
  useEffect(() => (me ? listen(hear) : undefined), [me?.id])
}
