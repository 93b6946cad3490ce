/** Reading a very long text takes a while of everyone's time: after its store the text rests so many times as long. */
const REST_TIMES = 20
const LONGEST_REST_MS = 3_000

export const createRests = () => {
  const until = new Map<string, number>()
  const waiting = new Map<string, NodeJS.Timeout>()
  const left = (name: string) => (until.get(name) ?? 0) - performance.now()
  return {
    /** It was read from that moment until now. */
    begin: (name: string, from: number) => {
      const now = performance.now()
      until.set(name, now + Math.min(LONGEST_REST_MS, REST_TIMES * (now - from)))
    },
    isResting: (name: string) => left(name) > 0,
    /** Once, however often it is asked for meanwhile. */
    after: (name: string, act: () => void) => {
      if (waiting.has(name)) return
      const done = () => {
        waiting.delete(name)
        act()
      }
      waiting.set(name, setTimeout(done, left(name)).unref())
    },
    delete: (name: string) => until.delete(name),
  }
}
