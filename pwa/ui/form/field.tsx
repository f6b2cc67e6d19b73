import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';

interface FieldControl {
  id: string;
  invalid: boolean;
  describedBy: string | undefined;
  required: boolean;
}

interface FieldProps {
  label: string;
  required?: boolean | undefined;
  /** A filter or a calculated value is neither required nor optional, so it shows neither mark. */
  filter?: boolean | undefined;
  /** An action next to the label; null reserves its space, so that nothing moves when it appears. */
  labelAddon?: ReactNode;
  hint?: ReactNode;
  error?: string | null | undefined;
  /** Renders the input with the attributes that connect it with this label. */
  children(control: FieldControl): ReactNode;
}

/** Label, hint and error around one input: a red asterisk for required, (Optional) for optional. */
export function Field({
  label,
  required = false,
  filter = false,
  labelAddon,
  hint,
  error,
  children,
}: FieldProps) {
  const id = useId();
  const described = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ');
  return (
    <div className="min-w-0">
      <div className={labelAddon === undefined ? '' : 'flex min-h-12 items-end justify-between gap-2'}>
        <label htmlFor={id} className="mb-1 block font-medium text-sm">
          {label}{' '}
          {required ? (
            <span data-tone="danger" aria-hidden className="text-tone-ink">
              *
            </span>
          ) : (
            !filter && <span className="font-normal text-ink-soft">(Optional)</span>
          )}
        </label>
        {labelAddon}
      </div>
      {children({ id, invalid: Boolean(error), describedBy: described || undefined, required })}
      {hint && (
        <p id={`${id}-hint`} className="mt-1 text-ink-soft text-sm">
          {hint}
        </p>
      )}
      {error && (
        <p
          id={`${id}-error`}
          data-tone="danger"
          className="mt-1 flex items-start gap-1.5 font-medium text-sm text-tone-ink"
        >
          <CircleAlert aria-hidden size={16} className="mt-0.5 shrink-0" />
          {error}
        </p>
      )}
    </div>
  );
}
