/** Where the tasks of long texts run: a thread of its own, which is ended when one takes too long. */
import { type TextTasks, textTasks } from './textTasks.ts'

export type ThreadTask<N extends keyof TextTasks = keyof TextTasks> = {
  name: N
  input: Parameters<TextTasks[N]>[0]
}

export const run = <N extends keyof TextTasks>({ name, input }: ThreadTask<N>): unknown =>
  (textTasks[name] as (input: ThreadTask<N>['input']) => unknown)(input)
