import { LoaderCircle, type LucideIcon } from 'lucide-react';
import type { ButtonHTMLAttributes, Ref } from 'react';
import type { Command } from '#db/values/command-codes.ts';
import { classNames } from './class-names.ts';

/** A busy indicator; the text next to it names the task. */
function Spinner({ size = 18 }: { size?: number }) {
  return <LoaderCircle aria-hidden className="animate-spin" size={size} />;
}

const VARIANTS = {
  primary: 'bg-accent text-on-accent border-transparent hover:bg-accent-hover',
  secondary: 'bg-surface text-ink border-line-strong hover:bg-hover',
  quiet: 'bg-transparent text-ink border-transparent hover:bg-hover',
  danger: 'bg-tone text-tone-on border-transparent hover:brightness-110',
} as const;

const SIZES = {
  normal: 'min-h-control px-3.5 py-1 text-base gap-2',
  large: 'min-h-14 px-5 py-1.5 text-lg gap-2.5',
} as const;

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  variant?: keyof typeof VARIANTS;
  size?: keyof typeof SIZES;
  icon?: LucideIcon;
  /** Shows a spinner and ignores further presses. */
  busy?: boolean;
  /** Fills the width of its container. */
  wide?: boolean;
  /** The command codes that press it. Without any, OK presses it where it is the main button of the screen. */
  command?: Command | readonly Command[];
  ref?: Ref<HTMLButtonElement>;
}

/** A button; `type` defaults to `button`, so that it does not submit a form by accident. */
export function Button(props: ButtonProps) {
  const { variant = 'secondary', size = 'normal', icon: Icon, busy = false, wide = false, ...rest } = props;
  const { className, children, disabled, type = 'button', command, ...native } = rest;
  return (
    <button
      {...native}
      type={type}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      data-command={command === undefined ? undefined : [command].flat().join(' ')}
      data-main={command === undefined && (variant === 'primary' || variant === 'danger') ? '' : undefined}
      data-tone={variant === 'danger' ? 'danger' : undefined}
      className={classNames(
        'inline-flex items-center justify-center rounded-md border font-medium leading-tight select-none text-center',
        'disabled:cursor-not-allowed disabled:border-line disabled:bg-sunken disabled:text-ink-soft',
        VARIANTS[variant],
        SIZES[size],
        wide && 'w-full',
        className,
      )}
    >
      {busy ? <Spinner /> : Icon && <Icon aria-hidden size={18} className="shrink-0" />}
      {children}
    </button>
  );
}
