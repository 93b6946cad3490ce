import { ArchiveDrawing, FilterDrawing, ListDrawing } from '../../ui/marks/drawings.tsx'

const drawings = { filter: FilterDrawing, archive: ArchiveDrawing, list: ListDrawing }

/** The drawing of a list without issues. */
export const EmptyDrawing = ({ of }: { of: keyof typeof drawings }) => {
  const Drawing = drawings[of]
  return <Drawing />
}
