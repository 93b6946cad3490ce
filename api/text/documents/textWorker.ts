/** Where the tasks of long texts run: a process of its own, which is ended when one takes too long. */
import { readdirSync } from 'node:fs'
import { setPriority } from 'node:os'
import { worker } from 'workerpool'
import { type TextTasks, textTasks } from './textTasks.ts'

export type WorkerTask<N extends keyof TextTasks = keyof TextTasks> = {
  name: N
  input: Parameters<TextTasks[N]>[0]
}

const BEHIND = 10

/** Where every processor is busy, calls go first. Linux counts each thread by itself. */
const stepBack = () => {
  const threads = process.platform === 'linux' ? readdirSync('/proc/self/task').map(Number) : [process.pid]
  for (const thread of threads) setPriority(thread, BEHIND)
}

stepBack()
worker({
  run: <N extends keyof TextTasks>({ name, input }: WorkerTask<N>): unknown =>
    (textTasks[name] as (input: WorkerTask<N>['input']) => unknown)(input),
})
