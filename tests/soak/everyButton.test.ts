/**
 * Somebody who presses every control of a screen that changes something, within one page: what opens, what it holds, and
 * last what ends things. Each is known by its name, so that what is on every screen is pressed once.
 */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { placeIds as all, type PlaceId, placeOf } from '../../web/places/address.ts'
import { leaveSeats } from '../support/browser.ts'
import { everybody } from '../support/everyPlace.ts'
import { hearAnswers, type Watched } from '../support/hearAnswers.ts'

/** What is pressed: what changes, then what ends a row, then what ends a place, then what ends one's stay. */
const phases = ['changes', 'rows', 'places', 'stay'] as const
type Phase = (typeof phases)[number]
type Ask = { at: string; phase: Phase; most: number }
/** `later`: the phases that something on the screen waits for. */
type Told = { faults: string[]; presses: string[]; later: Phase[] }

/** So often a screen is entered anew: some controls load the page again. */
const ENTRIES = 12

/** Serialised into the page: it knows nothing from outside. */
const pressWithin = ({ at, phase, most }: Ask): Promise<Told> => {
  type Memory = { pressed: string[]; holders: Record<string, string[]>; seen: Record<string, number> }
  const here = window as Watched
  const address = location.pathname + location.search
  const memory = JSON.parse(
    sessionStorage.getItem('pressing') ?? '{"pressed":[],"holders":{},"seen":{}}',
  ) as Memory
  const pressed = new Set(memory.pressed)
  const keep = () => sessionStorage.setItem('pressing', JSON.stringify({ ...memory, pressed: [...pressed] }))
  const CONTROLS =
    'button, [role="button"], [role="switch"], [role="checkbox"], [role="tab"], [role="radio"], [role^="menuitem"], [role="option"], input[type="radio"], input[type="checkbox"]'
  const CROWD = '[role="listbox"], [role="grid"], fieldset, table, [role="radiogroup"]'
  const STAY = /sign out|log out|deactivat|use another address/i
  const PLACES = /(leave|archive|delete|remove).*(project|workspace)|^leave/i
  const ROWS = /\b(delete|remove|archive|revoke|discard|disconnect|decline|end|merge|unpublish)\b/i
  const BACK = /^(close|cancel|not now|back|go back|keep|dismiss|reload|try again|undo)\b/i
  let label = ''
  const faults: string[] = []
  here.say = fault => void faults.push(`${at}, ${label}: ${fault}`)
  here.mayBeGone = phase !== 'changes'
  const pause = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))
  const rest = async () => {
    const until = performance.now() + 5_000
    let last = -1
    for (let quiet = 0; quiet < 2 && performance.now() < until; ) {
      await pause(16)
      const now = document.body.textContent.length
      const waits = (here.underWay ?? 0) > 0 || document.querySelector('.skeleton, [aria-busy="true"]')
      quiet = !waits && now === last ? quiet + 1 : 0
      last = now
    }
  }
  const isSeen = (node: Element) => node.checkVisibility() && !node.closest('[inert], [aria-hidden="true"]')
  const top = (): HTMLElement =>
    [...document.querySelectorAll<HTMLElement>('.floats')].filter(isSeen).at(-1) ?? document.body
  const wordsOf = (node: HTMLElement) => {
    const ids = node.getAttribute('aria-labelledby')?.split(' ') ?? []
    const labels = node instanceof HTMLInputElement || node instanceof HTMLButtonElement ? node.labels : null
    return (
      node.ariaLabel ||
      ids.map(id => document.getElementById(id)?.textContent ?? '').join(' ') ||
      [...(labels ?? [])].map(one => one.textContent).join(' ') ||
      node.textContent
    )
  }
  const nameOf = (node: HTMLElement) =>
    wordsOf(node).replace(/\d+/g, '#').replace(/\s+/g, ' ').trim().slice(0, 50)
  const roleOf = (node: Element) => node.getAttribute('role') ?? node.tagName.toLowerCase()
  let opener = ''
  const phaseOf = (name: string): Phase =>
    STAY.test(name) ? 'stay' : PLACES.test(name) ? 'places' : ROWS.test(name) ? 'rows' : 'changes'
  const isDialog = (layer: Element) => /dialog/.test(layer.getAttribute('role') ?? '')
  type Control = { node: HTMLElement; key: string; name: string; phase: Phase }
  const controlsIn = (layer: HTMLElement): Control[] => {
    const crowds = new Map<Element, number>()
    return [...layer.querySelectorAll<HTMLElement>(CONTROLS)].flatMap(node => {
      if (!isSeen(node) || node.matches(':disabled, [aria-disabled="true"]')) return []
      if (node.closest('[contenteditable="true"]')) return []
      const role = roleOf(node)
      const crowd = role === 'option' || role === 'button' ? node.closest(CROWD) : null
      const nth = crowd ? (crowds.get(crowd) ?? 0) + 1 : 0
      if (crowd) crowds.set(crowd, nth)
      if (nth > 2 && role === 'option') return []
      if (nth > 6) return []
      const name = role === 'option' ? `option ${nth}` : nameOf(node)
      if (layer !== document.body && BACK.test(name)) return []
      const its = phaseOf(name)
      // The same words of another menu do the same, but for what they end.
      const within = layer === document.body || (its === 'changes' && role !== 'option') ? '' : opener
      return [{ node, name, key: `${within}/${role} ${name}`, phase: its }]
    })
  }
  /** The next to press on a layer; a dialog that is open was meant, so all of it counts. */
  const nextOn = (layer: HTMLElement): Control | undefined =>
    controlsIn(layer).find(({ key, phase: its }) => {
      if (layer !== document.body && isDialog(layer)) return !pressed.has(`${phase} ${key}`)
      if (its === phase) return !pressed.has(key)
      return memory.holders[phase]?.includes(key) === true && !pressed.has(`${phase} ${key}`)
    })
  const fill = (layer: HTMLElement) => {
    for (const field of layer.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')) {
      if (!isSeen(field) || field.value || field.disabled || field.readOnly) continue
      if (!field.matches('[type="text"], [type="email"], :not([type])')) continue
      if (layer === document.body && !field.required) continue
      const words = field.labels?.[0]?.textContent ?? ''
      const value = /“(.+)”/.exec(words)?.[1] ?? (field.type === 'email' ? 'olu@quay.example' : 'Tides')
      const proto = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement
      Object.getOwnPropertyDescriptor(proto.prototype, 'value')?.set?.call(field, value)
      field.dispatchEvent(new Event('input', { bubbles: true }))
    }
  }
  const closeTop = () =>
    (document.activeElement ?? document.body).dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Escape', code: 'Escape', bubbles: true, cancelable: true }),
    )
  const stands = (layer: HTMLElement) => layer.isConnected && isSeen(layer)
  /** Leaves a popup: by its key, by its own word, or where neither ends it by loading the page again. */
  const leaves = async (layer: HTMLElement) => {
    closeTop()
    await rest()
    if (!stands(layer)) return
    const word = [...layer.querySelectorAll<HTMLElement>('button')].find(
      one => isSeen(one) && /^(close|cancel|discard|not now|back)/i.test(nameOf(one)),
    )
    word?.click()
    await rest()
    if (!stands(layer)) return
    keep()
    throw new Error('STUCK')
  }
  const comesBack = async () => {
    if (location.pathname + location.search === address) return
    history.pushState(null, '', address)
    dispatchEvent(new PopStateEvent('popstate', { state: null }))
    await rest()
  }
  /** What a popup holds for a later phase leads back to it then. */
  const remember = (layer: HTMLElement) => {
    for (const { phase: its } of controlsIn(layer))
      if (its !== 'changes') memory.holders[its] = [...new Set([...(memory.holders[its] ?? []), opener])]
  }
  const press = async ({ node, key, name }: Control, layer: HTMLElement) => {
    const marks = layer === document.body ? key : `${isDialog(layer) ? `${phase} ` : ''}${key}`
    pressed.add(marks)
    if (memory.holders[phase]?.includes(key)) pressed.add(`${phase} ${key}`)
    if (layer === document.body) opener = key
    label = `“${opener}” “${name}”`
    keep()
    const isSwitch = /switch|checkbox/.test(roleOf(node))
    node.click()
    await rest()
    if (isSwitch && node.isConnected && isSeen(node)) {
      node.click()
      await rest()
    }
    const trouble = document.querySelector('[data-toast="failure"]')
    if (trouble) {
      here.say?.(`says: ${trouble.textContent}`)
      trouble.querySelector<HTMLElement>('[aria-label="Close"], button:last-child')?.click()
    }
    if (document.body.textContent.includes('Something went wrong')) here.say?.('Something went wrong')
    // A popup that closed with the press is opened again for the rest of it.
    const left = memory.seen[opener] ?? 0
    if (layer !== document.body && !layer.isConnected && left < 20 && phase === 'changes') {
      memory.seen[opener] = left + 1
      pressed.delete(opener)
    }
    await comesBack()
  }
  const run = async () => {
    await rest()
    for (let layer = top(); layer !== document.body; layer = top()) await leaves(layer)
    const presses: string[] = []
    while (presses.length < most) {
      const layer = top()
      fill(layer)
      if (layer !== document.body) remember(layer)
      const one = nextOn(layer)
      if (one) {
        await press(one, layer)
        presses.push(label)
        continue
      }
      if (layer === document.body) break
      await leaves(layer)
    }
    keep()
    const later = controlsIn(document.body).flatMap(({ key, phase: its }) => [
      its,
      ...Object.keys(memory.holders).filter(of => memory.holders[of]?.includes(key)),
    ])
    return { faults, presses, later: [...new Set(later)] as Phase[] }
  }
  return run()
}

/** Presses all of a screen that belongs to a phase, and says what went wrong. */
const pressAll = async (
  page: Page,
  enter: () => Promise<unknown>,
  address: string,
  { at, phase, most }: Ask,
): Promise<Told> => {
  const told: Told = { faults: [], presses: [], later: [...phases] }
  for (let entries = 0; entries < ENTRIES; entries++) {
    try {
      await enter()
      await page.evaluate(hearAnswers)
      const { faults, presses, later } = await page.evaluate(pressWithin, { at, phase, most })
      told.faults.push(...faults)
      told.presses.push(...presses)
      return { ...told, later }
    } catch (failure) {
      // The page was loaded again: what was pressed is known, and it is entered anew.
      if (!/context was destroyed|navigation|STUCK/i.test(String(failure))) throw failure
      if (/STUCK/.test(String(failure))) await page.goto(address)
      await page.locator('#root > *').first().waitFor({ state: 'attached' })
    }
  }
  return told
}

/** Last, since what is done there ends the place for the others. */
const LAST: readonly PlaceId[] = [
  'projectMembers',
  'projectGeneral',
  'members',
  'general',
  'accountSecurity',
  'account',
]
const placeIds = [...all.filter(id => id !== 'gallery' && !LAST.includes(id)), ...LAST]

const frames = ['accountSettings', 'workspaceSettings', 'projectSettings', 'instance'] as const
/** Pressed whole; lists, texts and plans have tests of their own, and here only what is first on them. */
const isOfPeople = (id: PlaceId) =>
  !placeOf(id).path.startsWith('/:slug') || frames.some(frame => placeOf(id).listed?.includes(frame))

let world: Awaited<ReturnType<typeof everybody>>
beforeAll(async () => {
  world = await everybody({ apart: true })
})
afterAll(leaveSeats)

const walk = async (one: (typeof world.all)[number]) => {
  const faults: string[] = []
  const waits = new Map(placeIds.map(id => [id, ['changes'] as readonly string[]]))
  for (const phase of phases)
    for (const id of placeIds) {
      if (!waits.get(id)?.includes(phase)) continue
      const address = one.addressOf(id)
      const told = await pressAll(one.page, () => one.goes(address), address, {
        at: id,
        phase,
        most: isOfPeople(id) ? 80 : 5,
      })
      waits.set(id, told.later)
      faults.push(...told.faults)
    }
  // The answers of calls are judged where they were pressed for; whoever signs out is refused by the live line at last.
  const heard = one.faults.filter(
    fault => !/ answered 4\d\d$|Content Security Policy|HTTP Authentication failed/.test(fault),
  )
  return [...faults, ...heard].map(fault => `${one.name} ${fault}`)
}

test('whatever somebody is offered to press works for them', async () => {
  const others = world.all.filter(({ name }) => name !== 'instance admin')
  const faults = (await Promise.all(others.map(walk))).flat()
  // What is set there holds for all.
  for (const one of world.all) if (!others.includes(one)) faults.push(...(await walk(one)))
  expect(faults).toEqual([])
}, 480_000)
