import AxeBuilder from 'axe-core'
import { expect } from 'vitest'
import type { Seat } from './browser.ts'
import { settled, sight } from './sight.ts'

/** What is on the screen now breaks no rule of WCAG 2.2 AA that a machine can judge, and none of the eye. */
export const axe = async ({ page }: Seat) => {
  await sight({ page })
  // It is large: each page reads it once.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AxeBuilder.source)
  await settled(page)
  const found = await page.evaluate(async () => {
    const { axe } = window as unknown as {
      axe: {
        run(
          options: object,
        ): Promise<{ violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[] }>
      }
    }
    const { violations } = await axe.run({
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'],
      // What passes is not told one by one: a third of the work.
      resultTypes: ['violations'],
    })
    return violations.map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map(node => `${node.html.slice(0, 160)} ${node.failureSummary}`).join(' | ')}`,
    )
  })
  expect(found, found.join('\n')).toEqual([])
}
