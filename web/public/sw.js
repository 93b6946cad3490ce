// Lets the client start while the server is away, with its own files; the client keeps the answers that it starts with
// (`data/offlineStart.ts`). Texts and waiting changes have stores of their own; every other request goes to the server as
// if this were not here, and so do the files while the server is there: through a worker a start waits 100 ms longer for
// them. It also shows pushes while no tab is open.

const FILES = 'files'
const SHELL = '/'
const ASSETS = '/assets/'
/** The kept page finds the kept files below this; they name each other by their places beside one another. */
const KEPT = '/assets/kept/'
/** Below these are no files of the client. */
const ELSEWHERE = ['api', 'auth', 'files', 'live', 'yjs']

const HAS_ROUTES = 'addRoutes' in (self.InstallEvent?.prototype ?? {})

const isElsewhere = path => ELSEWHERE.includes(path.split('/')[1])
const isFile = path => path === SHELL || /^\/(assets\/[^/]*|icon\.svg)$/.test(path)

// Made anew, it has no address of its own: the files that it names are looked for beside the asked one. With its own, a part
// that comes from the server would bring a second React.
const anew = ({ status, headers }, body) => new Response(body, { status, headers })

const keptOf = async key => {
  const kept = await (await caches.open(FILES)).match(key)
  if (!kept) return
  return anew(kept, key === SHELL ? (await kept.text()).replaceAll(ASSETS, KEPT) : kept.body)
}

const keep = async (key, response) => {
  const cache = await caches.open(FILES)
  // Files of another version are asked for by nobody any more.
  if (key === SHELL) {
    const before = await cache.match(SHELL)
    if (before && (await before.text()) !== (await response.clone().text())) await caches.delete(FILES)
  }
  await (await caches.open(FILES)).put(key, response)
}

/** A gateway answers for a server that is away. */
const isAway = ({ status }) => status >= 502 && status <= 504

/** From the server; as it was kept where that cannot be reached, or a gateway answers for it. */
const freshOrKept = async (event, key) => {
  let response
  try {
    response = (await event.preloadResponse) ?? (await fetch(event.request))
  } catch (error) {
    const kept = await keptOf(key)
    if (kept) return kept
    throw error
  }
  if (isAway(response)) return (await keptOf(key)) ?? response
  // A file that is opened by its address is not the page that every address begins with.
  const isOther = key === SHELL && !response.headers.get('content-type')?.includes('text/html')
  if (!response.ok || isOther) return response
  event.waitUntil(keep(key, response.clone()))
  return response
}

const AGAIN_MS = 2_000
let back

/** Done once the server can be had; whatever waits for it shares one question. */
const whenBack = () => {
  const ask = async () => {
    for (;;) {
      await new Promise(resolve => setTimeout(resolve, AGAIN_MS))
      const answer = await fetch('/healthz').catch(() => null)
      if (answer && !isAway(answer)) break
    }
    back = undefined
  }
  back ??= ask()
  return back
}

/**
 * A file of the kept page; a part that it had never loaded before comes from the server, once that is back: a browser does not
 * ask again for a module that failed. It ends such a wait by itself, after five minutes in Chromium.
 */
const keptOrFresh = async path => {
  const file = path.replace(KEPT, ASSETS)
  const kept = await keptOf(file)
  if (kept) return kept
  for (;;) {
    const fresh = await fetch(file).catch(() => null)
    if (fresh && !isAway(fresh)) return anew(fresh, fresh.body)
    await whenBack()
  }
}

self.addEventListener('install', event => {
  void self.skipWaiting()
  // A browser that knows such routes does not even wake the worker for what this has no answer to.
  const places = [...ELSEWHERE.map(name => `/${name}/*`), `${ASSETS}:file`]
  const routes = places.map(urlPattern => ({ condition: { urlPattern }, source: 'network' }))
  // A page is asked of the server while the worker still wakes up.
  routes.push({ condition: { requestMode: 'navigate' }, source: 'race-network-and-fetch-handler' })
  event.waitUntil(event.addRoutes?.(routes).catch(() => {}))
})

self.addEventListener('activate', event => {
  const { navigationPreload } = self.registration
  event.waitUntil(
    Promise.all([
      self.clients.claim(),
      HAS_ROUTES ? navigationPreload.disable() : navigationPreload?.enable(),
    ]),
  )
})

self.addEventListener('fetch', event => {
  const { pathname, origin } = new URL(event.request.url)
  if (event.request.method !== 'GET' || origin !== self.location.origin || isElsewhere(pathname)) return
  if (pathname.startsWith(KEPT)) event.respondWith(keptOrFresh(pathname))
  else if (event.request.mode === 'navigate') {
    if (!/^\/(healthz|readyz)(\/|$)/.test(pathname)) event.respondWith(freshOrKept(event, SHELL))
  } else if (pathname === '/icon.svg') event.respondWith(freshOrKept(event, pathname))
})

// Keeps the files that the client has loaded.
const add = async paths => {
  const cache = await caches.open(FILES)
  const kept = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname))
  const lacking = paths.filter(path => isFile(path) && !kept.has(path))
  await Promise.allSettled(lacking.map(path => cache.add(path)))
}
self.addEventListener('message', event => {
  if (Array.isArray(event.data?.loaded)) event.waitUntil(add(event.data.loaded))
})

// As `api/people/notifications/push.ts` writes it. A browser withdraws the permission of a worker that shows nothing.
const shownOf = event => {
  try {
    return event.data.json()
  } catch {
    return { title: 'Tandem', body: 'There is news for you.', path: '/', tag: 'several' }
  }
}
self.addEventListener('push', event => {
  const { title, body, path, tag, at } = shownOf(event)
  const timestamp = at ? Date.parse(at) : Date.now()
  event.waitUntil(
    self.registration.showNotification(title, {
      body,
      tag,
      renotify: true,
      icon: '/icon.svg',
      timestamp,
      data: { path },
    }),
  )
})

/** In a tab that is open, the one that was looked at last; else in a new one. */
const open = async path => {
  const { href, origin } = new URL(path, self.location.origin)
  if (origin !== self.location.origin) return
  const tabs = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const tab = tabs.find(one => one.url === href) ?? tabs[0]
  if (!tab) return self.clients.openWindow(href)
  tab.postMessage({ open: path })
  await tab.focus()
}
self.addEventListener('notificationclick', event => {
  event.notification.close()
  event.waitUntil(open(event.notification.data?.path ?? '/'))
})

// The service has given this browser another address.
self.addEventListener('pushsubscriptionchange', event => {
  const renew = async () => {
    const { options } = event.oldSubscription ?? {}
    const made =
      event.newSubscription ?? (options && (await self.registration.pushManager.subscribe(options)))
    if (!made) return
    const { endpoint, keys } = made.toJSON()
    await fetch('/api/users/me/push-subscriptions/', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ endpoint, keys }),
    })
  }
  event.waitUntil(renew())
})
