import { expect } from 'vitest'
import type { Seat } from './browser.ts'

type Focus = { name: string; fault: string | null }

/** What has the focus, and why somebody who only has keys would not see that. */
const focusOf = ({ page }: Seat): Promise<Focus> =>
  page.evaluate(() => {
    const node = document.activeElement
    if (!node || node === document.body) return { name: '', fault: 'nothing has the focus' }
    const labels = [...((node as HTMLInputElement).labels ?? [])].map(one => one.textContent)
    const words = node.getAttribute('aria-label') ?? labels[0] ?? node.textContent ?? ''
    const name = words.replace(/\s+/g, ' ').trim()
    const { top, bottom, left, right, width, height } = node.getBoundingClientRect()
    const isInSight = top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth
    const isRinged = (one: Element) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(one)
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0
    }
    // The field of a box with chips in it has its ring around the box, a checkbox around the box that is drawn.
    const around = [node, node.parentElement, node.parentElement?.parentElement, node.nextElementSibling]
    const fault =
      width < 2 || height < 2 || !isInSight
        ? 'is out of sight'
        : around.some(one => one && isRinged(one))
          ? null
          : 'has no ring'
    return { name, fault }
  })

/** Somebody who only has keys: where the focus is, it is seen. */
export const byKeys = (who: Seat) => {
  const press = (key: string) => who.page.keyboard.press(key)
  /** The focus comes here by itself, as with the next step of a form. */
  const on = async (name: string | RegExp) => {
    await expect
      .poll(async () => (await focusOf(who)).name)
      .toMatch(typeof name === 'string' ? exactly(name) : name)
    expect(await focusOf(who)).toMatchObject({ fault: null })
  }
  /** Goes on (or back) until this has the focus; each that has it on the way is seen, too. */
  const to = async (name: string | RegExp, key = 'Tab') => {
    const wanted = typeof name === 'string' ? exactly(name) : name
    const passed: string[] = []
    for (let presses = 0; presses < 40; presses++) {
      await press(key)
      const { name: here, fault } = await focusOf(who)
      if (here || !fault) expect(fault, `${here}, after ${passed.join(', ')}`).toBeNull()
      if (wanted.test(here)) return
      passed.push(here)
    }
    throw new Error(`${name} is not reached: ${passed.join(', ')}`)
  }
  const type = (words: string) => who.page.keyboard.type(words)
  /** Opens the choice with the focus and takes what is typed. */
  const choose = async (words: string) => {
    await press('Enter')
    await who.page.getByRole('combobox').waitFor()
    await type(words)
    await who.page.getByRole('option', { name: new RegExp(`^${words}`) }).waitFor()
    await press('Enter')
    await who.page.getByRole('combobox').waitFor({ state: 'detached' })
  }
  /** Something has the focus, not the page as a whole: the next key goes on from there. */
  const stays = (after: string) =>
    expect
      .poll(() => who.page.evaluate(() => document.activeElement?.tagName ?? 'BODY'), {
        message: `focus, ${after}`,
      })
      .not.toBe('BODY')
  /** Finds a command by these words and runs it. */
  const command = async (words: string) => {
    await press('Control+k')
    const menu = who.page.getByRole('dialog', { name: 'Command menu' })
    await menu.getByRole('combobox').waitFor()
    await type(words)
    await menu.getByRole('option', { selected: true, name: new RegExp(words, 'i') }).waitFor()
    await press('Enter')
    await menu.waitFor({ state: 'detached' })
  }
  return { on, to, press, type, choose, stays, command }
}

const exactly = (name: string) => new RegExp(`^${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`)
