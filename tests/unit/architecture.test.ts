import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { placeIds, placeOf } from '../../web/places/address.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const FOLDERS = ['api', 'collab-server', 'migrations', 'scripts', 'tests', 'web']

const files = FOLDERS.flatMap(folder =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && /\.tsx?$/.test(entry.name) && !entry.parentPath.includes('/dist'))
    .map(entry => join(entry.parentPath, entry.name).slice(root.length)),
)
const text = new Map(files.map(file => [file, readFileSync(join(root, file), 'utf8')]))

const IMPORTS = /(?:^|\n)\s*(?:import|export)\s+(?:type\s)?(?:[^'"]*?\sfrom\s+)?'([^']+)'/g
/** Of both kinds, and what is loaded later. */
const REACHED = new RegExp(`${IMPORTS.source}|\\bimport\\(\\s*'([^']+)'\\)`, 'g')
const LOADED = /(?:^|\n)\s*(?:import|export)\s+(?!type\s)(?:[^'"]*?\sfrom\s+)?'([^']+)'/g

/** Imports of a file, those of types among them unless only loaded ones are asked for; of this project as paths from its root. */
const importsOf = (file: string, asked = IMPORTS): string[] =>
  [...text.get(file)!.matchAll(asked)].flatMap(match => {
    const target = (match[1] ?? match[2])!
    if (target.startsWith('#contract/')) return [`api/contract/${target.slice(10)}`]
    if (target === '#document') return ['collab-server/document/index.ts']
    if (target.startsWith('#document/')) return [`collab-server/document/${target.slice(10)}`]
    return [target.startsWith('.') ? normalize(join(dirname(file), target)) : target]
  })

const offenders = (rule: (file: string, target: string) => boolean, asked = IMPORTS) =>
  files.flatMap(file =>
    importsOf(file, asked)
      .filter(target => rule(file, target))
      .map(target => `${file} -> ${target}`),
  )
const inside = (folder: string) => (file: string) => file.startsWith(`${folder}/`)
const isOurs = (target: string) => FOLDERS.some(folder => target.startsWith(`${folder}/`))

test('the contract imports zod and itself', () => {
  expect(
    offenders(
      (file, target) => inside('api/contract')(file) && target !== 'zod' && !inside('api/contract')(target),
    ),
  ).toEqual([])
})

test('the browser imports the contract, the document schema and itself', () => {
  const allowed = ['web/', 'api/contract/', 'collab-server/document/index.ts']
  expect(
    offenders(
      (file, target) =>
        inside('web')(file) && isOurs(target) && !allowed.some(path => target.startsWith(path)),
    ),
  ).toEqual([])
})

/** The web client from its ground up, each room on a floor of its own: a file imports of its own room and of those below. */
const FLOORS = [
  /^web\/(ui|style|public)\//,
  /^web\/data\//,
  /^web\/places\/(table\/\w+|place|places|address)\.ts$/,
  /^web\/shell\/|^web\/places\/(heading|offers|title)\.ts$/,
  /^web\/forms\//,
  /^web\/issues\/(fields|acts|rows|here)\//,
  /^web\/editor\//,
  /^web\/issues\//,
  /^web\/pages\//,
  /^web\/settings\//,
  /^web\/planning\//,
  /^web\/analytics\//,
  /^web\/intake\//,
  /^web\/projects\//,
  /^web\/(views|inbox|planner|search)\//,
  /^web\/workspaces\//,
  /^web\/(home|profile|account)\//,
  /^web\/(instance|reference)\//,
  /^web\/gallery\//,
  /^web\/places\/|^web\/(main\.tsx|vite\.config\.ts)$/,
]
const floorOf = (file: string) => FLOORS.findIndex(floor => floor.test(file))

test('the web client is on floors, and nothing leans on a higher one', () => {
  expect(files.filter(file => inside('web')(file) && floorOf(file) < 0)).toEqual([])
  expect(
    offenders(
      (file, target) => inside('web')(file) && inside('web')(target) && floorOf(target) > floorOf(file),
      REACHED,
    ),
  ).toEqual([])
})

test('a folder holds no more files than one looks through', () => {
  const folders = Map.groupBy(
    files.filter(file => !inside('tests')(file) && !inside('migrations')(file)),
    dirname,
  )
  expect([...folders].filter(([, held]) => held.length > 27).map(([folder]) => folder)).toEqual([])
})

test('the browser judges nothing by a schema: there zod is left out, and of a schema only shape and lengths remain', () => {
  const judging = /(?<!JSON|Date)\.(p|safeP)arse\(/
  expect(files.filter(file => inside('web')(file) && judging.test(text.get(file)!))).toEqual([])
})

test('the address of a screen is written once, in the table of places', () => {
  const paths = placeIds.flatMap(id => [placeOf(id).path, ...(placeOf(id).also ?? [])])
  const words = new Set(paths.flatMap(path => path.split('/').filter(part => /^[a-z]/.test(part))))
  const isAddress = (literal: string) => {
    const [first = '', ...rest] = literal
      .replace(/\$\{[^}]*\}/g, ':')
      .split(/[?#]/)[0]!
      .split('/')
      .slice(1)
    const isOfServer = first === 'api' || first === 'auth'
    return (!isOfServer && [first, ...rest].some(part => words.has(part))) || /^\/\$\{slug\}$/.test(literal)
  }
  const literals = /(['"`])((?:\$\{[^}]*\})?\/[^'"`\s]*)\1/g
  const written = /(?:\b(?:to|href)=\{?|\b(?:go|assign)\(|back=\{\{.*href: )['"`]\//
  expect(
    files
      .filter(file => inside('web')(file) && !inside('web/places')(file))
      .flatMap(file => [
        ...[...text.get(file)!.matchAll(literals)]
          .filter(([, , literal]) => isAddress(literal!))
          .map(([literal]) => `${file}: ${literal}`),
        ...(written.test(text.get(file)!) ? [`${file}: leads to an address`] : []),
      ]),
  ).toEqual([])
})

test('only the composition and tests know the collab server; its document schema is for documents alone', () => {
  const mayKnow = (file: string) =>
    file === 'api/running.ts' || /^(collab-server|tests|migrations)\//.test(file)
  expect(
    offenders(
      (file, target) =>
        inside('collab-server')(target) && !inside('collab-server/document')(target) && !mayKnow(file),
    ),
  ).toEqual([])
  expect(
    offenders(
      (file, target) =>
        inside('collab-server/document')(target) &&
        inside('api')(file) &&
        !inside('api/text/documents')(file),
    ),
  ).toEqual([])
})

test('a noun’s queries are its own: others call its service', () => {
  // Signing in answers the caller's own face as well.
  const reasoned = [
    'api/people/auth/auth.routes.ts -> api/people/users/user.queries.ts',
    'api/workspace/instance/admin.routes.ts -> api/people/users/user.queries.ts',
  ]
  expect(
    offenders(
      (file, target) =>
        /\.queries\.ts$/.test(target) && inside('api')(file) && dirname(file) !== dirname(target),
    ).filter(found => !reasoned.includes(found)),
  ).toEqual([])
})

test('rows are written through the one door', () => {
  // Beside the log by design: sessions, ended journeys to services, tokens' use, links kept by the row that shows them, the text's own store, mails and
  // their news, subscribed browsers and their pushes, the instance's configuration, positions of readers and of the rule of
  // cycles, jobs, what an import was read into, entries of the search, deliveries of webhooks; and the log itself, which stamps its rows.
  const reasoned = new Set([
    'api/db/rows.ts',
    'api/db/work.ts',
    'api/http/session.ts',
    'api/people/auth/journeys.ts',
    'api/people/users/user.routes.ts',
    'api/workspace/instance/setUp.service.ts',
    'api/work/issues/issue.service.ts',
    'api/workspace/projects/project.service.ts',
    'api/text/documents/store.ts',
    'api/text/documents/versions.ts',
    'api/planning/cycles/pace.ts',
    'api/jobs/forgetMails.ts',
    'api/jobs/pruneLog.ts',
    'api/jobs/purge.ts',
    'api/jobs/sendMails.ts',
    'api/lists/search/entries.ts',
    'api/live/readNext.ts',
    'api/mail/outbox.ts',
    'api/workspace/archives/archive.ts',
    'api/workspace/imports/staging/beside.ts',
    'api/workspace/imports/staging/faults.ts',
    'api/workspace/imports/staging/made.ts',
    'api/workspace/imports/staging/numbers.ts',
    'api/workspace/imports/staging/parents.ts',
    'api/workspace/jobs/exportIssues.ts',
    'api/workspace/jobs/exportPages.ts',
    'api/workspace/jobs/longRunner.ts',
    'api/workspace/jobs/turns.ts',
    'api/workspace/webhooks/bursts.ts',
    'api/workspace/webhooks/lanes.ts',
    'api/workspace/webhooks/tell.service.ts',
    'api/workspace/webhooks/test.service.ts',
    'api/workspace/webhooks/webhook.service.ts',
    'api/people/auth/auth.routes.ts',
    'api/people/notifications/push.routes.ts',
    'api/people/notifications/push.service.ts',
    'api/people/notifications/pushKeys.ts',
    'api/people/auth/code.service.ts',
    'api/people/auth/mailedSecrets.ts',
    'api/people/auth/newPassword.service.ts',
    'api/people/auth/proof.service.ts',
    'api/people/auth/provider.routes.ts',
    'api/people/auth/provider.service.ts',
    'api/people/auth/signIn.service.ts',
    'api/workspace/instance/admin.routes.ts',
    'api/workspace/instance/admin.service.ts',
    'api/workspace/instance/configuration.service.ts',
  ])
  const writes = files.filter(
    file =>
      /^(api|collab-server)\//.test(file) && /\)\s*\.(insert|update|delete|del)\(/.test(text.get(file)!),
  )
  expect(writes.filter(file => !reasoned.has(file))).toEqual([])
})

test('rights are rules of the table, and compared nowhere else', () => {
  // The rights of a viewer are made of these; and the roles that people give to others are no rights of the caller.
  const reasoned = [
    'api/db/viewer.ts',
    'api/workspace/instance/sample.service.ts',
    'api/workspace/projects/member.service.ts',
    'api/workspace/projects/project.service.ts',
    'api/workspace/workspaces/member.service.ts',
  ]
  const compared =
    /\brole(\)|\s)*([<>]=?|[!=]==)\s*(ADMIN|MEMBER|GUEST|\d)|\bworkspaces\[\w+[^\n]*\]!?[^\n]{0,8}[<>]=?\s*(ADMIN|MEMBER|GUEST|\d)/
  const found = files.filter(
    file =>
      /^(api|collab-server|web)\//.test(file) &&
      !inside('api/contract')(file) &&
      compared.test(text.get(file)!),
  )
  expect(found.filter(file => !reasoned.includes(file))).toEqual([])
})

/** Longer files are named, and pass: whether one is too long its reviewer judges. */
const LONG = 400

test('the names of long files are printed', () => {
  const long = files.filter(file => text.get(file)!.split('\n').length > LONG + 1)
  if (long.length > 0) console.warn(`Longer than ${LONG} lines: ${long.join(', ')}`)
})

test('every refusal of the table is given by somebody', () => {
  const given = files
    .filter(file => file !== 'api/contract/errors.ts' && !file.startsWith('tests/'))
    .map(file => text.get(file))
    .join()
  const codes = [...text.get('api/contract/errors.ts')!.matchAll(/^ {2}'(\w+\.\w+)':/gm)].map(
    ([, code]) => code,
  )
  expect(codes.length).toBeGreaterThan(100)
  expect(codes.filter(code => !given.includes(`'${code}'`))).toEqual([])
})

test('a letter and number before the name of a test stand for a harm that is told', () => {
  const told = readFileSync(join(root, 'tests/HARMS.md'), 'utf8')
  const begun = /\b(?:test|describe)(?:\.\w+)?(?:\([^'`]*\))?\(\s*['`]((?:[A-Z]\d{1,2}(?:, )?)+):/g
  const codes = files.flatMap(file =>
    [...text.get(file)!.matchAll(begun)].flatMap(([, found]) => found!.split(', ')),
  )
  expect(codes.length).toBeGreaterThan(0)
  expect([...new Set(codes)].filter(code => !told.includes(`**${code}**`))).toEqual([])
})

test('what could be foretold picks a colour or a pause, and never a secret', () => {
  const drawn = files.filter(
    file => /^(api|collab-server)\//.test(file) && text.get(file)!.includes('Math.random'),
  )
  expect(drawn.sort()).toEqual(['api/db/work.ts', 'api/work/labels/label.service.ts'])
})

test('each dependency has its line among the choices, by its name or its family’s', () => {
  const choices = readFileSync(join(root, 'DEPENDENCIES.md'), 'utf8').toLowerCase()
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>
  }
  const family = (name: string) => name.replace(/^@([^/]+)\/.*/, '$1').replace(/^(fontsource).*/, 'inter')
  expect(
    Object.keys(dependencies).filter(name => {
      const words = [name, family(name), name.split('/').at(-1)!, name.replace(/-dom$/, '')]
      return !words.some(word => new RegExp(`\\b${word.replace(/-(ts|variable)$/, '')}\\b`).test(choices))
    }),
  ).toEqual([])
})

test('names say what a thing is', () => {
  const banned = /^(utils?|helpers?|manager|handler|process|info|item|common|misc|base)(\.|$)/i
  expect(files.filter(file => file.split('/').some(part => banned.test(part)))).toEqual([])
})

test('a server starts without the libraries of texts, mails, files and sign-in that it may need later', () => {
  const loaded = new Set(['api/main.ts', 'api/running.ts'])
  for (const file of loaded)
    for (const target of text.has(file) ? importsOf(file, LOADED) : []) loaded.add(target)
  const later =
    /^(@tiptap|@mixmark|@hocuspocus|@aws-sdk|@zxcvbn|yjs|diff|piscina|nodemailer|openid-client|web-push|zod-openapi)/
  expect([...loaded].filter(target => later.test(target))).toEqual([])
  expect(loaded.size).toBeGreaterThan(300)
})

test('no import goes in a circle, nor does one of a type', () => {
  const graph = new Map(files.map(file => [file, importsOf(file).filter(target => text.has(target))]))
  const done = new Set<string>()
  const circles: string[] = []
  const walk = (file: string, path: string[]) => {
    if (path.includes(file)) {
      circles.push([...path.slice(path.indexOf(file)), file].join(' -> '))
      return
    }
    if (done.has(file)) return
    for (const target of graph.get(file) ?? []) walk(target, [...path, file])
    done.add(file)
  }
  for (const file of files) walk(file, [])
  expect(circles).toEqual([])
})
