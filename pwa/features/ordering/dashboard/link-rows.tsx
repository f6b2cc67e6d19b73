import type { ReactNode } from 'react';

export interface LinkRow {
  key: string;
  href: string;
  title: string;
  /** True when the title is text instead of a number. */
  isTextTitle?: boolean;
  note: ReactNode;
  badge?: ReactNode;
}

/** Rows that link to their records, with a message when there are none. */
export function LinkRows({ rows, none }: { rows: readonly LinkRow[]; none: string }) {
  if (rows.length === 0) return <p className="text-ink-soft">{none}</p>;
  return (
    <ul className="-my-2 divide-y divide-line">
      {rows.map((row) => (
        <li key={row.key}>
          <a
            href={row.href}
            className="group flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-0.5 py-1.5"
          >
            <span className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 font-medium text-accent-ink underline-offset-2 group-hover:underline">
              <span className={row.isTextTitle ? undefined : 'code'}>{row.title}</span>
              {row.badge}
            </span>
            <span className="min-w-0 text-ink-soft text-sm tabular-nums">{row.note}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
