import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Seat } from './browser.ts'

/**
 * An element that is still fading in has not its own place and colours yet; one that moves by steps is as it will be
 * until the next.
 */
export const settled = (page: Page) =>
  page.evaluate(async () => {
    // A popup that has just come begins to fade in with the next frame, which a busy machine is late with.
    for (let frames = 0; frames < 60 && document.querySelector('.floats[data-starting-style]'); frames++)
      await new Promise(requestAnimationFrame)
    const fades = ({ effect }: Animation) =>
      effect instanceof KeyframeEffect &&
      effect.getTiming().iterations !== Number.POSITIVE_INFINITY &&
      effect.getKeyframes().some(({ easing }) => !easing.startsWith('steps'))
    return Promise.allSettled(
      document
        .getAnimations()
        .filter(fades)
        .map(one => one.finished),
    )
  })

/**
 * Everything that a person would call broken on the screen as it is: a popup that is elsewhere, see-through or
 * covered; a choice that is too low for a finger, on a phone; something wider than the window; a control that is cut or
 * squeezed; a screen without its name, or whose open tab is out of sight; a class that no style sheet knows.
 */
export const faultsInSight = async (page: Page): Promise<string[]> => {
  await settled(page)
  return page.evaluate(() => {
    const faults = new Set<string>()
    const CONTROLS = 'button, input:not([type="file"]), select, textarea, [role="option"], [role="menuitem"]'
    const POPUPS = '.floats, [role="dialog"], [role="alertdialog"], [role="menu"]'
    const SLACK = 1.5
    const nameOf = (node: Element) => {
      const words = node.getAttribute('aria-label') ?? node.textContent?.trim() ?? ''
      return `${node.tagName.toLowerCase()} “${words.replace(/\s+/g, ' ').slice(0, 40)}”`
    }
    const isSeen = (node: Element) => {
      const { width, height } = node.getBoundingClientRect()
      return (
        width > 1 &&
        height > 1 &&
        node.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true })
      )
    }
    const scrolls = (value: string) => value === 'auto' || value === 'scroll'
    const clips = (value: string) => value === 'hidden' || value === 'clip'
    /** The element that cuts another sideways, if nothing on the way lets it be scrolled to. */
    const cutterOf = (node: Element): Element | null => {
      let { position } = getComputedStyle(node)
      for (let up = node.parentElement; up && up !== document.documentElement; up = up.parentElement) {
        const style = getComputedStyle(up)
        if (position === 'fixed') return null
        if (position === 'absolute' && style.position === 'static') continue
        position = style.position
        if (scrolls(style.overflowX)) return null
        if (clips(style.overflowX)) return up
      }
      return null
    }

    const wide = document.documentElement.scrollWidth - innerWidth
    if (wide > SLACK) faults.add(`the window is ${Math.round(wide)} px too narrow for what is in it`)

    for (const popup of document.querySelectorAll(POPUPS)) {
      if (popup.closest('[inert], [data-closed], [data-ending-style]') || popup.matches('[role="tooltip"]'))
        continue
      const { left, top, right, bottom, width, height } = popup.getBoundingClientRect()
      const what = `popup ${nameOf(popup)}`
      if (width < 8 || height < 8) {
        faults.add(`${what} has no size`)
        continue
      }
      if (left < -SLACK || top < -SLACK || right > innerWidth + SLACK || bottom > innerHeight + SLACK)
        faults.add(`${what} reaches beyond the window`)
      for (let up: Element | null = popup; up; up = up.parentElement) {
        const { opacity, visibility } = getComputedStyle(up)
        if (Number(opacity) < 0.99 || visibility !== 'visible') faults.add(`${what} is see-through`)
      }
      const ground = getComputedStyle(popup).backgroundColor
      if (popup.matches('.floats') && /^(transparent|rgba\(.*, 0\))$/.test(ground))
        faults.add(`${what} has no ground`)
    }
    const FINGER = 44
    if (innerWidth < 768)
      for (const choice of document.querySelectorAll('[role^="menuitem"], [role="option"]'))
        if (isSeen(choice) && choice.getBoundingClientRect().height < FINGER - SLACK)
          faults.add(`${nameOf(choice)} is too low for a finger`)

    // An element that lets the pointer through, as a tooltip does, never covers the one under it.
    const [last] = [...document.querySelectorAll(POPUPS)]
      .filter(popup => isSeen(popup) && getComputedStyle(popup).pointerEvents !== 'none')
      .slice(-1)
    if (last) {
      const { left, top, width, height } = last.getBoundingClientRect()
      const on = document.elementFromPoint(left + width / 2, top + Math.min(height / 2, 20))
      const isCovered = on && !last.contains(on) && !on.contains(last) && !on.closest(POPUPS)
      if (isCovered) faults.add(`popup ${nameOf(last)} is covered by ${nameOf(on)}`)
    }

    for (const control of document.querySelectorAll<HTMLElement>(CONTROLS)) {
      if (!isSeen(control) || control.closest('[inert], [data-base-ui-inert]')) continue
      const { left, right } = control.getBoundingClientRect()
      const cutter = cutterOf(control)
      if (cutter) {
        const frame = cutter.getBoundingClientRect()
        // Folded away on purpose, until its row is pointed at.
        if (frame.width > SLACK && (left < frame.left - SLACK || right > frame.right + SLACK))
          faults.add(`${nameOf(control)} is cut by ${nameOf(cutter)}`)
      } else if (getComputedStyle(control).position !== 'fixed') {
        const inScroller = (() => {
          for (let up = control.parentElement; up; up = up.parentElement)
            if (scrolls(getComputedStyle(up).overflowX)) return true
          return false
        })()
        if (!inScroller && (left < -SLACK || right > innerWidth + SLACK))
          faults.add(`${nameOf(control)} is off the screen`)
      }
      if (control instanceof HTMLInputElement && /^(text|email|search|url|password|)$/.test(control.type)) {
        const style = getComputedStyle(control)
        const pen = document.createElement('canvas').getContext('2d')!
        pen.font = style.font
        const room =
          control.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight)
        if (pen.measureText(control.placeholder).width > room + 4 || room < 40)
          faults.add(
            `${control.ariaLabel || control.name || control.placeholder || 'a field'} has no room: ${Math.round(room)} px`,
          )
      } else if (control.textContent.trim() && getComputedStyle(control).overflowX === 'visible') {
        const beyond = control.scrollWidth - control.clientWidth
        if (beyond > 4) faults.add(`${nameOf(control)} is ${beyond} px too narrow for its words`)
      }
    }

    for (const name of document.querySelectorAll<HTMLElement>('header h1')) {
      const room = name.clientWidth
      const isShown = name.checkVisibility({ visibilityProperty: true })
      if (isShown && room < 40 && name.scrollWidth > room + SLACK)
        faults.add(`the screen’s name “${name.textContent}” has no room: ${room} px`)
    }
    for (const tab of document.querySelectorAll('nav .active')) {
      const row = tab.closest('nav')!
      if (!isSeen(tab) || !scrolls(getComputedStyle(row).overflowX)) continue
      const [at, frame] = [tab.getBoundingClientRect(), row.getBoundingClientRect()]
      if (at.left < frame.left - SLACK || at.right > frame.right + SLACK)
        faults.add(`the open tab ${nameOf(tab)} is out of sight`)
    }

    // A class whose style sheet has not come leaves a screen without styles.
    const known = new Set<string>()
    const read = (rules: CSSRuleList) => {
      for (const rule of rules) {
        if (rule instanceof CSSStyleRule)
          for (const [, name] of rule.selectorText.matchAll(/\.((?:\\.|[\w-])+)/g))
            known.add(name!.replaceAll('\\', ''))
        if ('cssRules' in rule) read(rule.cssRules as CSSRuleList)
      }
    }
    for (const sheet of document.styleSheets) read(sheet.cssRules)
    for (const node of document.querySelectorAll('#root [class], [data-base-ui-portal] [class]'))
      for (const name of node.classList)
        if (
          !known.has(name) &&
          !/^(lucide|visx-|logo-|react-renderer|node-|mention-|tiptap|ProseMirror-|is-|group\/)/.test(name)
        )
          faults.add(`nothing styles “${name}”`)
    return [...faults]
  })
}

/** Nothing on the screen is broken to the eye, as far as a machine can say, once what comes or goes has done so. */
export const sight = ({ page }: Pick<Seat, 'page'>) =>
  expect.poll(() => faultsInSight(page), { timeout: 5_000, interval: 100 }).toEqual([])
