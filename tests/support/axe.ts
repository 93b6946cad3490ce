import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect } from 'vitest'
import type { Seat } from './browser.ts'
import { settled } from './sight.ts'

// The small form: as it is imported it is twice as long, and each page that is judged has to receive and to read it.
const require = createRequire(import.meta.url)
const source = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8')

type Fault = { html: string; target: string[]; failureSummary?: string }
type Found = { violations: { id: string; nodes: Fault[] }[] }
type Axe = { run(context: object, options: object): Promise<Found> }

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']

/** Serialised into the page: it knows nothing from outside. */
const faultsWithin = async (runOnly: readonly string[]): Promise<string[]> => {
  const { axe } = window as unknown as { axe: Axe }
  // Of rows of one kind the first ones are judged: a long list costs half a second, and its hundredth row is like its third.
  const FIRST = 3
  for (const list of document.querySelectorAll('main *, [role="dialog"] *')) {
    const seen = new Map<string, number>()
    for (const child of list.children) {
      const kind = `${child.tagName} ${child.className}`
      const before = seen.get(kind) ?? 0
      seen.set(kind, before + 1)
      child.toggleAttribute('data-like-before', before >= FIRST && child.childElementCount > 0)
    }
  }
  const { violations } = await axe.run(
    { exclude: [['[data-like-before]']] },
    // Passed rules are not reported one by one: a third of the work.
    { runOnly, resultTypes: ['violations'] },
  )
  // Of a control that a popup covers in part, only the rest is measured: how large it is was judged without the popup.
  const popups = [...document.querySelectorAll('.floats, [role="dialog"], [role="menu"]')]
  const isCovered = (node: Element | null) => {
    const own = node?.getBoundingClientRect()
    return popups.some(popup => {
      const { left, right, top, bottom } = popup.getBoundingClientRect()
      const meets = own && left < own.right && own.left < right && top < own.bottom && own.top < bottom
      return meets && !popup.contains(node)
    })
  }
  return violations.flatMap(({ id, nodes }) => {
    const judged = nodes.filter(
      ({ target }) => id !== 'target-size' || !isCovered(document.querySelector(target[0]!)),
    )
    const told = judged.map(({ html, failureSummary }) => `${html.slice(0, 160)} ${failureSummary}`)
    return told.length > 0 ? [`${id}: ${told.join(' | ')}`] : []
  })
}

/**
 * The screen as it is breaks no rule of WCAG 2.2 AA that a machine can judge, or none of the named ones. It is expensive:
 * everyScreen.test.ts asks for it on every screen, other tests ask `sight` alone.
 */
export const axe = async ({ page }: Seat, rules: readonly string[] = WCAG) => {
  // It is large: each page reads it once.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source)
  await settled(page)
  const found = await page.evaluate(faultsWithin, rules)
  expect(found, found.join('\n')).toEqual([])
}
