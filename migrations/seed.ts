/** A storied demo workspace: the people of a harbour-booking product, their projects, issues and pages. */

import { nobody } from '../api/db/viewer.ts'
import { inWork } from '../api/db/work.ts'
import { createPerson } from '../api/people/auth/account.service.ts'
import { findByEmail } from '../api/people/auth/signIn.service.ts'
import { fillSample } from '../api/workspace/instance/sample.service.ts'
import { projects } from '../api/workspace/instance/story/index.ts'
import { people } from '../api/workspace/instance/story/people.ts'
import { withDatabase } from './withDatabase.ts'

const PASSWORD = 'lantern quay at high tide'

await withDatabase(async db => {
  const { email, first, last } = people[0]
  if (await findByEmail(db, email)) {
    console.log(`The demo workspace is already there. Sign in as ${email} with "${PASSWORD}".`)
    return
  }
  const { result: ownerId } = await inWork(db, { viewer: nobody }, async work => {
    const id = await createPerson(work, {
      email,
      password: PASSWORD,
      firstName: first,
      lastName: last,
      isOnboarded: true,
    })
    await work.trx('instances').update({ is_setup_done: true, instance_name: 'Lantern Quay' })
    await work.trx('instance_admins').insert({ id, user_id: id }).onConflict('user_id').ignore()
    return id
  })
  await fillSample(db, ownerId, PASSWORD)
  console.log(`Lantern Quay is there: ${people.length} people, ${projects.length} projects.`)
  console.log(`Sign in as ${email} with "${PASSWORD}"; the others have the same password.`)
})
