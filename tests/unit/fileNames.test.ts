import { expect, test } from 'vitest'
import { addressFrom, namesOnce, placesOf, safeName } from '../../api/text/pages/fileNames.ts'

test.each([
  ['Tide rule: "one"', 'Tide rule one'],
  ['../../etc/passwd', 'etc passwd'],
  ['C:\\con', 'C con'],
  ['con', 'con_'],
  ['NUL.txt', 'NUL_.txt'],
  ['.hidden. ', 'hidden'],
  ['\u202etxt.exe\u0000\n', 'txt.exe'],
  ['e\u0301te\u0301', 'été'],
  ['\ud800', 'Untitled'],
  ['???', 'Untitled'],
  ['潮汐表', '潮汐表'],
])('F3: the page %j is the file %j', (title, name) => {
  expect(safeName(title)).toBe(name)
})

test('a long name ends between two signs, and leaves room for its ending', () => {
  const name = safeName('👩‍👩‍👧'.repeat(40))
  expect(Buffer.byteLength(name)).toBeLessThanOrEqual(150)
  expect(name.replaceAll('👩‍👩‍👧', '')).toBe('')
})

test('no two of a folder are alike to a system without case, nor is a page taken for another’s file', () => {
  const name = namesOnce('files')
  const beside = { beside: ['.md'] }
  const given = ['Quay', 'QUAY', 'quay', 'Quay 2', 'Quay.md', 'Files', 'Ｑuay'].map(one => name(one, beside))
  expect(given).toEqual(['Quay', 'QUAY 2', 'quay 3', 'Quay 2 2', 'Quay.md 2', 'Files 2', 'Ｑuay 4'])
})

test('pages are below their parents, those of unseen parents at the top, and none is lost in a circle', async () => {
  const page = (id: string, name: string, parent: string | null = null) => ({ id, name, parent })
  const pages = [
    ...[page('a', 'Guide'), page('b', 'Setup', 'a'), page('c', 'Setup', 'a'), page('d', 'guide')],
    ...[page('e', 'Hidden parent', 'x'), page('f', 'Round', 'g'), page('g', 'Round', 'f')],
  ]
  expect(Object.fromEntries(await placesOf(pages))).toEqual({
    ...{ a: 'Guide', b: 'Guide/Setup', c: 'Guide/Setup 2', d: 'guide 2' },
    ...{ e: 'Hidden parent', f: 'Round', g: 'Round 2' },
  })
})

test('a deep tree has no path longer than systems take', async () => {
  const pages = Array.from({ length: 3_000 }, (_, n) => ({
    ...{ id: `${n}`, name: 'Level '.repeat(10) },
    parent: n > 0 ? `${n - 1}` : null,
  }))
  const paths = [...(await placesOf(pages)).values()]
  expect(new Set(paths).size).toBe(3_000)
  expect(Math.max(...paths.map(path => path.length))).toBeLessThan(1_024)
})

test.each([
  ['Guide', 'Setup', 'Setup'],
  ['Guide', 'Guide/files/a b.png', 'Guide/files/a%20b.png'],
  ['Guide/Setup', 'Guide/Setup/files/1.png', 'Setup/files/1.png'],
  ['Guide/Setup', 'Intro (new).md', '../Intro%20%28new%29.md'],
  ['Guide/Setup/Deep', 'Guide/Other.md', '../Other.md'],
  ['a/b', 'a.md', '../a.md'],
  ['Guide', '潮 #1.md', '潮%20%231.md'],
])('from %s the file %s is found at %s', (from, to, address) => {
  expect(addressFrom(from, to)).toBe(address)
})
