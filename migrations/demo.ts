import type { Db } from '../api/db/knex.ts'
import { nobody } from '../api/db/viewer.ts'
import { inWork } from '../api/db/work.ts'
import { createPerson } from '../api/people/auth/account.service.ts'
import { fillSample } from '../api/workspace/instance/sample.service.ts'
import { people } from '../api/workspace/instance/story/people.ts'

/** The password of everybody in the demo workspace. */
export const PASSWORD = 'lantern quay at high tide'

/** Sets an instance up by its first person, who runs it, with a storied demo workspace. */
export const fillDemo = async (db: Db) => {
  const { email, first, last } = people[0]
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
}
