/** The drawings of empty places; the one of a page that is not there is with `EmptyState`, which a start brings. */
import { StateIcon } from './StateIcon.tsx'

const strips = [
  { group: 'completed', label: 'var(--lb-green)', words: 150, faded: true },
  { group: 'started', label: 'var(--lb-violet)', words: 214, faded: false },
  { group: 'unstarted', label: 'var(--lb-teal)', words: 120, faded: false },
]

/** Three rows and the place of the fourth: a list of issues. */
export const ListDrawing = () => (
  <svg width="440" height="204" viewBox="0 0 440 204" aria-hidden="true" className="h-auto max-w-full">
    {strips.map((strip, at) => (
      <g key={strip.group} transform={`translate(0 ${at * 52})`} opacity={strip.faded ? 0.55 : 1}>
        <rect width="440" height="44" rx="8" fill="var(--bg-sunken)" />
        <g transform="translate(18 14)">
          <StateIcon group={strip.group} />
        </g>
        <rect x="46" y="18" width="40" height="8" rx="4" fill="var(--line)" />
        <rect x="98" y="18" width={strip.words} height="8" rx="4" fill="var(--pr-off)" />
        <circle cx="350" cy="22" r="4" fill={strip.label} />
        <rect x="360" y="18" width="30" height="8" rx="4" fill="var(--line)" />
        <circle cx="414" cy="22" r="9" fill="var(--line)" />
      </g>
    ))}
    <g transform="translate(0 156)" fill="none">
      <rect
        x=".75"
        y=".75"
        width="438.5"
        height="42.5"
        rx="7.5"
        stroke="var(--line-strong)"
        strokeWidth="1.25"
        strokeDasharray="4 4"
      />
      <path d="M26 18v8m-4-4h8" stroke="var(--ink-3)" strokeWidth="1.5" strokeLinecap="round" />
      <rect x="46" y="14" width="1.5" height="16" fill="var(--accent)" />
    </g>
  </svg>
)

/** Tiles beside each other, one of them not there yet: projects of a workspace. */
export const ProjectDrawing = () => (
  <svg
    width="440"
    height="204"
    viewBox="0 0 440 204"
    fill="none"
    aria-hidden="true"
    className="h-auto max-w-full"
  >
    {['var(--lb-blue)', 'var(--lb-teal)', 'var(--lb-orange)'].map((tile, at) => (
      <g key={tile} transform={`translate(${(at % 2) * 226} ${at < 2 ? 0 : 106})`}>
        <rect width="214" height="98" rx="8" fill="var(--bg-sunken)" />
        <rect x="16" y="16" width="24" height="24" rx="5" fill={tile} opacity=".3" />
        <rect x="52" y="19" width="96" height="8" rx="4" fill="var(--pr-off)" />
        <rect x="52" y="32" width="40" height="6" rx="3" fill="var(--line)" />
        {[0, 1, 2].map(n => (
          <circle key={n} cx={25 + n * 15} cy="74" r="9" fill="var(--line)" />
        ))}
        <rect x="130" y="70" width="68" height="8" rx="4" fill="var(--line)" />
      </g>
    ))}
    <rect
      x="226.75"
      y="106.75"
      width="212.5"
      height="96.5"
      rx="7.5"
      stroke="var(--line-strong)"
      strokeWidth="1.25"
      strokeDasharray="4 4"
    />
    <path d="M333 147v16m-8-8h16" stroke="var(--ink-3)" strokeWidth="1.5" strokeLinecap="round" />
  </svg>
)

/** A closed box: the archive. */
export const ArchiveDrawing = () => (
  <svg
    width="440"
    height="204"
    viewBox="0 0 440 204"
    fill="none"
    aria-hidden="true"
    className="h-auto max-w-full"
  >
    <rect x="110" y="36" width="220" height="44" rx="8" fill="var(--line)" />
    <path d="M122 88h196v80a8 8 0 0 1-8 8H130a8 8 0 0 1-8-8z" fill="var(--bg-sunken)" />
    <rect x="186" y="106" width="68" height="10" rx="5" fill="var(--pr-off)" />
    <rect x="146" y="138" width="148" height="8" rx="4" fill="var(--line)" />
    <rect x="146" y="154" width="96" height="8" rx="4" fill="var(--line)" />
  </svg>
)

/** Rows that a funnel leaves out: nothing passes what is asked for. */
export const FilterDrawing = () => (
  <svg
    width="440"
    height="204"
    viewBox="0 0 440 204"
    fill="none"
    aria-hidden="true"
    className="h-auto max-w-full"
  >
    {[0, 52, 104].map(y => (
      <g key={y} opacity=".5">
        <rect y={y} width="440" height="44" rx="8" fill="var(--bg-sunken)" />
        <rect x="46" y={y + 18} width="40" height="8" rx="4" fill="var(--line)" />
        <rect x="98" y={y + 18} width={220 - y} height="8" rx="4" fill="var(--line)" />
      </g>
    ))}
    <circle cx="220" cy="100" r="46" fill="var(--bg)" />
    <path d="M196 84h48M204 100h32M213 116h14" stroke="var(--ink-3)" strokeWidth="4" strokeLinecap="round" />
  </svg>
)
