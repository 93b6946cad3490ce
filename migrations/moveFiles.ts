/** Files from the disk to a bucket, or back: `npm run move-files -- --to s3` (or `disk`). May be run again at any time. */
import { parseArgs } from 'node:util'
import { openDiskStore } from '../api/files/diskStore.ts'
import { type Moved, moveFiles, type Told } from '../api/files/move.ts'
import { bucketOf } from '../api/files/open.ts'
import { openS3Store } from '../api/files/s3Store.ts'
import type { Settings } from '../api/settings.ts'
import { withDatabase } from './withDatabase.ts'

const storesOf = (settings: Settings, to: string | undefined) => {
  if (to !== 's3' && to !== 'disk') throw new Error('Say where to: --to s3, or --to disk.')
  const bucket = bucketOf(settings)
  if (!bucket)
    throw new Error('Set S3_BUCKET and what belongs to it: this moves files to that bucket, or from it.')
  const [disk, s3] = [openDiskStore(settings.dataDir), openS3Store(bucket)]
  return to === 's3' ? { from: disk, to: s3 } : { from: s3, to: disk }
}

const inWords = ({ copied, there, missing }: Moved) =>
  `${copied} copied, ${there} there already${missing.length > 0 ? `, ${missing.length} found nowhere` : ''}`

/** A line now and then: a terminal shows that it goes on, a log is not filled. */
const telling = () => {
  let before = Date.now()
  return (told: Told) => {
    if (Date.now() - before < 2_000) return
    before = Date.now()
    const done = told.copied + told.there + told.missing.length
    console.log(`${done} of ${told.total}: ${inWords(told)}`)
  }
}

await withDatabase(async (db, settings) => {
  const { values } = parseArgs({ options: { to: { type: 'string' } } })
  const { from, to } = storesOf(settings, values.to)
  const moved = await moveFiles(db, from, to, telling())
  for (const key of moved.missing) console.log(`${key} is in neither place.`)
  console.log(`Done: ${inWords(moved)}. Each was read back and is the same.`)
  console.log(
    values.to === 's3'
      ? 'Start Tandem with the same S3_ settings. Once all is well, DATA_DIR/files may go.'
      : 'Start Tandem without S3_BUCKET. Once all is well, the bucket may go.',
  )
})
