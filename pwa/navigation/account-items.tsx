import { MenuItem } from '@headlessui/react';
import { Building2, Check, UserCog } from 'lucide-react';
import { roleLabel } from '#db/access/role-labels.ts';
import type { ShellUser } from '#pwa/app/shell.ts';
import { MENU_ITEM } from './menu-item.ts';
import { sortedCompanies, switchCompany } from './switch-account.ts';

/** The organizations of a user with several memberships, and for a super admin the switch to another role. */
export function AccountItems({ user, onChooseRole }: { user: ShellUser; onChooseRole(): void }) {
  const { companies, userCompanyId, isSuperAdmin } = user;
  if (companies.length < 2 && !isSuperAdmin) return null;
  return (
    <div className="border-line border-t py-1">
      {companies.length > 1 && (
        <>
          <p id="switch-account" className="px-2.5 pt-1.5 pb-1 font-semibold text-ink-soft text-xs">
            Switch account
          </p>
          {sortedCompanies(companies).map((company) => {
            const current = company.userCompanyId === userCompanyId;
            return (
              <MenuItem key={company.userCompanyId}>
                <button
                  type="button"
                  aria-current={current || undefined}
                  onClick={() => void switchCompany(company.userCompanyId, userCompanyId)}
                  className={MENU_ITEM}
                >
                  <Building2 aria-hidden size={18} className="shrink-0" />
                  <span className="min-w-0 py-1">
                    <span className="block truncate">{company.name}</span>
                    <span className="block text-ink-soft text-sm">{roleLabel(company.role, user.role)}</span>
                  </span>
                  {current && <Check aria-hidden size={16} className="ml-auto shrink-0" />}
                </button>
              </MenuItem>
            );
          })}
        </>
      )}
      {isSuperAdmin && (
        <MenuItem>
          <button type="button" onClick={onChooseRole} className={MENU_ITEM}>
            <UserCog aria-hidden size={18} /> Switch role…
          </button>
        </MenuItem>
      )}
    </div>
  );
}
