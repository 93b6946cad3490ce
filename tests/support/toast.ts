import { expect } from 'vitest'
import type { Seat } from './browser.ts'

const FIELDS = 'input:not([type="checkbox"]), textarea, [contenteditable="true"], [data-writing]'

/** The toast is over no field, nor, in a long text, over the line in which somebody writes. */
export const toastCoversNoField = async ({ page }: Seat) => {
  const covered = () =>
    page.locator('[data-toast]').evaluate((toast, fields) => {
      const over = toast.getBoundingClientRect()
      const covers = (one: DOMRect) =>
        one.width > 1 &&
        one.left < over.right &&
        one.right > over.left &&
        one.top < over.bottom &&
        one.bottom > over.top
      const isText = (node: Element) => node.clientHeight > 320
      const found = [...document.querySelectorAll(fields)]
        .filter(field => !isText(field) && covers(field.getBoundingClientRect()))
        .map(field => field.ariaLabel ?? field.className)
      const caret = getSelection()?.focusNode
      const line = caret instanceof Element ? caret : caret?.parentElement
      if (
        document.activeElement &&
        isText(document.activeElement) &&
        line &&
        covers(line.getBoundingClientRect())
      )
        found.push(`the line ${line.textContent}`)
      return found
    }, FIELDS)
  await expect.poll(covered).toEqual([])
}
