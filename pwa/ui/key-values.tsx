import type { ReactNode } from 'react';

interface KeyValuesProps {
  items: readonly { name: string; value: ReactNode }[];
  /** Beside something else, where four columns would break words: two at every width. */
  narrow?: boolean;
}

/** Names and values of one record, two columns on a phone, more on a desk. An empty value is a dash. */
export function KeyValues({ items, narrow = false }: KeyValuesProps) {
  return (
    <dl className={`grid grid-cols-2 gap-x-4 gap-y-3 ${narrow ? '' : 'md:grid-cols-3 xl:grid-cols-4'}`}>
      {items.map((item) => (
        <div key={item.name} className="min-w-0">
          <dt className="text-ink-soft text-sm">{item.name}</dt>
          <dd className="font-medium tabular-nums">
            {item.value === null || item.value === '' ? '–' : item.value}
          </dd>
        </div>
      ))}
    </dl>
  );
}
