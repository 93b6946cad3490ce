/** What people may be in a workspace, in words. */
export const roles = [
  { id: '20', name: 'Admin', detail: 'People, settings, every project' },
  { id: '15', name: 'Member', detail: 'Creates projects, joins public ones' },
  { id: '5', name: 'Guest', detail: 'Only projects they are added to' },
]
export const roleName = (role: number) => roles.find(one => one.id === String(role))?.name ?? ''
