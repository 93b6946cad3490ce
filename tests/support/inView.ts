import type { Locator } from 'playwright-core'
import { expect } from 'vitest'

/** Is within the window and nothing scrolls it out; asking alone scrolls nothing. */
export const isInView = async (what: Locator) => {
  await what.waitFor({ state: 'attached' })
  const isSeen = (node: Element) =>
    new Promise<boolean>(seen => {
      new IntersectionObserver(found => seen(found.some(one => one.isIntersecting))).observe(node)
    })
  await expect.poll(() => what.evaluate(isSeen)).toBe(true)
}
