import {
  autoUpdate,
  FloatingPortal,
  flip,
  offset,
  safePolygon,
  shift,
  useDismiss,
  useFloating,
  useHover,
  useInteractions,
} from '@floating-ui/react';
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';

const OPEN_AFTER_MS = 400;
const CLOSE_AFTER_MS = 150;

interface HoverCardProps {
  /** The name of the card. */
  label: string;
  /** Drawn when the card opens, so that its content is read then. */
  content: () => ReactNode;
  /** A link, or the name of something without a page. */
  children: ReactNode;
  /** A name without a page is a button that opens the card, also by touch. */
  opensOnPress?: boolean;
}

/**
 * A card about what a link leads to: it opens when a mouse rests on the link, or by Alt and arrow down while the
 * link has the focus; never by touch. A name without a page also opens it by a press.
 */
export function HoverCard({ label, content, children, opensOnPress = false }: HoverCardProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const {
    refs: { setFloating, setReference },
    floatingStyles,
    context,
  } = useFloating({
    open,
    onOpenChange: setOpen,
    placement: 'bottom-start',
    strategy: 'fixed',
    middleware: [offset(6), flip(), shift({ padding: 8 })],
    whileElementsMounted: autoUpdate,
  });
  const { getReferenceProps, getFloatingProps } = useInteractions([
    useHover(context, {
      mouseOnly: true,
      delay: { open: OPEN_AFTER_MS, close: CLOSE_AFTER_MS },
      handleClose: safePolygon(),
    }),
    useDismiss(context),
  ]);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'ArrowDown' || !event.altKey) return;
    event.preventDefault();
    setOpen(!open);
  };
  return (
    <>
      {/* The link inside has the focus and the keys; this element only knows where it is. */}
      <span
        ref={setReference}
        className="inline-flex max-w-full"
        aria-describedby={open ? id : undefined}
        {...getReferenceProps({
          onKeyDown,
          onBlur: () => setOpen(false),
        })}
      >
        {opensOnPress ? (
          <button
            type="button"
            aria-expanded={open}
            onClick={() => setOpen(!open)}
            className="inline-flex min-h-11 items-center text-left underline decoration-dotted underline-offset-2 wrap-anywhere md:min-h-6"
          >
            {children}
          </button>
        ) : (
          children
        )}
      </span>
      {open && (
        <FloatingPortal>
          <section
            id={id}
            ref={setFloating}
            aria-label={label}
            style={floatingStyles}
            {...getFloatingProps()}
            className="z-50 w-80 max-w-[calc(100vw-1rem)] rounded-lg border border-line bg-surface p-3 shadow-overlay"
          >
            {content()}
          </section>
        </FloatingPortal>
      )}
    </>
  );
}
