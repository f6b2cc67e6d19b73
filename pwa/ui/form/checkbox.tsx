import { type ReactNode, useId } from 'react';
import type { Control } from './control.ts';

/** A checkbox whose label is part of the target. */
export function Checkbox(props: Control<boolean> & { label: ReactNode }) {
  const own = useId();
  const id = props.id ?? own;
  return (
    <label htmlFor={id} className="flex min-h-control w-fit items-center gap-3 pr-2">
      <input
        type="checkbox"
        id={id}
        checked={props.value}
        disabled={props.disabled}
        onBlur={props.onBlur}
        aria-invalid={props.invalid || undefined}
        aria-describedby={props.describedBy}
        onChange={(event) => props.onChange(event.target.checked)}
        className="size-5 shrink-0 accent-accent"
      />
      <span>{props.label}</span>
    </label>
  );
}
