import type { BrowserContext, CDPSession, Page } from 'playwright-core'
import { endChromium, launchChromium } from './chromium.ts'
import { lag } from './lag.ts'
import { isForMany, kindOf, type SeatOptions, sizeOf, WIDE } from './seatOptions.ts'

/**
 * The parts of a person's place that are kept when they have left it: the program as their browser has compiled it and,
 * as it costs half a start, the page with its process; nothing they did.
 */
type Place = {
  context: BrowserContext
  /** The wishes that a browser is made with. */
  kind: string
  isPlain: boolean
  end: () => Promise<void>
  /** The page that the next person gets, unless somebody has done to it what cannot be taken back. */
  page: Page | null
  /** A line to its page of our own. */
  line: CDPSession | null
  /** Its person stays before it from test to test, until one of them leaves something behind. */
  isKept: boolean
}

const taken = new Set<Place>()
const free: Place[] = []

export const browser = () =>
  launchChromium(() => {
    free.length = 0
  })

// Calls that cannot be taken back: a place in which one of these was made is not given to anyone else.
const LASTING = [
  'addInitScript',
  'exposeBinding',
  'exposeFunction',
  'on',
  'once',
  'route',
  'routeWebSocket',
  'setDefaultNavigationTimeout',
  'setExtraHTTPHeaders',
  'setGeolocation',
  'setHTTPCredentials',
  'setOffline',
] as const

const CLOCK = ['fastForward', 'install', 'pauseAt', 'runFor', 'setFixedTime', 'setSystemTime'] as const

const MOST_SHOWN = 500

const screenOf = (page: Page) =>
  page.evaluate(most => {
    const { tagName, className } = document.activeElement ?? { tagName: 'nothing', className: '' }
    const above = [
      ...document.querySelectorAll('[role="dialog"], [role="alertdialog"], [role="menu"], [data-toast]'),
    ]
    return [
      `${location.pathname}${location.search}, focus on ${tagName} ${className}`,
      ...above.map(one => `above: ${one.role ?? 'toast'} ${one.textContent?.slice(0, 80)}`),
      document.body.textContent.replace(/\s+/g, ' ').slice(0, most),
    ].join('\n')
  }, MOST_SHOWN)

/**
 * The view of each person of a file, those who came last first: their screen, the element with the focus, the layers
 * above, and the first words.
 */
export const screens = async (): Promise<string> => {
  const pages = [...taken].reverse().flatMap(({ context }) => context.pages())
  const seen = await Promise.all(pages.map(page => screenOf(page).catch(error => `nothing: ${error}`)))
  return seen.join('\n')
}

/**
 * The address where a page waits for its next person: of the same origin, so that its process goes on, and without the
 * client.
 */
const RESTING = '/readyz'
/** The events that tests listen to. */
const HEARD = [
  'console',
  'dialog',
  'download',
  'filechooser',
  'framenavigated',
  'load',
  'pageerror',
  'popup',
  'request',
  'requestfailed',
  'requestfinished',
  'response',
  'websocket',
] as const

/** Everyone leaves but for those who stay; the browser is there for the next file of this process. */
export const leaveSeats = async () => {
  const all = [...taken].filter(place => !(place.isKept && place.isPlain && place.page))
  await Promise.all(all.map(leave))
}

const leave = async (place: Place) => {
  const { context, isPlain, isKept } = place
  if (!taken.delete(place)) return
  if (!isPlain || isKept) return place.end().catch(() => {})
  try {
    await Promise.all(context.pages().map(page => page !== place.page && page.close()))
    await place.page?.goto(RESTING)
    await context.clearCookies()
    await context.clearPermissions()
    free.push(place)
  } catch {
    // The browser has ended.
  }
}

export const closeBrowser = async () => {
  dropKept()
  await leaveSeats()
  await endChromium()
}

export type Seat = { context: BrowserContext; page: Page; errors: string[] }

/**
 * To the browser's tool any other value is one to emulate. It renews these with each navigation, and the page that is left
 * is styled and painted anew before the next one is asked for: up to 30 ms of a start.
 */
const OWN = { colorScheme: null, contrast: null, forcedColors: null, reducedMotion: null } as const

/** The storage that a site keeps in a browser, but for the files that it is made of. */
const KEPT = 'cookies,local_storage,indexeddb,cache_storage,service_workers,file_systems'

const takePlace = async (origin: string, options: SeatOptions): Promise<Place> => {
  const kind = kindOf(options)
  const at = isForMany(origin, options) ? free.findLastIndex(place => place.kind === kind) : -1
  return free.splice(at < 0 ? free.length : at, 1)[0] ?? newPlace(origin, options)
}

const newPlace = async (origin: string, options: SeatOptions): Promise<Place> => {
  const isPlain = isForMany(origin, options)
  const context = await (await browser()).newContext({
    baseURL: origin,
    viewport: isPlain ? WIDE : sizeOf(options),
    colorScheme: options.theme ?? 'light',
    contrast: options.contrast ?? 'no-preference',
    hasTouch: options.touch ?? false,
    reducedMotion: 'reduce',
    ...(options.zone ? { timezoneId: options.zone } : {}),
    // A test could neither hold up nor count the answers that it gives.
    serviceWorkers: options.startsOffline ? 'allow' : 'block',
    ...(options.measured ? OWN : {}),
  })
  context.setDefaultTimeout(25_000)
  // Its own service worker would come between.
  if (process.env.TEST_LAG && !options.startsOffline) await lag(context, Number(process.env.TEST_LAG))
  // Parts that nobody opens take as long to come as those of the test.
  if (!options.ahead && !options.startsOffline)
    await context.addInitScript("Object.defineProperty(navigator.connection, 'saveData', { value: true })")
  const end = context.close.bind(context)
  const place: Place = { context, kind: kindOf(options), isPlain, end, page: null, line: null, isKept: false }
  // A person who leaves before the others leaves the browser as well.
  context.close = () => leave(place)
  watch(context, LASTING, () => {
    place.isPlain = false
  })
  // A clock that was set goes on in each later page of the context.
  watch(context.clock, CLOCK, () => {
    place.isPlain = false
  })
  watch(context, ['newCDPSession'], () => forgetPage(place))
  return place
}

/** Takes note when one of these is called: the place, or its page, is not as it was any more. */
const watch = <T extends object>(of: T, names: readonly (keyof T)[], note: () => void) => {
  for (const name of names) {
    const call = (of[name] as (...given: unknown[]) => unknown).bind(of)
    Object.assign(of, {
      [name]: (...given: unknown[]) => {
        note()
        return call(...given)
      },
    })
  }
}

// Settings that cannot be taken back of a page that goes on.
const LASTING_OF_PAGE = [
  'addInitScript',
  'close',
  'emulateMedia',
  'exposeBinding',
  'exposeFunction',
  'route',
  'routeWebSocket',
  'setDefaultTimeout',
  'setViewportSize',
] as const

const placeOf = ({ context }: Seat) => [...taken].find(place => place.context === context)

/** Its person stays before it when a test is over, with the client running. */
export const keepSeat = (of: Seat) => {
  const place = placeOf(of)
  if (!place?.isPlain) return
  place.isKept = true
  watch(of.context, ['clearCookies'], () => {
    place.isPlain = false
  })
}

/** The seat is still there, and as a test may expect it. */
export const isKept = (of: Seat) => {
  const place = placeOf(of)
  return place?.isPlain === true && place.page === of.page
}

/** People who have stayed leave with the others. */
export const dropKept = () => {
  for (const place of taken) if (place.isKept) place.isPlain = false
}

const forgetPage = (place: Place) => Object.assign(place, { page: null, line: null })

const pageOf = async (place: Place): Promise<Page> => {
  const { context } = place
  if (place.page) {
    for (const word of HEARD) place.page.removeAllListeners(word)
    await place.page.mouse.move(0, 0)
    return place.page
  }
  const page = await context.newPage()
  if (!place.isPlain) return page
  const line = await context.newCDPSession(page)
  Object.assign(place, { page, line })
  watch(page, LASTING_OF_PAGE, () => forgetPage(place))
  return page
}

/** A person at a browser of their own. A request to any other host, and any error of a script, is kept as a failure. */
export const seat = async (origin: string, options: SeatOptions = {}): Promise<Seat> => {
  const place = await takePlace(origin, options)
  taken.add(place)
  const { context } = place
  const page = await pageOf(place)
  if (place.line) {
    await place.line.send('Storage.clearDataForOrigin', { origin, storageTypes: KEPT })
    await place.line.send('Page.resetNavigationHistory')
  }
  if (place.isPlain && (options.width || options.height)) await page.setViewportSize(sizeOf(options))
  const errors: string[] = []
  page.on('pageerror', error => errors.push(String(error)))
  page.on('console', message => {
    if (message.type() === 'error' && /Content Security Policy|Uncaught/.test(message.text()))
      errors.push(message.text())
  })
  page.on('request', request => {
    const { hostname, protocol } = new URL(request.url())
    if (/^(http|ws)/.test(protocol) && !['localhost', '127.0.0.1'].includes(hostname))
      errors.push(`left the host: ${request.url()}`)
  })
  return { context, page, errors }
}

/** It has the client, or is just loading it. */
export const standsWithin = (page: Page) => {
  const { protocol, pathname } = new URL(page.url())
  return protocol.startsWith('http') && pathname !== RESTING
}

/**
 * Leads to another address as a link of the client does: without loading the client anew where it is already. A client
 * that is just being loaded is waited for: a `goto` laid over a page's own navigation may never end.
 */
export const goWithin = async (page: Page, address: string) => {
  if (!standsWithin(page)) return void (await page.goto(address))
  await page.locator('#root > *').first().waitFor({ state: 'attached' })
  await page.evaluate(to => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: null }))
  }, address)
}
