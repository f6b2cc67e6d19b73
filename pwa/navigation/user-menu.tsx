import { useState } from 'react';
import type { ShellUser } from '#pwa/app/shell.ts';
import { Avatar } from '#pwa/ui/avatar.tsx';
import { loadedLater } from '#pwa/ui/loaded-later.tsx';
import { nameOf, USER_BUTTON, type UserMenuProps, type UserMenuWindowProps } from './user-button.ts';

const UserMenuWindow = loadedLater<UserMenuWindowProps>(
  () => import('./user-menu-window.tsx').then((loaded) => loaded.UserMenuWindow),
  ClosedButton,
);

function ClosedButton({ user, onOpen }: { user: ShellUser; onOpen?: () => void }) {
  const ahead = () => void UserMenuWindow.load().catch(() => undefined);
  return (
    <button
      type="button"
      aria-label={`${nameOf(user)}: user menu`}
      aria-haspopup="menu"
      aria-expanded={false}
      className={USER_BUTTON}
      onPointerEnter={ahead}
      onFocus={ahead}
      onClick={onOpen}
      onKeyDown={(event) => {
        if (event.key === 'ArrowDown') onOpen?.();
      }}
    >
      <Avatar name={user.name} email={user.email} imageUrl={user.imageUrl ?? null} />
    </button>
  );
}

/** Who is signed in, and the way to settings, account and out. The menu is fetched when it is first reached for. */
export function UserMenu({ user, ...rest }: Omit<UserMenuProps, 'user'> & { user: ShellUser | null }) {
  const [late] = useState(() => !UserMenuWindow.isHere());
  const [wanted, setWanted] = useState(false);
  if (!user) return null;
  if (late && !wanted) return <ClosedButton user={user} onOpen={() => setWanted(true)} />;
  return <UserMenuWindow user={user} {...rest} openAtOnce={late} />;
}
