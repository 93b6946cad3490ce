/** A page whose calls are counted and judged. */
export type Watched = Window & { underWay?: number; mayBeGone?: boolean; say?: (fault: string) => void }

/** Receives every answer, once a document, and keeps away what leads out of the page. */
export const hearAnswers = () => {
  const here = window as Watched
  if (here.underWay !== undefined) return
  here.underWay = 0
  const asks = window.fetch.bind(window)
  window.fetch = async (input, init) => {
    here.underWay = (here.underWay ?? 0) + 1
    try {
      const answer = await asks(input, init)
      // Whoever has signed out is under way until the page has gone.
      if (String(input).endsWith('/sign-out/')) here.underWay++
      const { pathname } = new URL(answer.url || String(input), location.href)
      const method = init?.method ?? 'GET'
      // That something is gone which was ended here is learned by asking for it.
      const isGone = method === 'GET' && (here.mayBeGone === true || pathname.endsWith('/bootstrap/'))
      if ([403, 404].includes(answer.status) && !isGone)
        here.say?.(`${method} ${pathname} answered ${answer.status}`)
      return answer
    } finally {
      here.underWay = (here.underWay ?? 1) - 1
    }
  }
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, sourceFile, lineNumber }) =>
    here.say?.(`against ${violatedDirective} at ${sourceFile}:${lineNumber}`),
  )
  window.open = () => null
  window.print = () => {}
  // Nobody is asked whether to stay: an open question would hold all that follow.
  BeforeUnloadEvent.prototype.preventDefault = () => {}
  Object.defineProperty(BeforeUnloadEvent.prototype, 'returnValue', { get: () => '', set: () => {} })
  const click = HTMLInputElement.prototype.click
  HTMLInputElement.prototype.click = function press() {
    if (this.type !== 'file') click.call(this)
  }
}
