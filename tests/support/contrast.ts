import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Seat } from './browser.ts'

const THEMES = ['light', 'dark', 'light-contrast', 'dark-contrast']

/**
 * The words on the screen whose colour stands out too little from the ground below them, as WCAG 2.2 AA asks, in each of
 * the themes in turn. Words on a picture are left out: no style says their ground.
 */
const faintWords = (page: Page, within: readonly string[]): Promise<string[]> =>
  page.evaluate(themes => {
    type Colour = { rgb: [number, number, number]; alpha: number }
    const pen = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })!
    const known = new Map<string, Colour>()
    const colourOf = (css: string): Colour => {
      const before = known.get(css)
      if (before) return before
      pen.clearRect(0, 0, 1, 1)
      pen.fillStyle = css
      pen.fillRect(0, 0, 1, 1)
      const [red = 0, green = 0, blue = 0, alpha = 0] = pen.getImageData(0, 0, 1, 1).data
      const colour: Colour = { rgb: [red, green, blue], alpha: alpha / 255 }
      known.set(css, colour)
      return colour
    }
    const over = ({ rgb, alpha }: Colour, ground: Colour['rgb']) =>
      rgb.map((part, at) => part * alpha + ground[at]! * (1 - alpha)) as Colour['rgb']
    const luminance = (rgb: Colour['rgb']) => {
      const [red = 0, green = 0, blue = 0] = rgb.map(part =>
        part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
      )
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue
    }
    const SETTLED = 'a[href], button, input, select, textarea, [role]'
    const isOff = (node: Element) => {
      const control = node.closest('label')?.control ?? node.closest(SETTLED)
      return (
        node.closest('[inert], [aria-hidden="true"], [aria-disabled="true"], :disabled') !== null ||
        control?.matches(':disabled, [aria-disabled="true"]') === true
      )
    }
    const hasWords = (node: Element) =>
      node instanceof HTMLInputElement || node instanceof HTMLTextAreaElement
        ? !/checkbox|radio|range|file|color/.test(node.type) && node.value !== ''
        : [...node.childNodes].some(one => one instanceof Text && one.data.trim() !== '')
    /** On its way in or out: no colour of it is its own yet, or any more. */
    const isFading = (node: Element) =>
      node
        .getAnimations()
        .some(
          ({ effect, playState }) =>
            playState === 'running' && effect?.getTiming().iterations !== Number.POSITIVE_INFINITY,
        )
    /** The grounds below an element, each through those above it; none where one is a picture, or is fading. */
    const groundOf = (node: Element): Colour['rgb'] | null => {
      const path: Element[] = []
      for (let at: Element | null = node; at; at = at.parentElement) path.unshift(at)
      let ground: Colour['rgb'] = [255, 255, 255]
      let seen = 1
      for (const at of path) {
        const { backgroundColor, backgroundImage, opacity } = getComputedStyle(at)
        seen *= Number(opacity)
        if (backgroundImage !== 'none' || isFading(at)) return null
        const { rgb, alpha } = colourOf(backgroundColor)
        ground = over({ rgb, alpha: alpha * seen }, ground)
      }
      return ground
    }
    const shows = { opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true }
    const seen = [...document.body.querySelectorAll('*')].filter(
      node => hasWords(node) && node.checkVisibility(shows) && node.clientWidth !== 1 && !isOff(node),
    )
    const faults = new Set<string>()
    const { theme: before } = document.documentElement.dataset
    for (const theme of themes) {
      document.documentElement.dataset.theme = theme
      for (const node of seen) {
        const ground = groundOf(node)
        if (!ground) continue
        const { color, fontSize, fontWeight } = getComputedStyle(node)
        const size = Number.parseFloat(fontSize)
        const least = size >= 24 || (size >= 18.66 && Number(fontWeight) >= 700) ? 3 : 4.5
        const [high = 0, low = 0] = [luminance(over(colourOf(color), ground)), luminance(ground)].sort(
          (one, other) => other - one,
        )
        const ratio = (high + 0.05) / (low + 0.05)
        // A colour is read in whole steps of 255.
        if (ratio < least - 0.04)
          faults.add(
            `${theme}: “${node.textContent?.trim().slice(0, 40)}” has ${ratio.toFixed(2)} of ${least}: ${color} on ${ground.map(Math.round)}`,
          )
      }
    }
    if (before) document.documentElement.dataset.theme = before
    return [...faults]
  }, within)

/** Every word on the screen can be told from its ground, in each of these themes. */
export const readable = async ({ page }: Pick<Seat, 'page'>, within: readonly string[] = THEMES) =>
  expect(await faintWords(page, within)).toEqual([])
