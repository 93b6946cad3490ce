/** The roles in a workspace, in words. */
export const roles = [
  { id: '20', name: 'Admin', second: 'People, settings and every project' },
  { id: '15', name: 'Member', second: 'Creates projects, joins public ones' },
  { id: '5', name: 'Guest', second: 'Only the projects they are added to' },
]
export const roleName = (role: number) => roles.find(one => one.id === String(role))?.name ?? ''
