import type { ReactNode } from 'react';

interface KeyValue {
  name: string;
  value: ReactNode;
  /** Spans two columns: one column would break an email address. */
  wide?: boolean;
}

/** Names and values of one record: as many columns as fit, two on a phone. An empty value is a dash. */
export function KeyValues({ items }: { items: readonly KeyValue[] }) {
  return (
    <div className="@container">
      <dl className="grid grid-cols-2 gap-x-4 gap-y-3 @xl:grid-cols-3 @4xl:grid-cols-4">
        {items.map((item) => (
          <div key={item.name} className={item.wide ? 'col-span-2 min-w-0' : 'min-w-0'}>
            <dt className="text-ink-soft text-sm">{item.name}</dt>
            <dd className="font-medium tabular-nums wrap-anywhere">
              {item.value === null || item.value === '' ? '–' : item.value}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
