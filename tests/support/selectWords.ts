import type { Editor } from '@tiptap/core'
import type { Seat } from './browser.ts'

/** Selects some words of a page's text, where they are in one piece, and waits until its editor has learned of it. */
export const selectWords = async ({ page }: Pick<Seat, 'page'>, words: string): Promise<void> => {
  const node = await page.getByRole('textbox', { name: 'Page text' }).elementHandle()
  await page.evaluate(
    ([text, wanted]) => {
      const walker = document.createTreeWalker(text as Node, NodeFilter.SHOW_TEXT)
      for (let at = walker.nextNode(); at; at = walker.nextNode()) {
        const from = at.textContent?.indexOf(wanted) ?? -1
        if (from >= 0) getSelection()?.setBaseAndExtent(at, from, at, from + wanted.length)
      }
    },
    [node, words] as const,
  )
  await page.waitForFunction(
    ([text, wanted]) => {
      const { doc, selection } = (text as unknown as { editor: Editor }).editor.state
      return doc.textBetween(selection.from, selection.to, ' ') === wanted
    },
    [node, words] as const,
  )
}
