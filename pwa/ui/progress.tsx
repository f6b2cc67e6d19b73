import { Button } from './button.tsx';

interface ProgressProps {
  label: string;
  done: number;
  /** Null while the amount is unknown. */
  total: number | null;
  /** The text of an amount; the number itself by default. */
  format?: (amount: number) => string;
  onCancel?: () => void;
}

/** A progress bar for a long task, with a cancel button. */
export function Progress({ label, done, total, format = String, onCancel }: ProgressProps) {
  const share = total === null ? null : Math.min(1, done / Math.max(1, total));
  return (
    <div className="flex items-center gap-3">
      <div className="min-w-0 flex-1">
        <div className="mb-1 flex justify-between gap-3 text-sm">
          <span className="truncate">{label}</span>
          <span className="shrink-0 tabular-nums text-ink-soft">
            {total === null ? format(done) : `${format(done)} of ${format(total)}`}
          </span>
        </div>
        <div
          role="progressbar"
          aria-label={label}
          aria-valuemin={0}
          aria-valuemax={total ?? undefined}
          aria-valuenow={total === null ? undefined : done}
          className="h-2 overflow-hidden rounded-full bg-sunken"
        >
          <div
            className={
              share === null ? 'h-full w-1/3 animate-pulse bg-accent' : 'h-full bg-accent transition-[width]'
            }
            style={share === null ? undefined : { width: `${share * 100}%` }}
          />
        </div>
      </div>
      {onCancel && <Button onClick={onCancel}>Cancel</Button>}
    </div>
  );
}
