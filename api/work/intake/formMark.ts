import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { iconOfSymbol, palette, plainName, type Shade, shadeOf } from '#contract/text/signs.ts'
import type { Mark } from './formPage.ts'

const ICONS = fileURLToPath(new URL('../../../web/dist/icons.json', import.meta.url))
let icons: Map<string, string> | null = null
/** None until the client was built: the form is there all the same. */
const iconsByName = async () => {
  icons ??= await readFile(ICONS, 'utf8').then(
    read => new Map<string, string>(Object.entries(JSON.parse(read))),
    () => null,
  )
  return icons
}

const shadeIn = (color: unknown): Shade | null => {
  if (typeof color !== 'string') return null
  const role = color.replace(/^lb-/, '')
  return Object.hasOwn(palette, role) ? (role as Shade) : shadeOf(color)
}

const isPoint = (code: number) =>
  Number.isInteger(code) && code > 31 && code < 0x110000 && !(code >= 0xd800 && code < 0xe000)

type Signed = { name: string; logo_props: Record<string, unknown> }
type Logo = {
  in_use?: unknown
  emoji?: { value?: unknown } | null
  icon?: { name?: unknown; color?: unknown } | null
}

/** The sign that its people chose for a project; where there is none, or none that is known, its first letter. */
export const markOf = async ({ name, logo_props }: Signed): Promise<Mark> => {
  const { in_use, emoji, icon } = logo_props as Logo
  const shade = in_use === 'icon' ? shadeIn(icon?.color) : null
  if (in_use === 'icon' && typeof icon?.name === 'string') {
    const drawn = (await iconsByName())?.get(plainName(iconOfSymbol(icon.name) ?? icon.name))
    if (drawn) return { icon: drawn, shade }
  }
  const codes =
    in_use === 'emoji' && typeof emoji?.value === 'string' ? emoji.value.split('-').map(Number) : []
  const isSign = codes.length > 0 && codes.length <= 16 && codes.every(isPoint)
  return { sign: isSign ? String.fromCodePoint(...codes) : name.slice(0, 1).toUpperCase(), shade }
}
