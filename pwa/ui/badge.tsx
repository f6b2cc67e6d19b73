import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import type { Tone } from './tone.ts';

/** A short label or count. */
export function Badge({
  tone = 'neutral',
  strong = false,
  children,
}: {
  tone?: Tone;
  strong?: boolean;
  children: ReactNode;
}) {
  return (
    <span
      data-tone={tone}
      className={classNames(
        'inline-flex min-w-5 items-center justify-center rounded-full px-1.5 font-semibold text-xs tabular-nums leading-5',
        strong ? 'bg-tone text-tone-on' : 'bg-tone-soft text-tone-ink',
      )}
    >
      {children}
    </span>
  );
}
