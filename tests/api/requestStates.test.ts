import { expect, test } from 'vitest'
import { up } from '../../migrations/95_requestStates.ts'
import { issueTeam } from '../support/issueTeam.ts'
import { sharedServer } from '../support/server.ts'

test('requests that waited in a hidden state wait in the project’s first one after its migration', async () => {
  const server = await sharedServer()
  const team = await issueTeam(server)
  await team.admin.patch(`${team.path}/`, { inbox_view: true })
  const row = await team.made(`${team.path}/inbox-issues/`, { issue: { name: 'A leak' } })
  const first = team.states.find(state => state.default)!
  const next = team.states.find(state => !state.default)!
  const hidden = team.make.id()
  const { name_order: _, ...state } = await server.db('states').where('id', first.id).first()
  await server.db('states').insert({ ...state, id: hidden, name: 'Triage', group: 'triage', default: false })
  await server.db('issues').where('id', row.id).update({ state_id: hidden, state__group: 'triage' })
  const created = await server.db('issue_activities').where('issue', row.id).first()
  const entry = { ...created, field: 'state', old_identifier: hidden, old_value: 'Triage' }
  for (const { id, name } of [first, next])
    await server
      .db('issue_activities')
      .insert({ ...entry, id: team.make.id(), new_identifier: id, new_value: name })
  await server.db.transaction(up)
  expect(await server.db('issues').where('id', row.id).first()).toMatchObject({
    state_id: first.id,
    state__group: first.group,
  })
  // A move out of the hidden state into the first one never was.
  const told = await server.db('issue_activities').where({ issue: row.id, field: 'state' })
  expect(told).toMatchObject([
    { old_identifier: first.id, old_value: first.name, new_identifier: next.id, new_value: next.name },
  ])
})
