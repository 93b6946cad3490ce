/** Makes the search anew: `npm run rebuild-search`, while Tandem runs or before its next start. */
import { runningUrl } from '../api/db/embedded.ts'
import { type Db, openDatabase } from '../api/db/knex.ts'
import { rebuildSearch } from '../api/lists/search/entries.ts'
import { readSettings } from '../api/settings.ts'
import { withDatabase } from './withDatabase.ts'

const rebuild = async (db: Db) => {
  await rebuildSearch(db)
  console.log('The search is made anew, at once or with the next start. Meanwhile what it has is found.')
}

const settings = readSettings(process.env)
const url = settings.databaseUrl || (await runningUrl(settings.dataDir))
if (url) {
  const db = openDatabase(url)
  await rebuild(db).finally(() => db.destroy())
} else await withDatabase(rebuild)
