import { type ReactNode, useId } from 'react';

interface FilterFieldProps {
  /** Read out; what is seen is the input's own first line. */
  label: string;
  children(id: string): ReactNode;
}

/** A filter beside the search: wide on a phone, narrow where there is room. */
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
