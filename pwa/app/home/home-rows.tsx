import type { ReactNode } from 'react';

import { ToneBadge } from '#pwa/ui/badge.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import type { Tone } from '#pwa/ui/tone.ts';

export interface HomeRow {
  key: string;
  /** Renders the link of the row, whose look and content it gets. */
  link(row: { className: string; children: ReactNode }): ReactNode;
  title: string;
  note: ReactNode;
  badge?: { tone: Tone; label: string } | undefined;
  /** The verb of the link: "Start". */
  verb?: string;
}

/** Rows of a home page: each is one link with its state, and says what pressing it does. */
export function HomeRows({
  rows,
  none,
  loading = false,
}: {
  rows: readonly HomeRow[];
  none: string;
  /** Whether rows may still come: an empty list says so in place of `none`. */
  loading?: boolean;
}) {
  if (rows.length === 0 && loading)
    return (
      <>
        <p className="text-ink-soft">Still loading</p>
        <Skeleton lines={2} label="Still loading" />
      </>
    );
  if (rows.length === 0) return <p className="text-ink-soft">{none}</p>;
  return (
    <ul className="-my-2 divide-y divide-line">
      {rows.map(({ key, link, title, note, badge, verb }) => (
        <li key={key}>
          {link({
            className: 'group flex min-h-11 items-center justify-between gap-3 py-1.5 hover:text-accent-ink',
            children: (
              <>
                <span className="flex min-w-0 flex-1 flex-col gap-x-3 sm:flex-row sm:flex-wrap sm:items-center sm:justify-between">
                  <span className="min-w-0 font-medium wrap-anywhere">{title}</span>
                  <span className="flex flex-wrap items-center gap-2 text-ink-soft text-sm tabular-nums">
                    {badge && <ToneBadge {...badge} />}
                    <span>{note}</span>
                  </span>
                </span>
                {verb && (
                  <span className="shrink-0 font-medium text-accent-ink text-sm group-hover:underline">
                    {verb}
                  </span>
                )}
              </>
            ),
          })}
        </li>
      ))}
    </ul>
  );
}
