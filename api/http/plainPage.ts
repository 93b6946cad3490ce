import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Context } from 'koa'
import { escaped } from '../mail/letter.ts'

const CSP =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
const TEMPLATE = fileURLToPath(new URL('../../web/dist/form.html', import.meta.url))
let template: Promise<string> | null = null

/** A page for people without account or scripts; `body` is HTML. */
export const plainPage = async (title: string, body: string): Promise<string> => {
  template ??= readFile(TEMPLATE, 'utf8')
  // Functions, since people's words may hold signs that a plain replacement text would interpret.
  return (await template).replace('<!--title-->', () => escaped(title)).replace('<!--body-->', () => body)
}

/** A page for an address that leads to nothing. */
export const nothingPage = (title: string, text: string): Promise<string> =>
  plainPage(
    title,
    `<main class="said"><h1>${escaped(title)}</h1><p>${escaped(text)}</p><a class="button" href="/">To the start</a></main>`,
  )

export const answerPage = async (ctx: Context, status: number, html: Promise<string>) => {
  ctx.body = await html
  ctx.status = status
  ctx.type = 'html'
  ctx.set('Content-Security-Policy', CSP)
  ctx.set('Cache-Control', 'private, no-store')
  ctx.set('X-Robots-Tag', 'noindex')
}
