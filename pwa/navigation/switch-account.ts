import { ROLE_LABELS } from '#db/access/role-labels.ts';
import type { Role } from '#db/access/roles.ts';
import * as calls from '#db/api/identity/sessions.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { naturalOrder } from '#db/values/natural-order.ts';
import { call } from '#pwa/api/call.ts';
import type { OwnCompany } from '#pwa/app/shell.ts';
import { sessionWatch } from '#pwa/replica/session/session.ts';
import { toast } from '#pwa/ui/dialog/toast.tsx';

/** A full page load, because menus, permissions and stored data now belong to another membership or role. */
const goTo = (path: string): void => window.location.assign(path);

/** List the user's organizations for the menu. */
export const sortedCompanies = (companies: readonly OwnCompany[]): readonly OwnCompany[] =>
  [...companies].sort((a, b) => naturalOrder(a.name, b.name));

/** Switch to another of the user's organizations; choosing the current one does nothing. */
export async function switchCompany(
  userCompanyId: string,
  current: string,
  go: (path: string) => void = goTo,
): Promise<void> {
  if (userCompanyId === current) return;
  try {
    const { url } = await call(calls.switchCompany, { body: { userCompanyId } });
    go(url);
  } catch {
    toast.error(MESSAGES.switchingCompanies);
  }
}

/** Switch a super admin to another role and go to the home page; returns whether it succeeded. */
export async function switchRole(
  role: Role,
  current: Role,
  go: (path: string) => void = goTo,
): Promise<boolean> {
  if (role === current) {
    toast.info(`You are already an ${ROLE_LABELS[role].verbose}`);
    return false;
  }
  try {
    await call(calls.switchRole, { body: { role } });
    // Other tabs are notified; if that fails, their next load reads the session itself.
    await sessionWatch()
      .refresh()
      .catch(() => undefined);
    go('/');
    return true;
  } catch {
    toast.error(MESSAGES.switchingRoles);
    return false;
  }
}
