import type { ReactNode } from 'react';

export interface LinkRow {
  key: string;
  href: string;
  title: string;
  /** The title is words, no number. */
  plain?: boolean;
  note: ReactNode;
  badge?: ReactNode;
}

/** Rows that lead to what they name; says so when there are none. */
export function LinkRows({ rows, none }: { rows: readonly LinkRow[]; none: string }) {
  if (rows.length === 0) return <p className="text-ink-soft">{none}</p>;
  return (
    <ul className="-my-2 divide-y divide-line">
      {rows.map((row) => (
        <li key={row.key}>
          <a
            href={row.href}
            className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 py-1.5 hover:text-accent-ink"
          >
            <span className={row.plain ? 'font-medium' : 'code font-medium'}>{row.title}</span>
            {row.badge}
            <span className="min-w-0 text-ink-soft text-sm tabular-nums sm:ml-auto">{row.note}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
