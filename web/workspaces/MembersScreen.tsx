import { type FormEvent, useState } from 'react'
import { useParams } from 'react-router'
import { workspaceRoutes } from '#contract/workspaces.ts'
import { call } from '../data/client.ts'
import { useRows } from '../data/rows.ts'
import { useSession } from '../data/session.ts'
import { may, useHere } from '../data/viewer.ts'
import { Header } from '../shell/Header.tsx'
import { Avatar } from '../ui/Avatar.tsx'
import { Button } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'
import { Picker } from '../ui/Picker.tsx'
import { TextInput } from '../ui/TextInput.tsx'
import { toast } from '../ui/Toast.tsx'
import { useTitle } from './title.ts'

const roles = [
  { id: '20', name: 'Admin' },
  { id: '15', name: 'Member' },
  { id: '5', name: 'Guest' },
]
const roleName = (role: number) => roles.find(one => one.id === String(role))?.name ?? ''

export const MembersScreen = () => {
  const { slug = '' } = useParams()
  const { workspaceId } = useHere()
  const { me } = useSession()
  const people = new Map(useRows('user').map(user => [user.id, user]))
  const emails = new Map(useRows('user_contact').map(contact => [contact.id, contact.email]))
  const members = useRows('workspace_member').filter(row => row.is_active)
  const [error, setError] = useState<string | null>(null)
  const [role, setRole] = useState('15')
  const mayAdd = may('workspaceMember.add', {}, { workspace: workspaceId })
  useTitle('Members')

  const add = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const email = String(new FormData(form).get('email') ?? '').trim()
    try {
      await call(workspaceRoutes.addMembers, {
        params: { ws: slug },
        body: { members: [{ email, role: Number(role) }] },
      })
      setError(null)
      form.reset()
    } catch (failure) {
      setError((failure as Error).message)
    }
  }
  const change = (memberId: string, next: string) =>
    call(workspaceRoutes.updateMember, {
      params: { ws: slug, memberId },
      body: { role: Number(next) },
    }).catch(failure => toast.failure((failure as Error).message))
  return (
    <>
      <Header section="Members" count={members.length} />
      <div className="min-h-0 flex-1 overflow-y-auto px-4 py-2">
        {mayAdd && (
          <form onSubmit={add} className="mb-4 flex max-w-160 items-end gap-2">
            <div className="flex-1">
              <Field label="Add someone who has an account" {...(error ? { error } : {})}>
                <TextInput name="email" type="email" required placeholder="E-mail" />
              </Field>
            </div>
            <Picker label="Role" options={roles} value={[role]} onPick={([id]) => id && setRole(id)}>
              <Button variant="neutral" size="form">
                {roleName(Number(role))}
              </Button>
            </Picker>
            <Button type="submit" variant="primary" size="form">
              Add
            </Button>
          </form>
        )}
        <ul>
          {members.map(row => {
            const person = people.get(row.member_id)
            return (
              <li key={row.id} className="flex h-11 items-center gap-3">
                <Avatar person={person ?? null} size={24} silent />
                <span className="cut flex-1">
                  {person?.display_name}
                  {emails.has(row.member_id) && (
                    <span className="ml-2 text-12 text-ink-3">{emails.get(row.member_id)}</span>
                  )}
                </span>
                {mayAdd && row.member_id !== me?.id ? (
                  <Picker
                    label="Role"
                    options={roles}
                    value={[String(row.role)]}
                    onPick={([id]) => id && void change(row.id, id)}
                  >
                    <Button size="small">{roleName(row.role)}</Button>
                  </Picker>
                ) : (
                  <span className="px-2 text-ink-2">{roleName(row.role)}</span>
                )}
              </li>
            )
          })}
        </ul>
      </div>
    </>
  )
}
