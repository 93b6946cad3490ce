import type { IssueScreens } from './issueScreens.ts'

/** The project counts in points; the ids of its points by their values. */
export const countPoints = async ({ team }: Pick<IssueScreens, 'team'>) => {
  const { body } = await team.admin.post<{ id: string; points: { id: string; value: string }[] }>(
    `${team.path}/estimates/`,
    {
      estimate: { name: 'Points', type: 'points', last_used: true },
      estimate_points: ['1', '2', '3', '5', '8', '13'].map((value, at) => ({ key: at + 1, value })),
    },
  )
  await team.admin.patch(`${team.path}/`, { estimate: body.id })
  return new Map(body.points.map(point => [point.value, point.id]))
}
