import { type Seat, seat } from './browser.ts'

/**
 * One browser for people who come one after another: nobody is signed in, nothing that the last one did is left, and the
 * program is there already.
 */
export const sameBrowser = () => {
  let kept: Seat | null = null
  return async (origin: string): Promise<Seat> => {
    if (!kept) {
      kept = await seat(origin)
      return kept
    }
    const { page, context, errors } = kept
    // Where there is no client to notice that it is signed out.
    await page.goto('/readyz')
    await context.clearCookies()
    await page.evaluate(async () => {
      localStorage.clear()
      sessionStorage.clear()
      for (const { name } of await indexedDB.databases()) if (name) indexedDB.deleteDatabase(name)
    })
    errors.length = 0
    return kept
  }
}
