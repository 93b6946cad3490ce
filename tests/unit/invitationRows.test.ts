import { expect, test } from 'vitest'
import { inTurns, invitedIn } from '../../web/workspaces/members/invitationRows.ts'

const members = [{ name: 'Mei Tanabe', email: 'mei@quay.example' }]
const read = (text: string) =>
  invitedIn(text, members, 15).map(({ line, email, role, fault }) => [line, email, role, fault])

test('a line is an address and perhaps a role, whatever parts them', () => {
  expect(
    read(
      '\uFEFFAnouk@Quay.example,Admin\r\n\r\nbram@quay.example;guest\nsana@quay.example\t20\n"olu@quay.example",""',
    ),
  ).toEqual([
    [1, 'anouk@quay.example', 20, null],
    [3, 'bram@quay.example', 5, null],
    [4, 'sana@quay.example', 20, null],
    [5, 'olu@quay.example', 15, null],
  ])
})

test('heads say which column is which', () => {
  expect(read('Name,Role,E-mail\n"Vos, Anouk",Guest,anouk@quay.example')).toEqual([
    [2, 'anouk@quay.example', 5, null],
  ])
  expect(read('email\nbram@quay.example')).toEqual([[2, 'bram@quay.example', 15, null]])
})

test('each line that is wrong says why', () => {
  const faults = invitedIn(
    'mei@quay.example\nnobody\nbram@quay.example,Captain\nolu@quay.example\nOLU@quay.example\n"broken',
    members,
    15,
  ).map(one => one.fault)
  expect(faults).toEqual([
    'Mei Tanabe is already a member, so this address is left out.',
    '“nobody” is not an address.',
    '“Captain” is not a role. Use Admin, Member or Guest.',
    null,
    'This address is already in line 4.',
    '“"broken” is not an address.',
  ])
  expect(invitedIn('\n \n', members, 15)).toEqual([])
})

test('many go in turns', () => {
  expect(inTurns([1, 2, 3, 4, 5], 2)).toEqual([[1, 2], [3, 4], [5]])
  expect(inTurns([], 2)).toEqual([])
})
