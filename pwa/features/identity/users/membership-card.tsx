import { Link } from '@tanstack/react-router';
import { MonitorCog, MonitorSmartphone, UserCheck, UserCog, UserX } from 'lucide-react';
import { useState } from 'react';
import { z } from 'zod';
import { hasCapability } from '#db/access/capabilities.ts';
import { mayOpen } from '#db/access/homes.ts';
import { roleLabel } from '#db/access/role-labels.ts';
import type { Role } from '#db/access/roles.ts';
import { changeUserRole, toggleUserStatus } from '#db/api/identity/users.ts';
import { RoleChange } from '#db/identity/account-forms.ts';
import { MEMBERSHIP_STATUS, type OpenMembership } from '#db/identity/shown-user.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { useSession } from '#pwa/replica/session/session.ts';
import { StatusBadge, ToneBadge } from '#pwa/ui/badge.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { ConfirmDialog } from '#pwa/ui/dialog/confirm-dialog.tsx';
import { FormDialog } from '#pwa/ui/form/form.tsx';
import { fieldOf } from '#pwa/ui/form/schema-field.tsx';
import { KeyValues } from '#pwa/ui/key-values.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Section } from '#pwa/ui/page.tsx';
import { Time } from '#pwa/ui/time.tsx';
import { AllowDevicesDialog } from './allow-devices-dialog.tsx';
import type { PeopleViewer } from './people-columns.tsx';
import { useUserChange } from './use-user-change.ts';

interface RoleChangeDialogProps {
  membership: OpenMembership;
  viewer: PeopleViewer;
  onClose(): void;
}

const RoleForm = z.object({ role: RoleChange.shape.role });
const RoleField = fieldOf<typeof RoleForm>();

/** Selects another role for a user, and shows the consequences before the change. */
function RoleChangeDialog({ membership, viewer, onClose }: RoleChangeDialogProps) {
  const { name, role, companyName, rolesToGive, userCompanyId } = membership;
  const { change } = useUserChange(changeUserRole);
  const label = (one: Role) => roleLabel(one, viewer.role);
  const save = async ({ role: selectedRole }: z.infer<typeof RoleForm>): Promise<void> => {
    const message = `${name} is ${label(selectedRole)} at ${companyName} now.`;
    if (await change({ body: { userCompanyId, role: selectedRole } }, message)) onClose();
  };
  return (
    <FormDialog
      title={`Change the role of ${name}`}
      submitLabel="Change role"
      disabled={(values) => values.role === role}
      schema={RoleForm}
      defaults={{ role }}
      onSubmit={save}
      onClose={onClose}
    >
      <RoleField
        name="role"
        label={`Role at ${companyName}`}
        hint={`Now: ${label(role)}`}
        options={rolesToGive.map((value) => ({ value, label: label(value) }))}
      />
      <Notice tone="warning" title="This signs them out on all devices">
        They sign in again and work in the new role. What they did until now stays judged by the old one;
        unsent work on their devices is handed over first.
      </Notice>
    </FormDialog>
  );
}

interface StatusDialogProps {
  membership: OpenMembership;
  onClose(): void;
}

/** Deactivates or activates a user, with a reason for the history. */
function StatusDialog({ membership, onClose }: StatusDialogProps) {
  const { name, companyName, userCompanyId, status, devices } = membership;
  const { change } = useUserChange(toggleUserStatus);
  const deactivated = status !== 'DEACTIVATED';
  const waiting = devices.reduce((sum, device) => sum + (device.revoked ? 0 : device.waiting), 0);
  const confirm = (reason: string) => {
    onClose();
    void change(
      { body: { userCompanyId, deactivated, reason } },
      deactivated ? `${name} is deactivated.` : `${name} is active again.`,
    );
  };
  return (
    <ConfirmDialog
      open
      title={deactivated ? `Deactivate ${name}?` : `Activate ${name} again?`}
      confirmLabel={deactivated ? 'Deactivate user' : 'Activate user'}
      danger={deactivated}
      reasonRequired
      onConfirm={confirm}
      onClose={onClose}
    >
      {deactivated ? (
        <>
          <p>
            They are signed out on all devices at their next request and cannot sign in to {companyName} any
            more. What they have done stays as it is.
          </p>
          {waiting > 0 && (
            <Notice tone="warning" title={`${waiting} unsent on their devices`}>
              It is taken into quarantine at the device's next contact, for a lab manager to decide.
            </Notice>
          )}
        </>
      ) : (
        <p>They can sign in to {companyName} again. Handhelds must be enrolled again.</p>
      )}
    </ConfirmDialog>
  );
}

interface MembershipCardProps {
  membership: OpenMembership;
  viewer: PeopleViewer;
}

function Devices({ devices }: Pick<OpenMembership, 'devices'>) {
  if (devices.length === 0) return null;
  return (
    <div className="mt-4 border-line border-t pt-3">
      <h3 className="mb-2 font-semibold">Devices</h3>
      <ul className="flex flex-col gap-2">
        {devices.map((device) => (
          <li key={device.id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <MonitorSmartphone aria-hidden size={18} className="text-ink-soft" />
            <span className="font-medium">{device.name}</span>
            <span className="text-ink-soft text-sm">
              {device.lastSyncAt ? `last seen ${formatDate(device.lastSyncAt, 'shortAtTime')}` : 'never seen'}
            </span>
            {device.revoked && <ToneBadge tone="neutral" label="Revoked" />}
            {device.waiting > 0 && <ToneBadge tone="warning" label={`${device.waiting} unsent`} />}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The device limit per day, for users who may change it. */
function limitText({ devicesPerDay, devicesPerDayUntil }: OpenMembership): string {
  const count = devicesPerDay === null ? 'Any number' : String(devicesPerDay);
  return devicesPerDayUntil === null ? count : `${count} until ${formatDate(devicesPerDayUntil)}`;
}

function MembershipActions({
  membership: { status },
  onRole,
  onStatus,
}: {
  membership: OpenMembership;
  onRole(): void;
  onStatus(): void;
}) {
  if (status === 'INVITED') return null;
  const active = status === 'ACTIVE';
  return (
    <div className="flex flex-wrap gap-2 max-md:w-full max-md:[&>*]:flex-1">
      <Button icon={UserCog} onClick={onRole}>
        Change role…
      </Button>
      <Button icon={active ? UserX : UserCheck} onClick={onStatus}>
        {active ? 'Deactivate…' : 'Activate…'}
      </Button>
    </div>
  );
}

/** The link to the trainings of somebody who works at the bench, for people who may open that page. */
function TrainingLink({ membership: { role, userCompanyId } }: { membership: OpenMembership }) {
  const session = useSession().session;
  if (!session || !hasCapability(role, 'workAtBench') || !mayOpen(session, '/lab/training')) return null;
  return (
    <p className="mt-3">
      <Link
        to="/lab/training"
        search={{ person: userCompanyId }}
        className="inline-flex min-h-11 items-center underline underline-offset-2"
      >
        Reading and training
      </Link>
    </p>
  );
}

/** One membership: role, status, last sign-in and devices, with the actions of the current user. */
export function MembershipCard({ membership, viewer }: MembershipCardProps) {
  const [open, setOpen] = useState<'role' | 'status' | 'devices' | null>(null);
  const { companyName, role, status, lastLogin, invitedAt, invitedBy, acceptedAt, mayManage } = membership;
  const invited = [formatDate(invitedAt, 'monthDay'), invitedBy && `by ${invitedBy}`]
    .filter(Boolean)
    .join(' ');
  return (
    <Section
      title={companyName}
      actions={
        mayManage && (
          <MembershipActions
            membership={membership}
            onRole={() => setOpen('role')}
            onStatus={() => setOpen('status')}
          />
        )
      }
    >
      <KeyValues
        items={[
          { name: 'Role', value: roleLabel(role, viewer.role) },
          { name: 'Status', value: <StatusBadge display={MEMBERSHIP_STATUS[status]} /> },
          { name: 'Last sign-in', value: <Time value={lastLogin} none="Never" /> },
          { name: 'Invited', value: invited },
          { name: 'Joined', value: formatDate(acceptedAt, 'monthDay') },
          ...(membership.mayAllowDevices
            ? [{ name: 'New devices per day', value: limitText(membership) }]
            : []),
        ]}
      />
      <TrainingLink membership={membership} />
      <Devices devices={membership.devices} />
      {membership.mayAllowDevices && (
        <div className="mt-4">
          <Button icon={MonitorCog} onClick={() => setOpen('devices')}>
            Allow devices…
          </Button>
        </div>
      )}
      {open === 'devices' && <AllowDevicesDialog membership={membership} onClose={() => setOpen(null)} />}
      {open === 'role' && (
        <RoleChangeDialog membership={membership} viewer={viewer} onClose={() => setOpen(null)} />
      )}
      {open === 'status' && <StatusDialog membership={membership} onClose={() => setOpen(null)} />}
    </Section>
  );
}
