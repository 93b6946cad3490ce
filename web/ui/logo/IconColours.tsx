import { Radio } from '@base-ui/react/radio'
import { RadioGroup } from '@base-ui/react/radio-group'
import { palette } from '#contract/text/signs.ts'
import { roleColour, tileColours } from '../colours.ts'

const colours = [
  { value: '', name: 'Default', shown: 'var(--ink-2)' },
  ...tileColours.map(name => ({
    value: palette[name] as string,
    name: `${name[0]?.toUpperCase()}${name.slice(1)}`,
    shown: roleColour(`lb-${name}`),
  })),
]

type IconColoursProps = { value: string | null; onChange: (value: string | null) => void }

export const IconColours = ({ value, onChange }: IconColoursProps) => (
  <RadioGroup
    aria-label="Colour"
    value={value ?? ''}
    onValueChange={next => onChange(typeof next === 'string' && next ? next : null)}
    className="flex flex-none justify-between px-3 pt-2"
  >
    {colours.map(colour => (
      <Radio.Root
        key={colour.value}
        value={colour.value}
        aria-label={colour.name}
        className="grid size-7 place-items-center rounded-full hover:bg-hover data-[checked]:bg-press data-[checked]:shadow-[inset_0_0_0_1.5px_var(--ink-2)]"
      >
        <span className="size-4 rounded-full" style={{ background: colour.shown }} />
      </Radio.Root>
    ))}
  </RadioGroup>
)
