// A separate classic script because the content policy forbids inline ones; it runs before the first paint, while the client
// itself is on its way.

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
