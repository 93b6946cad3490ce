import { afterEach } from 'vitest'
import { screens } from './browser.ts'

/** A failed test says what was on the screens. */
afterEach(async ({ task }) => {
  const [error] = task.result?.errors ?? []
  if (error) error.stack = `${error.stack ?? error.message}\nOn the screens:\n${await screens()}`
})
