import { Menu, MenuButton, MenuItem, MenuItems } from '@headlessui/react';
import { Building2, Check, CircleUser, Lock, LogOut, type LucideIcon, Settings, UserCog } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { assignableRoles } from '#db/access/assignable-roles.ts';
import { ROLE_LABELS, roleLabel } from '#db/access/role-labels.ts';
import type { Role } from '#db/access/roles.ts';
import type { SiteVariant } from '#db/access/session.ts';
import type { ShellUser } from '#pwa/app/shell.ts';
import { useTheme } from '#pwa/theme/theme-provider.tsx';
import { THEME_OPTIONS } from '#pwa/theme/theme-switch.tsx';
import { Avatar } from '#pwa/ui/avatar.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { classNames } from '#pwa/ui/class-names.ts';
import { Dialog } from '#pwa/ui/dialog/dialog.tsx';
import { Field } from '#pwa/ui/form/field.tsx';
import { Select } from '#pwa/ui/form/select.tsx';
import { sortedCompanies, switchCompany, switchRole } from './switch-account.ts';
import { nameOf, USER_BUTTON, type UserMenuWindowProps } from './user-button.ts';

/** The classes of an entry of the user menu. */
const MENU_ITEM =
  'flex min-h-11 w-full items-center gap-2.5 rounded-sm px-2.5 text-left data-focus:bg-accent-soft data-focus:text-accent-ink';

/** The organizations of a user with several memberships, and for a super admin the switch to another role. */
function AccountItems({ user, onChooseRole }: { user: ShellUser; onChooseRole(): void }) {
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

interface RoleDialogProps {
  open: boolean;
  role: Role;
  siteVariant: SiteVariant;
  onClose(): void;
}

const optionsOf = (variant: SiteVariant) =>
  assignableRoles(variant)
    .map((role) => ({ value: role, label: ROLE_LABELS[role].verbose }))
    .sort((a, b) => a.label.localeCompare(b.label));

/** A dialog where a super admin chooses a role. */
function RoleDialog({ open, role, siteVariant, onClose }: RoleDialogProps) {
  const [selectedRole, setChosen] = useState<Role | ''>(role);
  const [busy, setBusy] = useState(false);
  const confirm = async () => {
    if (selectedRole === '') return;
    setBusy(true);
    await switchRole(selectedRole, role);
    setBusy(false);
    onClose();
  };
  return (
    <Dialog
      open={open}
      title="Switch role"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" busy={busy} onClick={() => void confirm()}>
            Switch role
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <p className="text-ink-soft">
          You have this role’s access until you switch back. Actions stay under your own name.
        </p>
        <Field label="Role" required>
          {(control) => (
            <Select<Role>
              {...control}
              options={optionsOf(siteVariant)}
              value={selectedRole}
              onChange={setChosen}
            />
          )}
        </Field>
      </div>
    </Dialog>
  );
}

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
