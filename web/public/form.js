// Scripts add to a form that works without them: keys, another theme, and a guard against a second click.
;(() => {
  const form = document.querySelector('form')
  form?.addEventListener('keydown', event => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.requestSubmit()
  })
  let isSent = false
  form?.addEventListener('submit', event => {
    if (isSent) event.preventDefault()
    isSent = true
  })
  // Come back to by the browser's own key it may be sent again.
  addEventListener('pageshow', () => {
    isSent = false
  })
  document.querySelector('[aria-invalid=true]')?.focus()

  const theme = document.querySelector('.theme')
  if (!theme) return
  const root = document.documentElement
  const isDark = () => root.dataset.theme.startsWith('dark')
  const tell = () => theme.setAttribute('aria-label', isDark() ? 'Light theme' : 'Dark theme')
  theme.hidden = false
  tell()
  theme.addEventListener('click', () => {
    const more = root.dataset.theme.endsWith('-contrast') ? '-contrast' : ''
    root.dataset.theme = (isDark() ? 'light' : 'dark') + more
    tell()
  })
})()
