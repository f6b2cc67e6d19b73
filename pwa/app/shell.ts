import { createContext, type ReactNode, useContext } from 'react';
import type { SiteVariant } from '#db/access/menus.ts';
import type { Role } from '#db/access/roles.ts';
import type { Visitor } from '#db/access/visitor.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';

/** One of the person's own companies. */
export interface OwnCompany {
  userCompanyId: string;
  name: string;
  role: Role;
}

/** The person at this device as the shell shows them. */
export interface ShellUser {
  name: string | null;
  email: string | null;
  imageUrl?: string | null;
  /** Null shows no menu. */
  role: Role | null;
  companyName: string | null;
  /** What decides, beside the role, which pages there are. */
  permissions: readonly string[];
  parentCompanyId: string | null;
  /** The membership of this session, and all that the person could go on under. */
  userCompanyId: string;
  companies: readonly OwnCompany[];
  isSuperAdmin: boolean;
}

/** The person as the question for pages and menu entries takes them; null without a role. */
export const visitorOf = (user: ShellUser | null): Visitor | null =>
  user?.role
    ? { role: user.role, permissions: user.permissions, parentCompanyId: user.parentCompanyId }
    : null;

/** What the shell needs from the replica, sign-in and scanning; the composition fills it. */
export interface Shell {
  session: 'loading' | 'authenticated' | 'unauthenticated';
  /** Why nobody is signed in: nobody was, the session ended, or this device was offline for too long. */
  reason: 'none' | 'ended' | 'offline-too-long' | null;
  user: ShellUser | null;
  entity: BusinessEntity;
  /** False while a first visit has no answer yet: no business unit's name or logo is shown. */
  entityKnown: boolean;
  siteVariant: SiteVariant;
  /** Ends the session on the server and forgets it here; false when the server could not be reached. */
  signOut(): Promise<boolean>;
  /** Locks this device until its person is there again; null where it is not shared. */
  lock: (() => void) | null;
  syncChip: ReactNode;
  scanButton: ReactNode;
  /** What this device has to say above every page. */
  deviceNotice: ReactNode;
}

export const ShellContext = createContext<Shell | null>(null);

/** What the shell shows and does. */
export function useShell(): Shell {
  const shell = useContext(ShellContext);
  if (!shell) throw new Error('useShell needs a ShellContext above it.');
  return shell;
}
