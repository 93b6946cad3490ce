import { PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import { secret } from '../db/dataDir.ts'
import { type Db, SHARES, shareOf } from '../db/knex.ts'
import { openSeal } from '../db/seal.ts'
import { openStore } from '../files/open.ts'
import { createOutgoing } from '../http/outgoing.ts'
import { searchReader, startFilling } from '../lists/search/entries.ts'
import { startReader } from '../live/reader.ts'
import { createStops } from '../mail/stops.ts'
import { openPushKeys } from '../people/notifications/pushKeys.ts'
import type { Settings } from '../settings.ts'
import { forgetArchives, makeArchive } from '../workspace/archives/archive.ts'
import { bringArchive } from '../workspace/archives/bring.ts'
import { importKinds } from '../workspace/imports/kinds.ts'
import { openConfiguration } from '../workspace/instance/configuration.service.ts'
import { exportIssues } from '../workspace/jobs/exportIssues.ts'
import { exportPages } from '../workspace/jobs/exportPages.ts'
import { startLongRunner } from '../workspace/jobs/longRunner.ts'
import { startJobRunner } from '../workspace/jobs/runner.ts'
import { givePlaceholder } from '../workspace/placeholders/give.ts'
import { automate } from './automate.ts'
import { startDigests } from './digest.ts'
import { forgetMails } from './forgetMails.ts'
import { keepCycles } from './keepCycles.ts'
import { notifier } from './notify.ts'
import { pruneLog } from './pruneLog.ts'
import { purge } from './purge.ts'
import { startMails } from './sendMails.ts'
import { startPushes } from './sendPushes.ts'
import { startWebhooks, webhookReader } from './sendWebhooks.ts'
import { tellTexts } from './tellTexts.ts'
import { thinVersions } from './thinVersions.ts'

type Job = { name: string; cron: string; run: (db: Db, settings: Settings) => Promise<unknown> }

/** Every job and when it runs, in UTC. */
const jobs: Job[] = [
  { name: 'tell-texts', cron: '* * * * *', run: tellTexts },
  // The day begins with a quarter of an hour in every zone.
  { name: 'keep-cycles', cron: '*/15 * * * *', run: keepCycles },
  { name: 'automate', cron: '0 0 * * *', run: automate },
  { name: 'prune-log', cron: '17 3 * * *', run: pruneLog },
  { name: 'thin-versions', cron: '27 3 * * *', run: thinVersions },
  { name: 'forget-mails', cron: '37 3 * * *', run: forgetMails },
  { name: 'forget-archives', cron: '41 3 * * *', run: forgetArchives },
  { name: 'purge', cron: '47 3 * * *', run: purge },
]

/** What follows from changes. */
const readersOfLog = [notifier, searchReader, webhookReader]

/** Runs the jobs; with several processes each job still runs once, since they share the queue in PostgreSQL. */
export const startJobs = async (options: { db: Db; url: string; settings: Settings; log: Logger }) => {
  const { url, settings, log } = options
  const db = shareOf(options.db, SHARES.jobs)
  const boss = new PgBoss({ connectionString: url, max: 2, application_name: 'tandem jobs' })
  boss.on('error', error => log.warn({ err: error }, 'the job queue reports an error'))
  await boss.start()
  for (const job of jobs) {
    await boss.createQueue(job.name)
    await boss.schedule(job.name, job.cron, {}, { tz: 'UTC' })
    await boss.work(job.name, { pollingIntervalSeconds: 60 }, async () => {
      const done = await job.run(db, settings)
      log.info({ job: job.name, done }, 'job done')
    })
  }
  const stops = createStops(await secret(settings.dataDir, 'mails'))
  const configured = await openConfiguration({ db, settings, log })
  const mails = startMails({ db, settings, log, stops, configured })
  const digests = startDigests({ db, log })
  const keys = await openPushKeys({ db, dataDir: settings.dataDir, log })
  const pushes = startPushes({ db, settings, log, configured, keys })
  const seal = await openSeal(settings.dataDir)
  const webhooks = startWebhooks({ db, settings, seal, log })
  const kinds = [
    exportIssues,
    exportPages,
    ...importKinds({
      store: openStore(settings),
      seal,
      outgoing: createOutgoing(settings),
      fileSizeLimit: settings.fileSizeLimit,
    }),
  ]
  const longWork = startJobRunner({ db, log, kinds })
  const archives = startLongRunner({
    db,
    log,
    kinds: [makeArchive(settings), bringArchive(settings), givePlaceholder],
  })
  const readers = readersOfLog.map(reader => startReader(reader, { db, log }))
  const filling = startFilling({ db, log })
  return {
    stop: async () => {
      await filling.stop()
      await longWork.stop()
      await archives.stop()
      await Promise.all(readers.map(reader => reader.stop()))
      await webhooks.stop()
      await digests.stop()
      await pushes.stop()
      await mails.stop()
      await boss.stop({ graceful: true, timeout: 5_000 })
      await db.destroy()
    },
  }
}
