import type { Seat } from './browser.ts'

/** A further tab of a person, as narrow as a phone: it has the program of the other one. */
export const narrowTab = async ({ context, errors }: Seat): Promise<Seat> => {
  const page = await context.newPage()
  page.on('pageerror', error => errors.push(String(error)))
  await page.setViewportSize({ width: 390, height: 844 })
  return { context, page, errors }
}
