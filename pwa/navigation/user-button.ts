import type { SiteVariant } from '#db/access/menus.ts';
import type { ShellUser } from '#pwa/app/shell.ts';

/** What the menu of the signed-in person needs. */
export interface UserMenuProps {
  user: ShellUser;
  siteVariant: SiteVariant;
  onSignOut(): void;
  /** Absent where a device is not locked. */
  onLock?: (() => void) | null;
}

export type UserMenuWindowProps = UserMenuProps & { openAtOnce: boolean };

/** The button's look: the same before and after its menu is fetched. */
export const USER_BUTTON = 'grid size-11 place-items-center rounded-full hover:bg-hover';

/** How the person is called on the button. */
export const nameOf = (user: ShellUser): string => user.name ?? user.email ?? 'User';
