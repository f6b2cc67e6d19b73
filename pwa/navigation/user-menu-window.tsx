import { Menu, MenuButton, MenuItem, MenuItems } from '@headlessui/react';
import { Check, CircleUser, Lock, LogOut, type LucideIcon, Settings } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { roleLabel } from '#db/access/role-labels.ts';
import { useTheme } from '#pwa/theme/theme-provider.tsx';
import { THEME_OPTIONS } from '#pwa/theme/theme-switch.tsx';
import { Avatar } from '#pwa/ui/avatar.tsx';
import { classNames } from '#pwa/ui/class-names.ts';
import { AccountItems } from './account-items.tsx';
import { MENU_ITEM } from './menu-item.ts';
import { RoleDialog } from './role-dialog.tsx';
import { nameOf, USER_BUTTON, type UserMenuWindowProps } from './user-button.ts';

function Item({ icon: Icon, label, href }: { icon: LucideIcon; label: string; href: string }) {
  return (
    <MenuItem>
      <a href={href} className={MENU_ITEM}>
        <Icon aria-hidden size={18} /> {label}
      </a>
    </MenuItem>
  );
}

function ThemeItems() {
  const { choice, choose } = useTheme();
  return (
    <div className="grid grid-cols-2 border-line border-t py-1">
      {THEME_OPTIONS.map(({ value, label, icon: Icon }) => (
        <MenuItem key={value}>
          <button
            type="button"
            aria-current={value === choice || undefined}
            onClick={() => choose(value)}
            className={MENU_ITEM}
          >
            <Icon aria-hidden size={18} /> {label}
            {value === choice && <Check aria-hidden size={16} className="ml-auto" />}
          </button>
        </MenuItem>
      ))}
    </div>
  );
}

/** The menu of the user button; `openAtOnce` when the press on the button has loaded it. */
export function UserMenuWindow({ user, siteVariant, onSignOut, onLock, openAtOnce }: UserMenuWindowProps) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!openAtOnce) return;
    button.current?.focus();
    // Headless UI opens a menu by events only.
    button.current?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }));
  }, [openAtOnce]);
  const [choosingRole, setChoosingRole] = useState(false);
  const name = nameOf(user);
  return (
    <>
      <Menu>
        <MenuButton ref={button} aria-label={`${name}: user menu`} className={USER_BUTTON}>
          <Avatar name={user.name} email={user.email} imageUrl={user.imageUrl ?? null} />
        </MenuButton>
        <MenuItems
          anchor={{ to: 'bottom end', gap: 4, padding: 8 }}
          className="z-50 w-72 rounded-md border border-line bg-surface p-1 shadow-overlay outline-none"
        >
          <div className="border-line border-b px-2.5 pt-1.5 pb-2.5">
            <p className="truncate font-semibold">{name}</p>
            <p className="truncate text-ink-soft text-sm">
              {[user.role && roleLabel(user.role, user.role), user.companyName].filter(Boolean).join(' · ')}
            </p>
          </div>
          <Item icon={Settings} label="Settings" href="/settings" />
          <Item icon={CircleUser} label="Account" href="/settings/account" />
          <AccountItems user={user} onChooseRole={() => setChoosingRole(true)} />
          <ThemeItems />
          {onLock && (
            <MenuItem>
              <button type="button" onClick={onLock} className={`${MENU_ITEM} border-line border-t`}>
                <Lock aria-hidden size={18} /> Lock
              </button>
            </MenuItem>
          )}
          <MenuItem>
            <button
              type="button"
              onClick={onSignOut}
              className={classNames(MENU_ITEM, !onLock && 'border-line border-t')}
            >
              <LogOut aria-hidden size={18} /> Sign out
            </button>
          </MenuItem>
        </MenuItems>
      </Menu>
      {user.isSuperAdmin && user.role && (
        <RoleDialog
          open={choosingRole}
          role={user.role}
          siteVariant={siteVariant}
          onClose={() => setChoosingRole(false)}
        />
      )}
    </>
  );
}
