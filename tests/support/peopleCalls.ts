import { randomBytes } from 'node:crypto'
import { type build, PASSWORD, type Person } from './build.ts'
import { browserKeys } from './pushService.ts'

type Make = ReturnType<typeof build>

const csrfOf = async (who: Person) =>
  (await who.get<{ csrf_token: string }>('/auth/get-csrf-token/')).body.csrf_token

/** Writes about people and the instance that answer a body, each with its input. */
export const peopleCalls = (make: () => Make) => ({
  'users.updateMe': async () => ({ path: '/api/users/me/', body: { first_name: 'Freya' } }),
  'users.updateProfile': async () => ({ path: '/api/users/me/profile/', body: { role: 'Harbour master' } }),
  'users.onboard': async () => ({ path: '/api/users/me/onboard/', body: { is_onboarded: true } }),
  'users.tourCompleted': async () => ({ path: '/api/users/me/tour-completed/', body: {} }),
  'auth.setPassword': async () => {
    const by = await make().person()
    const headers = { 'x-csrftoken': await csrfOf(by) }
    return { by, path: '/auth/set-password/', body: { password: PASSWORD }, headers }
  },
  'auth.changePassword': async () => {
    const by = await make().person()
    const headers = { 'x-csrftoken': await csrfOf(by) }
    await by.post('/auth/set-password/', { password: PASSWORD }, { headers })
    const body = { old_password: PASSWORD, new_password: `${PASSWORD} and more` }
    return { by, path: '/auth/change-password/', body, headers }
  },
  'instanceAdmin.addAdmin': async () => ({
    by: await make().instanceAdmin(),
    path: '/api/instances/admins/',
    body: { email: (await make().person()).email },
  }),
  'instanceAdmin.update': async () => ({
    by: await make().instanceAdmin(),
    path: '/api/instances/',
    body: { instance_name: 'Harbour office' },
  }),
  'instanceAdmin.configure': async () => ({
    by: await make().instanceAdmin(),
    path: '/api/instances/configurations/',
    body: { GPT_ENGINE: 'small' },
  }),
  'instanceAdmin.createWorkspace': async () => ({
    by: await make().instanceAdmin(),
    path: '/api/instances/workspaces/',
    body: { name: 'Quay', slug: `i${randomBytes(4).toString('hex')}` },
  }),
  'pushes.create': async () => {
    await (await make().instanceAdmin()).patch('/api/instances/configurations/', { ENABLE_BROWSER_PUSH: '1' })
    const { keys } = browserKeys()
    return {
      path: '/api/users/me/push-subscriptions/',
      body: { endpoint: 'https://fcm.googleapis.com/ebb', keys },
    }
  },
  'notificationPreferences.update': async () => ({
    path: '/api/users/me/notification-preferences/',
    body: { comment: false },
  }),
})
