// A separate classic script because the content policy forbids inline ones; it runs before the first paint, while the client
// itself is on its way.

/** The frame of `index.html` stands from the first paint, as wide as the sidebar was here; `shell/sidebar` keeps the widths. */
const showFrame = (name, first) => {
  const { dataset, style } = document.documentElement
  const shut = localStorage.getItem('sidebar') === 'shut'
  const width = Number(localStorage.getItem('sidebar.width'))
  dataset.frame = first === 'settings' ? 'settings' : shut ? 'shut' : 'open'
  style.setProperty('--workspace-name', JSON.stringify(name))
  if (width > 0) style.setProperty('--sidebar', `${width}px`)
}

// Asks at once for what a start in this workspace begins with, and for what the last start at this address opened with: the
// files of its screen, its lists, or an issue with its history (`data/early.ts` remembers these and takes the answers).
;(() => {
  const kept = name => {
    try {
      return JSON.parse(localStorage.getItem(name) ?? '{}')
    } catch {
      // Storage may be forbidden; the client asks by itself.
      return {}
    }
  }
  const [, slug, first] = location.pathname.split('/')
  const name = kept('frames')[slug]
  // Nobody was in this workspace before: whether it is one is the client's to tell.
  if (typeof name !== 'string') return
  showFrame(name, first)
  const opened = kept('starts')[location.pathname + location.search]?.split(' ') ?? []
  const isFile = path => path.startsWith('/assets/')
  const early = new Map()
  window.early = early
  const ask = path => {
    const answer = fetch(path, { credentials: 'same-origin' })
    early.set(path, answer)
    return answer
  }
  for (const path of ['/api/instances/', '/api/users/session/', '/api/users/me/workspaces/'])
    ask(path).catch(() => {})
  // Behind the snapshot, as the client does: every change that these lack comes by the log then.
  ask(`/api/workspaces/${slug}/bootstrap/`).then(
    ({ ok }) => {
      // Whoever may not see the workspace is refused once.
      for (const path of ok ? opened : []) if (!isFile(path)) ask(path).catch(() => {})
    },
    () => {},
  )
  // Beside the client, not behind it; those of another version are there no more.
  const files = opened.filter(isFile)
  if (files.includes(document.currentScript.dataset.entry))
    for (const href of files)
      document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
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
