import { viewerOfUser } from '../../api/db/viewer.ts'
import { inWork } from '../../api/db/work.ts'
import { type NamedPerson, placeholderFor } from '../../api/people/users/placeholder.service.ts'
import type { TestServer } from './server.ts'

/** The placeholder of a person, as work that is brought from elsewhere makes it. */
export const makePlaceholder = async (
  { db }: TestServer,
  by: { id: string },
  workspace: { id: string },
  person: NamedPerson,
): Promise<string> => {
  const viewer = (await viewerOfUser(db, by.id))!
  return (await inWork(db, { viewer }, work => placeholderFor(work, workspace.id, person))).result
}
