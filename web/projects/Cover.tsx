import { roleColour, variables } from '../ui/colours.ts'
import type { Logo } from '../ui/logo/logo.ts'

const line = (at: number) =>
  `M-20 ${at}c40 -14 80 -14 120 0s80 14 120 0 80 -14 120 0 80 14 120 0 80 -14 120 0 80 14 120 0`

/** A flat ground with lines, in the colour of the project's icon. */
export const Cover = ({ logo }: { logo: Logo | null }) => {
  const colour = logo && 'icon' in logo && logo.color ? roleColour(logo.color) : 'var(--lb-blue)'
  return (
    <svg
      aria-hidden="true"
      className="tile block h-24 w-full flex-none"
      preserveAspectRatio="xMidYMid slice"
      viewBox="0 0 640 96"
      style={variables({ '--tile': colour })}
    >
      <g fill="none" stroke="var(--tile)" strokeOpacity=".5" strokeWidth="1.5">
        {[12, 32, 52, 72, 92].map((at, index) => (
          <path key={at} d={line(at)} transform={`translate(${index * -17} 0)`} />
        ))}
      </g>
    </svg>
  )
}
