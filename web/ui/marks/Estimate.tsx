export const Estimate = ({ value }: { value: string | number }) => (
  <span
    role="img"
    aria-label={`Estimate ${value}`}
    className="num h-[18px] min-w-5 rounded-tag bg-press px-[5px] text-center font-medium text-[11px] text-ink-2 leading-[18px]"
  >
    {value}
  </span>
)
