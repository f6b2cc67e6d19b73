import { MonitorCog, MonitorSmartphone, UserCheck, UserCog, UserX } from 'lucide-react';
import { useState } from 'react';
import { roleLabel } from '#db/access/role-labels.ts';
import { MEMBERSHIP_STATUS } from '#db/identity/membership-status.ts';
import type { OpenMembership } from '#db/identity/shown-user.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { Button } from '#pwa/ui/button.tsx';
import { KeyValues } from '#pwa/ui/key-values.tsx';
import { Section } from '#pwa/ui/page.tsx';
import { StatusBadge } from '#pwa/ui/status-badge.tsx';
import { ToneBadge } from '#pwa/ui/tone-badge.tsx';
import { AllowDevicesDialog } from './allow-devices-dialog.tsx';
import type { PeopleViewer } from './people-viewer.ts';
import { RoleChangeDialog } from './role-change-dialog.tsx';
import { StatusDialog } from './status-dialog.tsx';

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
              {device.lastSyncAt
                ? `last heard ${formatDate(device.lastSyncAt, 'shortAtTime')}`
                : 'never heard'}
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
          { name: 'Last sign-in', value: lastLogin ? formatDate(lastLogin, 'monthDayAtTime') : 'Never' },
          { name: 'Invited', value: invited },
          { name: 'Joined', value: formatDate(acceptedAt, 'monthDay') },
          ...(membership.mayAllowDevices
            ? [{ name: 'New devices per day', value: limitText(membership) }]
            : []),
        ]}
      />
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
