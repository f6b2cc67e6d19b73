import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Tone } from '#pwa/ui/tone.ts';

/** Head of an account page: title and instruction, one line each. */
export function CardHead({
  title,
  icon: Icon,
  tone = 'neutral',
  children,
}: {
  title: string;
  icon?: LucideIcon;
  tone?: Tone;
  children?: ReactNode;
}) {
  return (
    <div className="mb-6">
      <title>{`${title} · Benchside`}</title>
      {Icon && (
        <span
          data-tone={tone}
          className="mb-4 grid size-12 place-items-center rounded-full bg-tone-soft text-tone-ink"
        >
          <Icon aria-hidden size={24} />
        </span>
      )}
      <h1 tabIndex={-1} className="text-balance font-semibold text-2xl tracking-tight outline-none">
        {title}
      </h1>
      {children && <div className="mt-1.5 text-pretty text-ink-soft">{children}</div>}
    </div>
  );
}
