import { createLink } from '@tanstack/react-router';
import type { LucideIcon } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '#pwa/ui/class-names.ts';
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

/** A link to what is no page of the app, within the text of an account page. */
export function CardAnchor(props: ComponentProps<'a'>) {
  return (
    <a
      {...props}
      className="font-medium text-accent-ink underline decoration-1 underline-offset-3 hover:decoration-2"
    />
  );
}

/** A link to a page of the app, within the text of an account page. */
export const CardLink = createLink(CardAnchor);

/** A link to what is no page of the app, styled as the card's primary or secondary button. */
export function CardButtonAnchor({ primary = false, ...props }: ComponentProps<'a'> & { primary?: boolean }) {
  return (
    <a
      {...props}
      className={classNames(
        'inline-flex min-h-11 w-full items-center justify-center gap-2 rounded-md border px-3.5 text-center font-medium leading-tight',
        primary
          ? 'border-transparent bg-accent text-on-accent hover:bg-accent-hover'
          : 'border-line-strong bg-surface text-ink hover:bg-hover',
      )}
    />
  );
}

/** A link to a page of the app, styled as the card's primary or secondary button. */
export const CardButtonLink = createLink(CardButtonAnchor);

/** Footer of the card with an alternative. */
export function CardFoot({ children }: { children: ReactNode }) {
  return <div className="mt-6 border-line border-t pt-4 text-ink-soft text-sm">{children}</div>;
}
