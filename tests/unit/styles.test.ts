/** What each scrolled frame pays for. */
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Parts that are on the screen once or a few times, or look into two or three buttons. */
const FEW =
  /^web\/(style\/(print|toggles|images)\.css|editor\/Remark|projects\/(ProjectAccess|settings\/estimates\/ScaleTile)|issues\/(rows\/IssueLine|layouts\/table\/TableFoot)|planning\/modules\/ModuleBoard)/

const COMMENT = /\/\*.*?\*\//gs

const ours = (pattern: string) =>
  globSync(pattern)
    .map(path => path.replaceAll('\\', '/'))
    .filter(path => !path.startsWith('web/dist/'))

test('no row, card or cell is styled by what it holds, nor anything by what the page holds', () => {
  const asking = ours('web/**/*.{css,ts,tsx}').filter(path =>
    /:has\(|\bhas-\[|\bhas-data-/.test(readFileSync(path, 'utf8').replaceAll(COMMENT, '')),
  )
  expect(asking.filter(path => !FEW.test(path))).toEqual([])
})

/** Short ones, on a parent that draws an edge which a ground of theirs would cover. */
const SHORT =
  /^web\/(shell\/sidebar\/Sidebar(Rail)?|settings\/SettingsNavigation|pages\/threads\/ThreadPanel)\.tsx$/

test('what fills a screen and scrolls has a ground of its own, which a browser moves as one piece', () => {
  const bare = ours('web/**/*.tsx').filter(path =>
    [...readFileSync(path, 'utf8').matchAll(/className="([^"]*)"/g)].some(
      ([, names = '']) => /\bflex-1\b.*\boverflow-(y-)?auto\b/.test(names) && !/\bbg-/.test(names),
    ),
  )
  expect(bare.filter(path => !SHORT.test(path))).toEqual([])
})
