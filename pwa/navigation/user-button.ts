import type { SiteVariant } from '#db/access/session.ts';
import type { ShellUser } from '#pwa/app/shell.ts';

/** The data of the user menu. */
export interface UserMenuProps {
  user: ShellUser;
  siteVariant: SiteVariant;
  onSignOut(): void;
  /** Absent where a device is not locked. */
  onLock?: (() => void) | null;
}

export type UserMenuWindowProps = UserMenuProps & { openAtOnce: boolean };

/** The classes of the button: the same before and after its menu is loaded. */
export const USER_BUTTON = 'grid size-11 place-items-center rounded-full hover:bg-hover';

/** Return the user's name on the button. */
export const nameOf = (user: ShellUser): string => user.name ?? user.email ?? 'User';
