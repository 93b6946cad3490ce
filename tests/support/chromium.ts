import { existsSync } from 'node:fs'
import { mkdtemp, rename, rm, stat } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import chromiumBinary from '@sparticuz/chromium'
import { type Browser, chromium } from 'playwright-core'

/**
 * The package unpacks into the temporary folder under a fixed name, readable by its first user. Each user gets a folder of
 * their own, so that root and an ordinary user may test on one machine and neither runs the other's files. The folder gets its
 * name once everything is in it: of two workers that unpack at once, neither starts a half-written program.
 */
const unpacked = async () => {
  const folder = join(tmpdir(), `tandem-chromium-${userInfo().uid}`)
  if (!existsSync(folder)) {
    const before = process.env.TMPDIR
    const fresh = await mkdtemp(`${folder}-`)
    process.env.TMPDIR = fresh
    try {
      await chromiumBinary.executablePath()
    } finally {
      if (before === undefined) delete process.env.TMPDIR
      else process.env.TMPDIR = before
    }
    // Somebody else may have been faster.
    await rename(fresh, folder).catch(() => rm(fresh, { recursive: true, force: true }))
  }
  if ((await stat(folder)).uid !== userInfo().uid) throw new Error(`${folder} belongs to somebody else`)
  return join(folder, 'chromium')
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
  launched.catch(() => {
    launched = null
  })
  return launched
}

export const endChromium = async () => {
  await (await launched)?.close()
  launched = null
}
