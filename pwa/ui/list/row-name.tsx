import type { MouseEvent, ReactNode } from 'react';
import { type AppLink, addressOf } from '#pwa/ui/app-link.ts';
import { classNames } from '#pwa/ui/class-names.ts';

interface RowNameProps {
  /** The page of the row: the name is then a link, which can open in a new tab. */
  link: AppLink | null;
  onOpen: (() => void) | undefined;
  className: string;
  children: ReactNode;
}

/** Check whether a press opens the page here and not in another tab or window. */
const isPlain = (event: MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;

/** Marks the name of a row, which a press on the row and the keyboard use. */
const NAME = '[data-row-name]';

/** The name of a row, which opens its page or window. */
export function RowName({ link, onOpen, className, children }: RowNameProps) {
  if (link === null)
    return (
      <button type="button" data-row-name onClick={onOpen} className={classNames('text-left', className)}>
        {children}
      </button>
    );
  const open = (event: MouseEvent): void => {
    if (!onOpen || !isPlain(event)) return;
    event.preventDefault();
    onOpen();
  };
  return (
    <a
      href={addressOf(link)}
      data-row-name
      onClick={open}
      className={classNames('inline-grid content-center', className)}
    >
      <span>{children}</span>
    </a>
  );
}

const CONTROLS = 'a, button, input, select, textarea, label, summary, [role=button]';

/** Return the name of the pressed row; null for a press on a control of the row, or in a menu above it. */
function pressedName({ target, currentTarget }: MouseEvent): HTMLElement | null {
  if (!(target instanceof Element) || !currentTarget.contains(target)) return null;
  const control = target.closest(CONTROLS);
  if (control && currentTarget.contains(control)) return null;
  return currentTarget.querySelector<HTMLElement>(NAME);
}

const openTab = (name: HTMLElement): void => {
  if (name instanceof HTMLAnchorElement) window.open(name.href, '_blank', 'noopener');
};

/** Handlers that open a row wherever it is pressed; the middle button and Ctrl open a new tab. */
export const ROW_PRESS = {
  onClick: (event: MouseEvent): void => {
    const name = pressedName(event);
    // A drag over the text of the row selects it for copying.
    if (!name || getSelection()?.isCollapsed === false) return;
    if (isPlain(event)) name.click();
    else if (event.ctrlKey || event.metaKey) openTab(name);
  },
  onAuxClick: (event: MouseEvent): void => {
    const name = event.button === 1 ? pressedName(event) : null;
    if (name) openTab(name);
  },
  // Windows would scroll the page instead.
  onMouseDown: (event: MouseEvent): void => {
    if (event.button === 1 && pressedName(event)) event.preventDefault();
  },
};

/** Focus a row by its name, clear of the header that stays on top. */
export function focusRow(row: HTMLElement): void {
  (row.querySelector<HTMLElement>(NAME) ?? row).focus({ preventScroll: true });
  row.scrollIntoView?.({ block: 'nearest' });
}
