/** What every socket of a page to its server has in common. */
const FIRST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 5_000

/** Opens a socket at a path of this server. */
export const openSocket = (path: string): WebSocket =>
  new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}${path}`)

/** How long to wait, in milliseconds, after so many sockets in a row have ended: longer each time, and never all pages at once. */
export const pauseAfter = (ended: number): number =>
  Math.min(FIRST_PAUSE_MS * 2 ** ended, LONGEST_PAUSE_MS) * (0.75 + Math.random() / 2)
