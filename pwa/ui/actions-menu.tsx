import { Menu, MenuButton, MenuItem, MenuItems } from '@headlessui/react';
import { ChevronDown, type LucideIcon } from 'lucide-react';

export interface MenuAction {
  label: string;
  icon?: LucideIcon;
  danger?: boolean;
  disabled?: boolean;
  /** Why the action is unavailable now. */
  note?: string;
  onSelect(): void;
}

const ITEM =
  'flex min-h-control w-full items-center gap-2.5 rounded-sm px-2.5 text-left data-focus:bg-accent-soft data-focus:text-accent-ink data-disabled:text-ink-soft';

/** A dropdown of actions behind an Actions button. */
export function ActionsMenu({
  actions,
  label = 'Actions',
  icon: Icon,
}: {
  actions: readonly MenuAction[];
  label?: string;
  /** Replaces the visible label, where space is short. */
  icon?: LucideIcon;
}) {
  return (
    <Menu>
      {Icon ? (
        <MenuButton
          aria-label={label}
          className="inline-grid size-control place-items-center rounded-md hover:bg-hover"
        >
          <Icon aria-hidden size={18} />
        </MenuButton>
      ) : (
        <MenuButton className="inline-flex min-h-control items-center gap-1.5 rounded-md border border-line-strong bg-surface px-3.5 font-medium hover:bg-hover">
          {label}
          <ChevronDown aria-hidden size={17} />
        </MenuButton>
      )}
      <MenuItems
        anchor={{ to: 'bottom end', gap: 4, padding: 8 }}
        className="z-50 min-w-52 max-w-80 rounded-md border border-line bg-surface p-1 shadow-overlay outline-none"
      >
        {actions.map((action) => {
          const Icon = action.icon;
          return (
            <MenuItem key={action.label} disabled={action.disabled ?? false}>
              <button
                type="button"
                data-tone={action.danger ? 'danger' : undefined}
                onClick={action.onSelect}
                className={ITEM}
              >
                {Icon && (
                  <Icon
                    aria-hidden
                    size={18}
                    className={action.danger ? 'shrink-0 text-tone-ink' : 'shrink-0'}
                  />
                )}
                <span className={action.danger ? 'text-tone-ink' : ''}>
                  {action.label}
                  {action.note && <span className="block text-ink-soft text-sm">{action.note}</span>}
                </span>
              </button>
            </MenuItem>
          );
        })}
      </MenuItems>
    </Menu>
  );
}
