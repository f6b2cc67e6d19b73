import { SlidersHorizontal, X } from 'lucide-react';
import { type ReactNode, useId, useRef, useState } from 'react';
import { Button } from '../button.tsx';

/** An active filter, as it is shown while its select is hidden. */
export interface SetFilter {
  name: string;
  /** For instance `Parcels: Late`. */
  text: string;
  onRemove(): void;
}

interface MoreFiltersProps {
  /** The active ones of these filters. */
  set: readonly SetFilter[];
  /** The selects that are seldom needed. */
  children: ReactNode;
}

const CHIP =
  'inline-flex min-h-control min-w-0 max-w-full items-center gap-1.5 rounded-full border border-accent bg-accent-soft px-3.5 text-left text-accent-ink text-sm hover:border-line-strong';

/**
 * Seldom needed filters behind a button with the number of active ones; active filters stay visible and a
 * press removes them.
 */
export function MoreFilters({ set, children }: MoreFiltersProps) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  return (
    <>
      <Button
        ref={button}
        icon={SlidersHorizontal}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        className="whitespace-nowrap"
        onClick={() => setOpen(!open)}
      >
        More filters
        {set.length > 0 && (
          <span className="rounded-full bg-accent px-2 text-on-accent text-sm tabular-nums">
            {set.length}
            <span className="sr-only"> set</span>
          </span>
        )}
      </Button>
      {open && (
        <div
          id={id}
          className="grid w-full grid-cols-2 gap-2 md:grid-cols-[repeat(auto-fill,minmax(11rem,1fr))]"
        >
          {children}
        </div>
      )}
      {!open && set.length > 0 && (
        <ul aria-label="Filters set" className="flex w-full flex-wrap gap-2">
          {set.map(({ name, text, onRemove }) => (
            <li key={name} className="flex min-w-0">
              <button
                type="button"
                aria-label={`Remove filter ${text}`}
                className={CHIP}
                onClick={() => {
                  // The chip disappears with the filter.
                  button.current?.focus();
                  onRemove();
                }}
              >
                <span className="min-w-0 wrap-anywhere">{text}</span>
                <X aria-hidden size={16} className="shrink-0" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
