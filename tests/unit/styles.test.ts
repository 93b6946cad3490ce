/** What a style may not ask, since it is asked again with each row that a scroll adds. */
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Parts that stand on the screen once or a few times, or look into two or three buttons. */
const FEW =
  /^web\/(style\/(print|toggles|images)\.css|editor\/Remark|projects\/(ProjectAccess|settings\/estimates\/ScaleTile)|issues\/(rows\/IssueLine|layouts\/table\/TableFoot)|planning\/modules\/ModuleBoard)/

const COMMENT = /\/\*.*?\*\//gs

test('no row, card or cell is styled by what it holds, nor anything by what the page holds', () => {
  const asking = globSync('web/**/*.{css,ts,tsx}')
    .map(path => path.replaceAll('\\', '/'))
    .filter(path => !path.startsWith('web/dist/'))
    .filter(path => /:has\(|\bhas-\[|\bhas-data-/.test(readFileSync(path, 'utf8').replaceAll(COMMENT, '')))
  expect(asking.filter(path => !FEW.test(path))).toEqual([])
})
