import type { View } from '#contract/planning/views.ts'
import { layoutLooks } from '../issues/layouts/looks.ts'
import { layoutIds } from '../issues/view/contexts.ts'
import { Icon, type IconName } from '../ui/icons.tsx'
import { type IconFace, LogoMark } from '../ui/logo/LogoMark.tsx'
import { readLogo } from '../ui/logo/logo.ts'

export const layoutIcon = ({ display_filters }: Pick<View, 'display_filters'>): IconName =>
  layoutLooks[layoutIds.find(id => id === display_filters.layout) ?? 'list'].icon

/** The sign of a view as its owner chose it, else that of its layout. */
export const ViewMark = ({
  view,
  ...face
}: IconFace & { view: Pick<View, 'logo_props' | 'display_filters'> }) => (
  <LogoMark logo={readLogo(view.logo_props)} standIn={<Icon name={layoutIcon(view)} {...face} />} {...face} />
)
