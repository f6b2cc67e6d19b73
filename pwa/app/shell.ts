import { createContext, type ReactNode, useContext } from 'react';
import type { Visitor } from '#db/access/permissions.ts';
import type { Role } from '#db/access/roles.ts';
import type { SiteVariant } from '#db/access/session.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';

/** One of the user's organizations. */
export interface OwnCompany {
  userCompanyId: string;
  name: string;
  role: Role;
}

/** The user of this device as the shell shows them. */
export interface ShellUser {
  name: string | null;
  email: string | null;
  imageUrl?: string | null;
  /** Null shows no menu. */
  role: Role | null;
  companyName: string | null;
  /** The fields that decide, with the role, which pages exist. */
  permissions: readonly string[];
  parentCompanyId: string | null;
  /** The membership of this session, and all memberships of the user. */
  userCompanyId: string;
  companies: readonly OwnCompany[];
  isSuperAdmin: boolean;
}

/** Convert the user for the checks of pages and menu entries; null without a role. */
export const visitorOf = (user: ShellUser | null): Visitor | null =>
  user?.role
    ? { role: user.role, permissions: user.permissions, parentCompanyId: user.parentCompanyId }
    : null;

/** The data that the shell needs from the replica, sign-in and scanning; the composition supplies it. */
export interface Shell {
  session: 'loading' | 'authenticated' | 'unauthenticated';
  /** Why nobody is signed in: no sign-in yet, the session ended, or this device was offline for too long. */
  reason: 'none' | 'ended' | 'offline-too-long' | null;
  user: ShellUser | null;
  entity: BusinessEntity;
  /** False while a first visit has no answer yet: no business entity's name or logo is shown. */
  entityKnown: boolean;
  siteVariant: SiteVariant;
  /** End the session on the server and forget it here; false when the server could not be reached. */
  signOut(): Promise<boolean>;
  /** Lock this device until its user returns; null where it is not shared. */
  lock: (() => void) | null;
  /** It is known that the server cannot be reached; false while it is not known. */
  isOffline: boolean;
  syncChip: ReactNode;
  /** The search of the bench, which also takes scans; null where no device stores records. */
  search: ReactNode;
  /** How much waits behind an entry of the side menu; nothing where no device stores records. */
  menuCount(path: string): ReactNode;
  /** Notices of this device above every page. */
  deviceNotice: ReactNode;
}

export const ShellContext = createContext<Shell | null>(null);

/** The data and actions of the shell. */
export function useShell(): Shell {
  const shell = useContext(ShellContext);
  if (!shell) throw new Error('useShell needs a ShellContext above it.');
  return shell;
}
