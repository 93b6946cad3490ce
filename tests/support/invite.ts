import type { Role } from './build.ts'
import type { Visitor } from './visitor.ts'

/** Invites an address without mail; answers where the link leads, as a path. */
export const invite = async (
  by: Pick<Visitor, 'post'>,
  slug: string,
  { email, role = 15, ...more }: { email: string; role?: Role; project_ids?: string[] },
): Promise<string> => {
  const sent = { emails: [{ email, role }], is_mailed: false, ...more }
  const { body } = await by.post<{ invitations: { link: string }[] }>(
    `/api/workspaces/${slug}/invitations/`,
    sent,
  )
  const { pathname, search } = new URL(body.invitations[0]!.link)
  return pathname + search
}
