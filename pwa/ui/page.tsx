import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { type AppLink, addressOf } from './app-link.ts';

/** A page above this one. */
export type Breadcrumb = AppLink & { label: string };

interface PageProps {
  title: string;
  /** From the top down, without this page itself. */
  breadcrumbs?: readonly Breadcrumb[];
  /** Next to the title: a status, a count. */
  badge?: ReactNode;
  /** Replaces the title with its badge and actions, for the page of a record. */
  heading?: ReactNode;
  /** Buttons at the right of the title. */
  actions?: ReactNode;
  /** Buttons fixed at the bottom edge, within reach of the thumb. */
  bottomActions?: ReactNode;
  children: ReactNode;
}

function Breadcrumbs({ crumbs }: { crumbs: readonly Breadcrumb[] }) {
  if (crumbs.length === 0) return null;
  return (
    <nav aria-label="Breadcrumbs" className="mb-1">
      <ol className="flex flex-wrap items-center gap-1 text-ink-soft text-sm">
        {crumbs.map((crumb) => (
          <li key={addressOf(crumb)} className="flex items-center gap-1">
            <a
              href={addressOf(crumb)}
              className="-my-2.5 inline-flex min-h-control items-center underline-offset-2 hover:underline"
            >
              {crumb.label}
            </a>
            <ChevronRight aria-hidden size={14} />
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** A screen: breadcrumbs, heading and actions. Its heading takes the focus after navigation. */
export function Page({
  title,
  breadcrumbs = [],
  heading,
  badge,
  actions,
  bottomActions,
  children,
}: PageProps) {
  return (
    <div className="mx-auto flex w-full max-w-[100rem] flex-1 flex-col">
      <title>{`${title} · Benchside`}</title>
      <div className="flex flex-1 flex-col gap-4 p-3 md:p-6">
        {heading && (
          <>
            {/* Outside of the heading, which would take them along when it stays on top. */}
            <div className="-mb-4">
              <Breadcrumbs crumbs={breadcrumbs} />
            </div>
            {heading}
          </>
        )}
        {!heading && (
          <header>
            <Breadcrumbs crumbs={breadcrumbs} />
            <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
              <div className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-1 md:flex-1 md:basis-80">
                <h1 tabIndex={-1} className="min-w-0 break-words font-semibold text-xl outline-none">
                  {title}
                </h1>
                {badge}
              </div>
              {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
            </div>
          </header>
        )}
        {children}
      </div>
      {bottomActions && (
        <div className="safe-bottom sticky bottom-0 z-20 flex left-handed:flex-row-reverse gap-2 border-line border-t bg-surface px-3 pt-2 md:justify-end md:px-6 max-md:[&>*]:flex-1">
          {bottomActions}
        </div>
      )}
    </div>
  );
}

/** A titled part of a page; without a frame where it stands in another part, which names it. */
export function Section({
  title,
  actions,
  bare = false,
  children,
}: {
  title: string;
  actions?: ReactNode;
  bare?: boolean;
  children: ReactNode;
}) {
  if (bare)
    return (
      <section aria-label={title} className="flex min-w-0 flex-col gap-3">
        {actions && <div className="flex justify-end">{actions}</div>}
        <div>{children}</div>
      </section>
    );
  return (
    <section className="panel min-w-0">
      <header className="flex min-h-13 flex-wrap items-center justify-between gap-x-3 gap-y-1 border-line border-b px-3 py-0.75 md:px-4">
        <h2 className="min-w-0 break-words py-1 font-semibold text-lg">{title}</h2>
        {actions}
      </header>
      <div className="p-3 md:p-4">{children}</div>
    </section>
  );
}
