import { autoUpdate, FloatingPortal, flip, offset, shift, useFloating } from '@floating-ui/react';

interface PositionTipProps {
  id: string;
  /** The position that the tooltip explains. */
  element: HTMLElement;
  title: string;
  detail: string | undefined;
}

/** The tooltip of a position: the full name of its content and what is known of it. */
export function PositionTip({ id, element, title, detail }: PositionTipProps) {
  const {
    refs: { setFloating },
    floatingStyles,
  } = useFloating({
    placement: 'top',
    strategy: 'fixed',
    elements: { reference: element },
    middleware: [offset(6), flip(), shift({ padding: 8 })],
    whileElementsMounted: autoUpdate,
  });
  return (
    <FloatingPortal>
      <div
        id={id}
        ref={setFloating}
        role="tooltip"
        style={floatingStyles}
        className="pointer-events-none z-50 max-w-72 rounded-md border border-line bg-surface px-2.5 py-1.5 text-sm shadow-overlay"
      >
        <span className="block font-semibold tabular-nums">{title}</span>
        {detail && <span className="block text-ink-soft">{detail}</span>}
      </div>
    </FloatingPortal>
  );
}
