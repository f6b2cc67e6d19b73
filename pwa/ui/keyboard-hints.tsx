/** The keyboard shortcuts of a page; hidden on devices without a keyboard. */
export function KeyboardHints({ hints }: { hints: readonly { keys: readonly string[]; does: string }[] }) {
  return (
    <ul className="hidden flex-wrap gap-x-4 gap-y-1 text-ink-soft text-sm md:flex">
      {hints.map((hint) => (
        <li key={hint.does} className="flex items-center gap-1.5">
          {hint.keys.map((key) => (
            <kbd
              key={key}
              className="min-w-6 rounded-sm border border-line-strong bg-surface px-1.5 text-center text-ink text-xs leading-5"
            >
              {key}
            </kbd>
          ))}
          <span>{hint.does}</span>
        </li>
      ))}
    </ul>
  );
}
