import type { Seat } from './browser.ts'

/** The requests of a tab to the server from now on: "GET /api/users/me/". */
export const askedBy = ({ page }: Pick<Seat, 'page'>): string[] => {
  const calls: string[] = []
  page.on('request', request => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/')) calls.push(`${request.method()} ${pathname}`)
  })
  return calls
}
