import { useState } from 'react';
import type { ShellUser } from '#pwa/app/shell.ts';
import { Avatar } from '#pwa/ui/avatar.tsx';
import { lazyComponent } from '#pwa/ui/lazy-component.tsx';
import { nameOf, USER_BUTTON, type UserMenuProps, type UserMenuWindowProps } from './user-button.ts';

const UserMenuWindow = lazyComponent<UserMenuWindowProps>(
  () => import('./user-menu-window.tsx').then((loaded) => loaded.UserMenuWindow),
  ClosedButton,
);

function ClosedButton({ user, onOpen }: { user: ShellUser; onOpen?: () => void }) {
  const preload = () => void UserMenuWindow.load().catch(() => undefined);
  return (
    <button
      type="button"
      aria-label={`${nameOf(user)}: user menu`}
      aria-haspopup="menu"
      aria-expanded={false}
      className={USER_BUTTON}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={onOpen}
      onKeyDown={(event) => {
        if (event.key === 'ArrowDown') onOpen?.();
      }}
    >
      <Avatar name={user.name} email={user.email} imageUrl={user.imageUrl ?? null} />
    </button>
  );
}

/**
 * The signed-in user with links to settings, account and sign-out. The menu is loaded on first hover or
 * focus.
 */
export function UserMenu({ user, ...rest }: Omit<UserMenuProps, 'user'> & { user: ShellUser | null }) {
  const [isDeferred] = useState(() => !UserMenuWindow.isLoaded());
  const [isRequested, setIsRequested] = useState(false);
  if (!user) return null;
  if (isDeferred && !isRequested) return <ClosedButton user={user} onOpen={() => setIsRequested(true)} />;
  return <UserMenuWindow user={user} {...rest} openAtOnce={isDeferred} />;
}
