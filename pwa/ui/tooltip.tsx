import { type ReactNode, useEffect, useId, useRef, useState } from 'react';

const DELAY_MS = 400;

/**
 * A short text after 400 ms of hovering or focus; Escape hides it. It only repeats the control's accessible
 * name.
 */
export function Tooltip({ text, children }: { text: string; children: ReactNode }) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const hide = (): void => {
    clearTimeout(timer.current);
    setOpen(false);
  };
  const show = (): void => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setOpen(true), DELAY_MS);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the wrapper only listens; the control inside is what people use
    <span
      className="relative inline-flex"
      onPointerEnter={(event) => event.pointerType === 'mouse' && show()}
      onPointerLeave={hide}
      onPointerDown={hide}
      onFocus={(event) => event.target.matches(':focus-visible') && show()}
      onBlur={hide}
      onKeyDown={(event) => event.key === 'Escape' && hide()}
    >
      {children}
      {open && (
        <span
          id={id}
          role="tooltip"
          className="pointer-events-none absolute top-full left-1/2 z-50 mt-1 w-max max-w-60 -translate-x-1/2 rounded-md bg-ink px-2 py-1 text-surface text-xs"
        >
          {text}
        </span>
      )}
    </span>
  );
}
