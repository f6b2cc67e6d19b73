import type { MouseEvent, ReactNode } from 'react';
import { classNames } from '../class-names.ts';

interface RowNameProps {
  /** The page of the row: the name is then a link, which can open in a new tab. */
  href: string | null;
  onOpen: (() => void) | undefined;
  className: string;
  children: ReactNode;
}

/** Check whether a press opens the page here and not in another tab or window. */
const isPlain = (event: MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;

/** The name of a row, which opens its page or window. */
export function RowName({ href, onOpen, className, children }: RowNameProps) {
  if (href === null)
    return (
      <button type="button" onClick={onOpen} className={classNames('text-left', className)}>
        {children}
      </button>
    );
  const open = (event: MouseEvent): void => {
    if (!onOpen || !isPlain(event)) return;
    event.preventDefault();
    onOpen();
  };
  return (
    <a href={href} onClick={open} className={classNames('inline-grid content-center', className)}>
      <span>{children}</span>
    </a>
  );
}
