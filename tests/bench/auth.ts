/** How soon guessing is stopped, whether the clock says that an account exists, and how soon somebody is cut off. */
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { v7 } from 'uuid'
import { createTandem } from '../../api/http/tandem.ts'
import { readSettings } from '../../api/settings.ts'
import { build, PASSWORD } from '../support/build.ts'
import { type Reply, type Visitor, visitor } from '../support/visitor.ts'
import { cuts } from './cuts.ts'
import { against, beside, type Figure } from './measure.ts'
import type { BenchWorld } from './world.ts'

/** An instance that mails by a server that nobody asks: queueing is all that a call does. */
const MAIL = { EMAIL_HOST: '127.0.0.1', EMAIL_PORT: '1', ENABLE_MAGIC_LINK_LOGIN: '1' }

const serve = async ({ db, url }: BenchWorld, env: Record<string, string>) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'tandem-bench-auth-'))
  const settings = readSettings({ ...MAIL, ...env, DATA_DIR: dataDir })
  const tandem = await createTandem({ settings, databaseUrl: url, db, log: pino({ level: 'silent' }) })
  await new Promise<void>(resolve => tandem.server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(tandem.server.address() as AddressInfo).port}`
  const close = async () => {
    await tandem.close()
    await rm(dataDir, { recursive: true, force: true })
  }
  return { origin, make: build({ origin, db, url, dataDir }), close }
}

const csrfOf = async (who: Visitor) =>
  (await who.get<{ csrf_token: string }>('/auth/get-csrf-token/')).body.csrf_token
const post = (who: Visitor, csrfmiddlewaretoken: string, path: string, fields: Record<string, string>) =>
  who.post(path, new URLSearchParams({ csrfmiddlewaretoken, ...fields }))

/** A code that was mailed, and that nobody knows. */
const layCode = (db: BenchWorld['db'], email: string) =>
  db('sign_in_codes')
    .insert({ email, code_hash: 'none', expires_at: new Date(Date.now() + 60_000), wrong: 0 })
    .onConflict('email')
    .merge()
const WRONG_CODE = 'aaaa-bbbb-cccc'
const linkTo = (id: string) => `/auth/reset-password/${Buffer.from(id).toString('base64url')}/wrong/`

/** The contract has these calls say that there is no such account: their time says nothing more. */
const byContract = (figure: Figure): Figure => ({ ...figure, aim: 'the answer tells' })

const TIMES = 40
const MOST = 1_000

/** Too many calls; too many codes asked for, or tries of one. */
const TOO_MANY = ['5900', '5100']

/** How many calls are let through before one is refused for their number. */
const letThrough = async (act: () => Promise<Reply<unknown>>) => {
  for (let n = 0; n < MOST; n++) {
    const { status, location, body } = await act()
    const code = new URL(location ?? '', 'http://here').searchParams.get('error_code')
    if (status === 429 || TOO_MANY.includes(code ?? String((body as { error_code?: number }).error_code)))
      return n
  }
  return MOST
}

const clocks = async (bench: BenchWorld): Promise<Figure[]> => {
  const off = Object.fromEntries(
    ['AUTH', 'AUTH_FAILURES', 'ANONYMOUS'].map(name => [`RATE_LIMIT_${name}`, '0']),
  )
  const { origin, make, close } = await serve(bench, off)
  const who = visitor(origin)
  const csrf = await csrfOf(who)
  const people = await Promise.all(Array.from({ length: TIMES }, () => make.person()))
  const idOf = new Map(people.map(({ email, id }) => [email, id]))
  for (const { email } of people) await layCode(bench.db, email)
  const known = (n: number) => people[n % TIMES]?.email ?? ''
  const unknown = (n: number) => `nobody${n}@quay.example`
  const pair = async (measure: string, act: (email: string) => Promise<unknown>) =>
    against(
      measure,
      1.2,
      await beside(
        TIMES,
        n => act(known(n)),
        n => act(unknown(n)),
      ),
      'unknown account',
    )
  const figures = [
    await pair('sign-in with a wrong password, known account', email =>
      post(who, csrf, '/auth/sign-in/', { email, password: PASSWORD }),
    ),
    await pair('admin’s sign-in with a wrong password, known account', email =>
      post(who, csrf, '/api/instances/admins/sign-in/', { email, password: PASSWORD }),
    ),
    await pair('a code is asked for, known account', email => who.post('/auth/magic-generate/', { email })),
    byContract(
      await pair('a wrong code is tried, known account', email =>
        post(who, csrf, '/auth/magic-sign-in/', { email, code: WRONG_CODE }),
      ),
    ),
    byContract(
      await pair('a link for a new password is asked for, known account', email =>
        who.post('/auth/forgot-password/', { email }),
      ),
    ),
    await pair('a wrong link for a new password is tried, known account', email =>
      post(who, csrf, linkTo(idOf.get(email) ?? v7()), { password: PASSWORD }),
    ),
  ]
  await close()
  return figures
}

const limits = async (bench: BenchWorld): Promise<Figure[]> => {
  const aims: Figure[] = []
  const row = async (
    measure: string,
    aim: number,
    begin: (made: Awaited<ReturnType<typeof serve>>) => Promise<() => ReturnType<Visitor['get']>>,
    env: Record<string, string> = {},
  ) => {
    const made = await serve(bench, env)
    const count = await letThrough(await begin(made))
    aims.push({ measure, aim: `${aim} calls`, value: `${count} calls`, n: count })
    await made.close()
  }
  const many = { RATE_LIMIT_AUTH: '1000' }
  const behindProxy = { ...many, TRUST_PROXY: '1' }
  const fromElsewhere = (n: number) => ({ headers: { 'x-forwarded-for': `10.0.${n >> 8}.${n & 255}` } })
  await row(
    'wrong passwords of one account and address until they are refused',
    10,
    async ({ origin, make }) => {
      const [who, { email }] = [visitor(origin), await make.person()]
      const csrf = await csrfOf(who)
      return () => post(who, csrf, '/auth/sign-in/', { email, password: 'wrong' })
    },
    many,
  )
  await row(
    'wrong codes of one account and address until they are refused',
    10,
    async ({ origin, make }) => {
      const [who, { email }] = [visitor(origin), await make.person()]
      const csrf = await csrfOf(who)
      return async () => {
        // Each is the first that is tried of a code of its own: the number over all codes is the limit here.
        await layCode(bench.db, email)
        return post(who, csrf, '/auth/magic-sign-in/', { email, code: WRONG_CODE })
      }
    },
    many,
  )
  await row(
    'wrong codes of one account, each from an address of its own, until they are refused',
    100,
    async ({ origin, make }) => {
      const [who, { email }] = [visitor(origin), await make.person()]
      const csrf = await csrfOf(who)
      let n = 0
      return async () => {
        await layCode(bench.db, email)
        const fields = { csrfmiddlewaretoken: csrf, email, code: WRONG_CODE }
        return who.post('/auth/magic-sign-in/', new URLSearchParams(fields), fromElsewhere(++n))
      }
    },
    behindProxy,
  )
  await row(
    'tries of one code until it is void',
    5,
    async ({ origin, make }) => {
      const [who, { email }] = [visitor(origin), await make.person()]
      const csrf = await csrfOf(who)
      await layCode(bench.db, email)
      return () => post(who, csrf, '/auth/magic-sign-in/', { email, code: WRONG_CODE })
    },
    many,
  )
  await row(
    'codes mailed to one account until they are refused',
    4,
    async ({ origin, make }) => {
      const { email } = await make.person()
      return () => visitor(origin).post('/auth/magic-generate/', { email })
    },
    many,
  )
  await row(
    'wrong links for a new password of one account and address until they are refused',
    10,
    async ({ origin, make }) => {
      const [who, { id }] = [visitor(origin), await make.person()]
      const csrf = await csrfOf(who)
      return () => post(who, csrf, linkTo(id), { password: PASSWORD })
    },
    many,
  )
  await row(
    'wrong links for a new password of one account, each from an address of its own, until they are refused',
    100,
    async ({ origin, make }) => {
      const [who, { id }] = [visitor(origin), await make.person()]
      const fields = { csrfmiddlewaretoken: await csrfOf(who), password: PASSWORD }
      let n = 0
      return () => who.post(linkTo(id), new URLSearchParams(fields), fromElsewhere(++n))
    },
    behindProxy,
  )
  await row('wrong links of invitations of one address until they are refused', 30, async ({ origin }) => {
    const who = visitor(origin)
    return () => who.get(`/api/workspaces/quay/invitations/${v7()}/join/`)
  })
  await row(
    'links for a new password to one account until they are refused',
    5,
    async ({ origin, make }) => {
      const { email } = await make.person()
      return () => visitor(origin).post('/auth/forgot-password/', { email })
    },
    many,
  )
  await row(
    'calls that tell who has an account, of one address, until they are refused',
    30,
    async ({ origin }) => {
      let n = 0
      return () => visitor(origin).post('/auth/email-check/', { email: `nobody${++n}@quay.example` })
    },
  )
  await row('wrong tokens of one address until they are refused', 10, async ({ origin }) => {
    let n = 0
    return () => visitor(origin, `tandem_${++n}`).get('/api/users/me/')
  })
  return aims
}

export const auth = async (bench: BenchWorld): Promise<Figure[]> => [
  ...(await limits(bench)),
  ...(await clocks(bench)),
  ...(await cuts(bench)),
]
