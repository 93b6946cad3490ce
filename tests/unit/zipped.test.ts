import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { bytesOf, type Entry, zipped } from '../../api/workspace/jobs/zip.ts'

const whole = async (entries: Entry[]) => {
  const parts: Uint8Array[] = []
  for await (const part of zipped(entries)) parts.push(part)
  return Buffer.concat(parts)
}
const words = (length: number) =>
  Array.from({ length: length / 8 }, (_, at) => (at * 2_654_435_761).toString(36).slice(0, 7).padEnd(8)).join(
    '',
  )

test('files of every size come out of an archive as they went in, packed where that helps', async () => {
  const files: Record<string, string> = {
    'empty.md': '',
    'häfen/klein.md': 'Tide',
    'at the bound.md': words(256 * 1024),
    'long.md': words(3_000_000),
    'packed.png': words(100_000),
  }
  const zip = await whole(
    Object.entries(files).map(([name, text]) => ({
      name,
      bytes: bytesOf([text]),
      isPacked: name.endsWith('.png'),
    })),
  )
  const read = unzipSync(zip)
  expect(Object.keys(read)).toEqual(Object.keys(files))
  for (const [name, text] of Object.entries(files)) expect(Buffer.from(read[name]!).toString()).toBe(text)
  expect(zip.length).toBeLessThan(2_600_000)
})

test.each([10, 600_000])(
  'a source that fails behind %i bytes ends the archive with its error',
  async length => {
    async function* bytes() {
      yield Buffer.from(words(length))
      throw new Error('the disk is gone')
    }
    await expect(whole([{ name: 'a.md', bytes: bytes() }])).rejects.toThrow('the disk is gone')
  },
)
