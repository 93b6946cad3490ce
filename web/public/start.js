// A separate classic script because the content policy forbids inline ones; it runs before the first paint, while the client
// itself is on its way.

// Repeats the requests of the last start at this address at once (`data/early.ts` remembers them and takes the
// answers).
;(() => {
  let list
  try {
    list = JSON.parse(localStorage.getItem('starts') ?? '{}')[location.pathname + location.search]
  } catch {
    // Storage may be forbidden; the client asks by itself.
  }
  if (!list) return
  // The lists' own file comes beside the client, not behind it.
  for (const href of document.currentScript.dataset.lists?.split(' ') ?? [])
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
  const early = new Map()
  window.early = early
  const ask = path => {
    const answer = fetch(path, { credentials: 'same-origin' })
    early.set(path, answer)
    return answer
  }
  for (const path of ['/api/instances/', '/api/users/session/', '/api/users/me/workspaces/'])
    ask(path).catch(() => {})
  // The list behind the snapshot, as the client does: every change that it lacks comes by the log then.
  ask(`/api/workspaces/${location.pathname.split('/')[1]}/bootstrap/`).then(
    () => void ask(list).catch(() => {}),
    () => {},
  )
})()

// The colours of the first paint.
;(() => {
  let chosen = 'system'
  try {
    chosen = localStorage.getItem('theme') || 'system'
  } catch {
    // Storage may be forbidden; the system's choice is good enough.
  }
  const dark = matchMedia('(prefers-color-scheme: dark)').matches
  const known = ['light', 'dark', 'light-contrast', 'dark-contrast']
  const more = matchMedia('(prefers-contrast: more)').matches ? '-contrast' : ''
  document.documentElement.dataset.theme = known.includes(chosen) ? chosen : (dark ? 'dark' : 'light') + more
  if (chosen !== 'custom') return
  // Colours of one's own, as `ui/theme.ts` keeps what they came to.
  const own = JSON.parse(localStorage.getItem('theme-sheet') ?? 'null')
  if (!own) return
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(own.css)
  document.adoptedStyleSheets = [sheet]
  document.documentElement.dataset.theme = own.base
})()
