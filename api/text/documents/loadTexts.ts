/** What reads, writes and serves texts comes with the first one: a server starts and rests without it. */
import { setImmediate } from 'node:timers/promises'

// In portions: all at once they would hold the process, and every call, for more than 150 ms.
const portions = [
  () => import('yjs'),
  () => import('@tiptap/core'),
  () => import('@tiptap/starter-kit'),
  () => import('@mixmark-io/domino'),
  () => import('mdast-util-from-markdown'),
  () => import('@tiptap/y-tiptap'),
  () => import('#document'),
  () => import('@hocuspocus/server'),
]

let loaded: Promise<void> | null = null

/** To be awaited before anything that deals with texts is imported. */
export const loadTexts = (): Promise<void> => {
  loaded ??= (async () => {
    for (const load of portions) {
      await load()
      await setImmediate()
    }
  })()
  return loaded
}
