import type { ReactNode } from 'react'
import { variables } from '../ui/colours.ts'
import { Button } from '../ui/controls/Button.tsx'
import { TandemMark } from '../ui/marks/TandemMark.tsx'
import '../style/carets.css'

export const Wordmark = () => (
  <div className="flex flex-none items-center gap-2">
    <TandemMark size={28} />
    <b className="font-semibold text-16">Tandem</b>
  </div>
)

const Caret = ({ name, colour, typing }: { name: string; colour: string; typing?: boolean }) => (
  <span
    className={`caret before:w-[3px] ${typing ? 'before:[animation:caret-blink_1.2s_steps(1)_infinite] motion-reduce:before:animate-none' : ''} h-[1.1em]`}
    style={variables({ '--person': colour })}
  >
    <span className="caret-flag h-[22px] rounded-[6px_6px_6px_0] px-2 text-13 leading-[22px]">{name}</span>
  </span>
)

/** Three sentences beside a form: two that people are at, and one that nobody is at. */
export type Quotation = {
  /** Somebody has chosen a part of it. */
  chosen: { before: string; part: string; after?: string; by: string; colour: string }
  typed: { words: string; by: string; colour: string }
  quiet: string
}

const entering: Quotation = {
  chosen: {
    before: 'Boats under ',
    part: '1.4 m draught',
    after: ' may cross the sill at any hour.',
    by: 'Ines',
    colour: 'var(--p5)',
  },
  typed: { words: 'Everyone else gets a time in plain wor', by: 'Jonah', colour: 'var(--p3)' },
  quiet: 'Nobody should need to read a tide table to come\u00a0home.',
}

const TwoCarets = ({ chosen, typed, quiet }: Quotation) => (
  <div
    aria-hidden="true"
    className="two-carets flex items-center overflow-hidden bg-sunken pr-24 pl-26 max-lg:hidden"
  >
    <div className="max-w-160 font-medium text-[34px] leading-[54px] tracking-[-.024em]">
      <p>
        {chosen.before}
        <span className="caret-selection rounded-tag py-0.5" style={variables({ '--person': chosen.colour })}>
          {chosen.part}
        </span>
        <Caret name={chosen.by} colour={chosen.colour} />
        {chosen.after}
      </p>
      <p className="mt-9">
        {typed.words}
        <Caret name={typed.by} colour={typed.colour} typing />
      </p>
      <p className="mt-9 text-ink-3">{quiet}</p>
    </div>
  </div>
)

/** Which of how many steps it is, and the way back to the one before. */
export type Step = { at: number; of: number; back?: () => void }

type AuthLayoutProps = {
  title: string
  text?: ReactNode
  /** Beside the product’s name: the signed-in person. */
  aside?: ReactNode
  step?: Step
  /** Above the title: the mark of its workspace. */
  mark?: ReactNode
  children: ReactNode
  /** Under the form, quiet. */
  hint?: ReactNode
  /** At the right of the foot. */
  foot?: ReactNode
  /** The words at its left. */
  said?: string
  /** Where there is room for it, beside all that. */
  quotation?: Quotation
}

export const AuthLayout = ({
  title,
  text,
  aside,
  step,
  mark,
  children,
  hint,
  foot,
  said = 'Runs on your own server',
  quotation = entering,
}: AuthLayoutProps) => (
  <div className="grid min-h-dvh grid-cols-[560px_1fr] max-lg:grid-cols-1">
    <main className="flex flex-col px-10 py-8 max-md:px-4 max-md:py-5">
      <div className="flex items-center justify-between gap-4">
        {step?.back ? (
          <Button icon="arrow-left" onClick={step.back} className="-ml-2 max-md:h-11">
            Back
          </Button>
        ) : (
          <Wordmark />
        )}
        <div className="flex min-w-0 items-center gap-3">
          {aside}
          {step && (
            <span className="num flex-none text-12 text-ink-3">
              {step.at} of {step.of}
            </span>
          )}
        </div>
      </div>
      <div className="m-auto w-88 max-w-full pb-6">
        {mark && <div className="mb-5">{mark}</div>}
        <h1 className="font-semibold text-26">{title}</h1>
        {text && <div className="text-14 text-ink-2">{text}</div>}
        <div className="mt-7">{children}</div>
        {hint && <div className="mt-5 text-ink-3">{hint}</div>}
      </div>
      <footer className="flex justify-between gap-4 text-12 text-ink-3 leading-5">
        <span>{said}</span>
        {foot}
      </footer>
    </main>
    <TwoCarets {...quotation} />
  </div>
)
