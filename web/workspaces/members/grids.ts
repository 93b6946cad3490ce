/** Columns of people and of invitations; on a phone a name with its details, and one control. */
export const PEOPLE_GRID =
  'grid grid-cols-[minmax(0,1fr)_104px_108px_172px_28px] items-center gap-x-3 px-2 max-md:grid-cols-[minmax(0,1fr)_auto_44px] max-md:gap-x-1 max-md:pr-0'
export const INVITED_GRID =
  'grid grid-cols-[minmax(0,1fr)_104px_108px_212px] items-center gap-x-3 px-2 max-md:grid-cols-[minmax(0,1fr)_44px] max-md:pr-0'
export const AGENTS_GRID =
  'grid grid-cols-[14px_minmax(0,1fr)_132px_124px_88px_28px] items-center gap-x-3 px-2 max-md:grid-cols-[minmax(0,1fr)_44px] max-md:pr-0'
