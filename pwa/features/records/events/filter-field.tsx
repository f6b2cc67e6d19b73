import { type ReactNode, useId } from 'react';

interface FilterFieldProps {
  /** The accessible label; the visible one is the input's first option. */
  label: string;
  children(id: string): ReactNode;
}

/** A filter beside the search: full width on a phone, narrow on wider screens. */
export function FilterField({ label, children }: FilterFieldProps) {
  const id = useId();
  return (
    <div className="w-full min-w-0 md:w-56">
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      {children(id)}
    </div>
  );
}
