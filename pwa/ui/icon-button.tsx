import type { LucideIcon } from 'lucide-react';
import type { ButtonHTMLAttributes, Ref } from 'react';
import { classNames } from './class-names.ts';
import { Tooltip } from './tooltip.tsx';

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
