import { useRouter } from '@tanstack/react-router';
import { ChevronLeft, ChevronRight, Ellipsis, type LucideIcon } from 'lucide-react';
import type { MouseEvent, ReactNode } from 'react';
import { ActionsMenu, type MenuAction } from './actions-menu.tsx';
import { CopyButton } from './copy-button.tsx';
import { type DetailStep, Stepper } from './stepper.tsx';
import { useWide } from './use-wide.ts';

/** The addresses of the records before and after this one in the list from which it was opened. */
export interface Neighbors {
  previous: string | null;
  next: string | null;
  /** From 1. */
  position: number;
  total: number;
}

export interface DetailHeaderProps {
  /** What people call the record: shown in the face of codes, and copied by its button. Null while it has none. */
  number: string | null;
  /** Follows the number, where the record has a name as well, or names a record without a number. */
  name?: string | undefined;
  status?: ReactNode;
  /** Further badges; a phone shows them above the header. */
  tags?: ReactNode;
  steps?: readonly DetailStep[] | null | undefined;
  /** The next action as a button, and the menu of all others. */
  actions?: ReactNode;
  neighbors?: Neighbors | null;
}

/** All actions but the next one; a menu without actions is not drawn. */
export function DetailMenu({ actions }: { actions: readonly MenuAction[] }) {
  const wide = useWide();
  if (actions.length === 0) return null;
  return <ActionsMenu actions={actions} {...(wide ? {} : { icon: Ellipsis })} />;
}

function NeighborLink({ href, label, icon: Icon }: { href: string | null; label: string; icon: LucideIcon }) {
  const router = useRouter();
  const className = 'inline-grid size-control place-items-center rounded-md';
  if (href === null)
    return (
      <span aria-hidden className={`${className} text-ink-soft opacity-60`}>
        <Icon size={20} />
      </span>
    );
  // The list stays one step back, however many of its records were looked at.
  const open = (event: MouseEvent): void => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    router.history.replace(href);
  };
  return (
    <a href={href} aria-label={label} title={label} onClick={open} className={`${className} hover:bg-hover`}>
      <Icon aria-hidden size={20} />
    </a>
  );
}

function NeighborLinks({ previous, next, position, total }: Neighbors) {
  return (
    <nav aria-label="Records of the list" className="flex shrink-0 items-center">
      <NeighborLink href={previous} label="Previous in list" icon={ChevronLeft} />
      <span className="text-ink-soft text-sm tabular-nums">{`${position}/${total}`}</span>
      <NeighborLink href={next} label="Next in list" icon={ChevronRight} />
    </nav>
  );
}

/** The head of a record's page, which stays below the header of the app: two lines at most on a phone. */
export function DetailHeader(props: DetailHeaderProps) {
  const { number, name, status, tags, steps, actions, neighbors } = props;
  const wide = useWide();
  return (
    <>
      {!wide && tags && <div className="-mb-2 flex flex-wrap items-center gap-2 empty:hidden">{tags}</div>}
      <header
        data-pinned
        className="sticky top-14 z-20 -mx-3 grid grid-cols-[minmax(0,1fr)_auto_auto] items-center gap-x-2 border-line border-b bg-canvas px-3 py-1 [grid-template-areas:'title_title_nav'_'state_actions_actions'] md:-mx-6 md:grid-cols-[minmax(0,auto)_minmax(11rem,1fr)_auto_auto] md:gap-x-4 md:px-6 md:py-2 md:[grid-template-areas:'title_state_nav_actions'_'steps_steps_steps_steps'] [@media(max-height:30rem)]:static"
      >
        <div className="flex min-w-0 items-center [grid-area:title]">
          <h1 tabIndex={-1} className="min-w-0 truncate font-semibold text-lg outline-none md:text-xl">
            {number !== null && <span className="code">{number}</span>}
            {number !== null && name ? ` ${name}` : name}
          </h1>
          {number !== null && <CopyButton text={number} label="Copy number" />}
        </div>
        <div className="flex min-w-0 gap-x-2 gap-y-1 [grid-area:state] max-md:flex-col md:flex-wrap md:items-center">
          {/* A long status is cut on a phone, where it would take the place of the actions. */}
          <span className="flex min-w-0 max-md:[&_[data-tone]_span]:truncate">{status}</span>
          {wide && tags}
          {!wide && steps && <Stepper steps={steps} compact />}
        </div>
        <div className="justify-self-end [grid-area:nav]">
          {neighbors && <NeighborLinks {...neighbors} />}
        </div>
        <div className="flex flex-wrap items-center justify-end gap-2 [grid-area:actions]">{actions}</div>
        {wide && steps && (
          <div className="pt-1 [grid-area:steps]">
            <Stepper steps={steps} compact={false} />
          </div>
        )}
      </header>
    </>
  );
}
