import { mkdir, stat } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import chromiumBinary from '@sparticuz/chromium'
import { type Browser, chromium } from 'playwright-core'

/**
 * The package unpacks into the temporary folder under a fixed name, readable by whoever came first. Each user gets a folder
 * of their own, so that root and an ordinary user may test on one machine and neither runs what the other put there.
 */
const unpacked = async () => {
  const before = process.env.TMPDIR
  const folder = join(tmpdir(), `tandem-chromium-${userInfo().uid}`)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if ((await stat(folder)).uid !== userInfo().uid) throw new Error(`${folder} belongs to somebody else`)
  process.env.TMPDIR = folder
  try {
    return await chromiumBinary.executablePath()
  } finally {
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
  }
}

let launched: Promise<Browser> | null = null

/** One Chromium per test process: the bundled one, or the one that CHROME_PATH names. `onEnd`: it is gone, however. */
export const launchChromium = (onEnd: () => void): Promise<Browser> => {
  launched ??= (async () => {
    const made = await chromium.launch({
      executablePath: process.env.CHROME_PATH ?? (await unpacked()),
      // The package's own flags emulate a graphics card, which stalls for seconds, and turn web security off.
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--font-render-hinting=none',
        '--disable-background-networking',
      ],
      headless: true,
    })
    made.on('disconnected', () => {
      launched = null
      onEnd()
    })
    return made
  })()
  return launched
}

export const endChromium = async () => {
  await (await launched)?.close()
  launched = null
}
