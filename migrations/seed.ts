/** A storied demo workspace: the people of a harbour-booking product, their projects, issues and pages. */

import { findByEmail } from '../api/people/auth/signIn.service.ts'
import { projects } from '../api/workspace/instance/story/index.ts'
import { people } from '../api/workspace/instance/story/people.ts'
import { fillDemo, PASSWORD } from './demo.ts'
import { withDatabase } from './withDatabase.ts'

await withDatabase(async db => {
  const [{ email }] = people
  if (await findByEmail(db, email)) {
    console.log(`The demo workspace is already there. Sign in as ${email} with "${PASSWORD}".`)
    return
  }
  await fillDemo(db)
  console.log(`Lantern Quay is there: ${people.length} people, ${projects.length} projects.`)
  console.log(`Sign in as ${email} with "${PASSWORD}"; the others have the same password.`)
})
