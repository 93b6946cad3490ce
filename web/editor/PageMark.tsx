import type { Page } from '#contract/text/pages.ts'
import { Icon } from '../ui/icons.tsx'
import { type IconFace, LogoMark } from '../ui/logo/LogoMark.tsx'
import { readLogo } from '../ui/logo/logo.ts'

/** The sign of a page as its people chose it, else a sheet. */
export const PageMark = ({ page, ...face }: IconFace & { page: Pick<Page, 'logo_props'> }) => (
  <LogoMark logo={readLogo(page.logo_props)} standIn={<Icon name="file-text" {...face} />} {...face} />
)
