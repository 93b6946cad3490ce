import { useLayoutEffect, useRef, useState } from 'react'
import { isApple } from '../ui/marks/Kbd.tsx'
import { isNowhere } from '../ui/nowhere.ts'
import { isPopupOpen } from '../ui/popups/isPopupOpen.ts'

export type KeyAction = (event: KeyboardEvent) => unknown
export type KeyBinding = KeyAction | { run: KeyAction; label: string; group?: string; always?: boolean }
export type KeyMap = Record<string, KeyBinding>

type Layer = { map: KeyMap; when: () => boolean; above: boolean; turn: number }

/**
 * Later layers win: an open issue takes its keys before the list behind it. They count from their first drawing, in which a
 * screen comes before what it holds; its effects, where both are drawn at once, run after.
 */
const layers: Layer[] = []
let turns = 0
let pending: { keys: string; until: number } | null = null

const named: Record<string, string> = {
  ' ': 'space',
  arrowup: 'up',
  arrowdown: 'down',
  arrowleft: 'left',
  arrowright: 'right',
  escape: 'esc',
}

const marks: Record<string, string> = { Comma: ',', Period: '.' }

const pressed = (event: KeyboardEvent) => {
  const typed = event.key.toLowerCase()
  const latin = /^Key[A-Z]$/.test(event.code) ? event.code.slice(3).toLowerCase() : null
  const mod = isApple ? event.metaKey : event.ctrlKey
  // With Shift they type another sign, which depends on the keyboard.
  const mark = mod ? marks[event.code] : undefined
  // A Cyrillic or Greek layout still means the key in that place; Alt on a Mac types symbols.
  const key = mark ?? (latin && (event.altKey || typed.charCodeAt(0) > 127) ? latin : (named[typed] ?? typed))
  const symbol = mark === undefined && key.length === 1 && !/[a-z0-9]/.test(key)
  const digit = event.shiftKey && /^Digit\d$/.test(event.code) && mod ? event.code.slice(5) : key
  return [mod && 'mod', event.altKey && 'alt', event.shiftKey && !symbol && 'shift', digit]
    .filter(Boolean)
    .join('+')
}

const typing = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(TEXTAREA|SELECT)$/.test(target.tagName) || isTextInput(target))

const isTextInput = (target: HTMLElement) =>
  target instanceof HTMLInputElement && !/^(checkbox|radio|button|submit|range|color|file)$/.test(target.type)

/** A popup was open when the key went down: one that closes by it has taken it. */
let wasCovered = false

/** Layers marked as above go first; among equals, later ones. */
const inTurn = () => layers.toSorted((a, b) => Number(b.above) - Number(a.above) || b.turn - a.turn)

const find = (keys: string, free: boolean): KeyAction[] =>
  inTurn()
    .filter(layer => layer.when())
    .flatMap(layer => {
      const binding = layer.map[keys]
      if (!binding) return []
      if (typeof binding === 'function') return free ? [binding] : []
      return free || binding.always ? [binding.run] : []
    })

const begins = (keys: string) =>
  layers.some(layer => layer.when() && Object.keys(layer.map).some(known => known.startsWith(`${keys} `)))

const STRAY_MS = 1_000
let lastTyped = 0

/**
 * Somebody writes, and their text is taken from under their hands: it was locked, or deleted. Their further keys fall
 * to the page as a whole, and are no shortcut until they have paused. A person who leaves a field by a key or the
 * pointer has not been writing.
 */
const isStray = ({ target, key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean => {
  const isWriting =
    (key.length === 1 || ['Backspace', 'Enter'].includes(key)) && !ctrlKey && !metaKey && !altKey
  const isField = typing(target)
  // In a field of one line it is an end.
  const isEnd = key === 'Enter' && isField && !(target as HTMLElement).isContentEditable
  const now = Date.now()
  const isLost = isWriting && isNowhere(target) && now - lastTyped < STRAY_MS
  lastTyped = isWriting && !isEnd && (isField || isLost) ? now : 0
  return isLost
}

const listen = (event: KeyboardEvent) => {
  if (event.defaultPrevented || event.isComposing || (event.repeat && event.key === 'Shift')) return
  if (['Shift', 'Control', 'Alt', 'Meta'].includes(event.key)) return
  const free = !typing(event.target) && !isPopupOpen() && !wasCovered
  const keys = pressed(event)
  const now = Date.now()
  const sequence = free && pending && pending.until > now ? `${pending.keys} ${keys}` : null
  pending = null
  for (const wanted of sequence ? [sequence, keys] : [keys]) {
    // A control under focus keeps Enter and Space for itself, and so does a popup that goes; a row's title is opened by its list.
    const owned =
      (keys === 'enter' || keys === 'space') &&
      event.target instanceof HTMLElement &&
      event.target.closest(
        keys === 'enter'
          ? 'button, a[href]:not([data-issue] [data-title]), summary, [data-closed]'
          : 'button, input[type="checkbox"], summary, [data-closed]',
      ) !== null
    if (owned) return
    for (const run of find(wanted, free)) {
      if (run(event) === false) continue
      event.preventDefault()
      return
    }
  }
  if (free && begins(keys)) pending = { keys, until: now + 1200 }
}

if (typeof window !== 'undefined') {
  window.addEventListener('keydown', listen)
  // Before anything behind acts on it.
  window.addEventListener(
    'keydown',
    event => {
      wasCovered = isPopupOpen()
      if (!isStray(event)) return
      event.preventDefault()
      event.stopImmediatePropagation()
    },
    true,
  )
  window.addEventListener('pointerdown', () => (lastTyped = 0), true)
}

type KeyOptions = {
  when?: boolean | (() => boolean)
  /** Before the keys of the screen within, whenever that comes. */
  above?: boolean
}

/** `mod+k`, `shift+d`, `g i`, `?`. An action that answers false lets the next layer try. */
export const useKeys = (map: KeyMap, options: KeyOptions = {}) => {
  const { above = false } = options
  const [turn] = useState(() => ++turns)
  // Before the screen is painted: a person who sees it may press the key already.
  const current = useRef({ map, when: options.when })
  useLayoutEffect(() => {
    current.current = { map, when: options.when }
  })
  useLayoutEffect(() => {
    const layer: Layer = {
      get map() {
        return current.current.map
      },
      when: () => {
        const { when } = current.current
        return typeof when === 'function' ? when() : when !== false
      },
      above,
      turn,
    }
    layers.push(layer)
    return () => {
      layers.splice(layers.indexOf(layer), 1)
    }
  }, [above, turn])
}

export type ListedKey = { keys: string; label: string; group: string }

/** The keys that work on this screen now, for the help window and the menus. */
export const listKeys = (): ListedKey[] => {
  const seen = new Map<string, ListedKey>()
  for (const layer of inTurn()) {
    if (!layer.when()) continue
    for (const [keys, binding] of Object.entries(layer.map))
      if (typeof binding !== 'function' && !seen.has(keys))
        seen.set(keys, { keys, label: binding.label, group: binding.group ?? 'Everywhere' })
  }
  return [...seen.values()]
}
