/** Loaded into the server before it starts: says what it holds and how busy it is, to whoever has started it. */
import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import { setFlagsFromString, writeHeapSnapshot } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { obey } from './words.ts'

const delays = monitorEventLoopDelay({ resolution: 10 })
delays.enable()
let [busy, cpu, from] = [performance.eventLoopUtilization(), process.cpuUsage(), performance.now()]

export type Held = {
  rss: number
  heapUsed: number
  heapTotal: number
  external: number
  arrayBuffers: number
  /** Of the time since the last question: the loop's share, the process's cores, and the longest hold in ms. */
  loop: number
  cpu: number
  late: number
}

obey({
  held: (): Held => {
    const [now, used] = [performance.eventLoopUtilization(busy), process.cpuUsage(cpu)]
    const { rss, heapUsed, heapTotal, external, arrayBuffers } = process.memoryUsage()
    const answer = {
      ...{ rss, heapUsed, heapTotal, external, arrayBuffers },
      loop: now.utilization,
      cpu: (used.user + used.system) / 1000 / (performance.now() - from),
      late: delays.max / 1e6,
    }
    delays.reset()
    ;[busy, cpu, from] = [performance.eventLoopUtilization(), process.cpuUsage(), performance.now()]
    return answer
  },
  collect: () => {
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as () => void
    collect()
  },
  snapshot: (path: string) => writeHeapSnapshot(path),
})
process.channel?.unref()
