import type { LucideIcon } from 'lucide-react';
import {
  type ButtonHTMLAttributes,
  type ReactNode,
  type Ref,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { classNames } from './class-names.ts';

const DELAY_MS = 400;

/**
 * A short text after 400 ms of hovering or focus; Escape hides it. It only repeats the control's accessible
 * name.
 */
function Tooltip({ text, children }: { text: string; children: ReactNode }) {
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

export interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> {
  icon: LucideIcon;
  /** The action: the accessible name and the tooltip. */
  label: string;
  ref?: Ref<HTMLButtonElement>;
}

/** A button with only an icon and an accessible name. */
export function IconButton({ icon: Icon, label, className, type = 'button', ...native }: IconButtonProps) {
  return (
    <Tooltip text={label}>
      <button
        {...native}
        type={type}
        aria-label={label}
        className={classNames(
          'inline-grid size-control shrink-0 place-items-center rounded-md text-ink hover:bg-hover',
          'disabled:cursor-not-allowed disabled:text-ink-soft disabled:opacity-60',
          className,
        )}
      >
        <Icon aria-hidden size={20} />
      </button>
    </Tooltip>
  );
}
