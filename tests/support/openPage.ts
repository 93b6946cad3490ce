import type { Editor } from '@tiptap/core'
import { expect, onTestFinished } from 'vitest'
import { dropKept, goWithin, isKept, keepSeat, leaveSeats, type Seat, seat } from './browser.ts'
import { build, type Person } from './build.ts'
import { sharedServer } from './server.ts'

export type OpenPage = Awaited<ReturnType<typeof openPage>>

type Crew = Awaited<ReturnType<ReturnType<typeof build>['team']>>

/**
 * One crew for the tests of a process. They stay before their browsers from test to test, each test in a project of its
 * own: the start of its browsers is half the cost of a test of pages.
 */
let crew: Promise<Crew> | null = null
const kept = new Map<Person, Seat>()

/** Leads a browser that has stayed out of the last test's page. Anything still open there goes with a new start. */
const clear = async (of: Seat, list: string) => {
  of.errors.length = 0
  await goWithin(of.page, list)
  const left = of.page.locator('[role="dialog"], [role="alertdialog"], [data-toast]')
  if ((await left.count()) > 0) await of.page.goto(list)
}

/** A team before pages: Freya is its admin, Mei a member. */
export const openPage = async () => {
  const server = await sharedServer()
  const make = build(server)
  crew ??= make.team()
  const { admin, member, guest, workspace } = await crew
  const project = await make.project(admin, workspace.slug)
  await make.allJoinProject(admin, project.path, [
    [member, 15],
    [guest, 5],
  ])
  const team: Crew = { admin, member, guest, workspace, project, path: project.path }
  onTestFinished(async ({ task }) => {
    if (task.result?.state === 'fail') dropKept()
    await leaveSeats()
    // The next test must not find its name.
    await admin.delete(`${project.path}/`)
  })
  const list = `/${workspace.slug}/projects/${project.id}/pages`
  const seats: Seat[] = []
  const sit = async (who: Person, options: Parameters<typeof seat>[1] = {}) => {
    const before = kept.get(who)
    const stays = Object.keys(options).length === 0 && !seats.includes(before as Seat)
    if (stays && before && isKept(before)) {
      await clear(before, list)
      seats.push(before)
      return before
    }
    const made = await seat(server.origin, options)
    await made.context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const key = who.jar.get('session-id') ?? ''
    await made.context.addCookies([{ name: 'session-id', value: key, url: server.origin }])
    if (stays) {
      keepSeat(made)
      kept.set(who, made)
    }
    seats.push(made)
    return made
  }
  const html = async (id: string) =>
    (await team.admin.get<{ description_html: string }>(`${team.path}/pages/${id}/`)).body.description_html
  const makePage = (description_html: string, fields: Record<string, unknown> = {}, by = team.admin) =>
    make.page(by, team.path, { description_html, ...fields })
  const open = async ({ page }: Seat, id: string, words = 'Saved') => {
    const address = `${list}/${id}`
    const before = await page.evaluateHandle(() => document.querySelector('[aria-label="Page text"]'))
    // The same page once more is meant to be loaded anew.
    await (page.url().endsWith(address) ? page.goto(address) : goWithin(page, address))
    await page.waitForFunction(left => !left?.isConnected, before)
    await page.getByText(words, { exact: true }).first().waitFor()
    return text({ page })
  }
  return {
    server,
    make,
    team,
    sit,
    list,
    address: (id: string) => `${list}/${id}`,
    page: makePage,
    /** Opens a page and waits until it may be typed into, or read. */
    open,
    /** Freya and Mei, both before a page of this text. */
    together: async (description_html: string, fields?: Record<string, unknown>) => {
      const [freya, mei, made] = await Promise.all([
        sit(team.admin),
        sit(team.member),
        makePage(description_html, fields),
      ])
      await Promise.all([open(freya, made.id), open(mei, made.id)])
      return { freya, mei, made }
    },
    html,
    becomes: (id: string, wanted: string | RegExp) => {
      const now = expect.poll(() => html(id))
      return typeof wanted === 'string' ? now.toBe(wanted) : now.toMatch(wanted)
    },
    /** No script has failed and nothing was asked of another host. */
    quiet: () => expect(seats.flatMap(({ errors }) => errors)).toEqual([]),
  }
}

export const text = ({ page }: Pick<Seat, 'page'>) => page.getByRole('textbox', { name: 'Page text' })

type Held = { editor: Editor }

/** The selection, as the editor itself knows it: a key comes sooner than the event that says it. */
export const selects = (who: Pick<Seat, 'page'>, words: string) =>
  expect
    .poll(() =>
      text(who).evaluate(node => {
        const { doc, selection } = (node as unknown as Held).editor.state
        return doc.textBetween(selection.from, selection.to, ' ')
      }),
    )
    .toBe(words)

/** The words before the caret in its line, as the editor itself knows them. */
const beforeCaret = ({ page }: Pick<Seat, 'page'>) =>
  text({ page }).evaluate(node => {
    const { $head } = (node as unknown as Held).editor.state.selection
    return $head.parent.isTextblock ? $head.parent.textBetween(0, $head.parentOffset) : ''
  })

/** The editor has learned that the caret is behind these words: a key comes sooner than that event. */
export const caretAt = (who: Pick<Seat, 'page'>, words: string | RegExp) =>
  expect.poll(() => beforeCaret(who)).toMatch(words)

/** A key that leads the caret somewhere; pressed again, as one would, where a change of the text came between. */
export const caretBy = async (who: Pick<Seat, 'page'>, key: string, words: string | RegExp) => {
  await expect
    .poll(
      async () => {
        await who.page.keyboard.press(key)
        await who.page.waitForTimeout(100)
        return beforeCaret(who)
      },
      { interval: 300 },
    )
    .toMatch(words)
}

/** The caret behind some words of the text; pressed again, as one would, where the text was still on its way. */
export const caretAfter = async ({ page }: Pick<Seat, 'page'>, words: string) => {
  await expect
    .poll(
      async () => {
        await page.getByText(words, { exact: true }).first().click()
        await page.keyboard.press('End')
        for (let tries = 0; tries < 20; tries++) {
          const before = await beforeCaret({ page })
          if (before.includes(words)) return before
          await page.waitForTimeout(50)
        }
        return ''
      },
      { interval: 500 },
    )
    .toContain(words)
}

/** The entry with these words in the menu that a slash opens; `further` down the list. */
export const slash = async ({ page }: Seat, words: string, further = 0) => {
  await page.keyboard.type(`/${words}`)
  await page.getByRole('listbox', { name: 'Insert' }).waitFor()
  for (let n = 0; n < further; n++) await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
}

/** A popup gives the focus back a frame after it was closed. */
export const isBack = (seat: Seat) =>
  expect.poll(() => text(seat).evaluate(node => node.contains(document.activeElement))).toBe(true)

/** The contents that another program has put on the clipboard, by their kinds, pasted at the caret. */
export const paste = (who: Pick<Seat, 'page'>, kinds: Record<string, string>) =>
  text(who).evaluate((node, given) => {
    const clipboardData = new DataTransfer()
    for (const [kind, content] of Object.entries(given)) clipboardData.setData(kind, content)
    node.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, kinds)

/** The page as it is copied for elsewhere. */
export const copyMarkdown = async ({ page }: Pick<Seat, 'page'>): Promise<string> => {
  await page.getByRole('button', { name: 'Page options' }).click()
  await page.getByRole('menuitem', { name: 'Copy as Markdown' }).click()
  await page.getByText('Markdown copied').waitFor()
  return page.evaluate(() => navigator.clipboard.readText())
}

/** How many changes of texts this browser keeps and has not sent. */
export const waitingIn = ({ page }: Seat) =>
  page.evaluate(() => {
    const kept = Object.entries(localStorage).find(([key]) => key.endsWith('.waiting'))?.[1]
    return Object.values(JSON.parse(kept ?? '{}') as Record<string, number>).reduce(
      (sum, one) => sum + one,
      0,
    )
  })
