import { Smartphone } from 'lucide-react';
import { useMemo, useState } from 'react';
import { hasCapability } from '#db/access/capabilities.ts';
import { readDataSync } from '#db/api/records/data-sync.ts';
import { revokeDevice } from '#db/api/sync.ts';
import type { ListedDevice } from '#db/records/shown-data-sync.ts';
import { errorText } from '#pwa/api/error-text.ts';
import { renameDevice } from '#pwa/api/rename-device.ts';
import { useCall, useCallMutation, useInvalidation } from '#pwa/api/use-call.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { useReplica } from '#pwa/replica/hooks/replica-context.tsx';
import { useSyncStatus } from '#pwa/replica/hooks/use-sync-status.ts';
import { ToneBadge } from '#pwa/ui/badge.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { ConfirmDialog } from '#pwa/ui/dialog/confirm-dialog.tsx';
import { RenameDeviceDialog } from '#pwa/ui/dialog/rename-device-dialog.tsx';
import { toast } from '#pwa/ui/dialog/toast.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { Segmented } from '#pwa/ui/form/segmented.tsx';
import type { Option } from '#pwa/ui/form/select.tsx';
import type { Column } from '#pwa/ui/list/column.ts';
import { DataList } from '#pwa/ui/list/data-list.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Page } from '#pwa/ui/page.tsx';
import { Tabs } from '#pwa/ui/tabs.tsx';
import { Time } from '#pwa/ui/time.tsx';
import { ConflictInbox } from './conflict-inbox.tsx';
import { MyOperations } from './my-operations.tsx';
import { QuarantineList } from './quarantine-list.tsx';

type DeviceFilter = 'all' | 'waiting' | 'revoked';
const DEVICE_FILTERS: readonly Option<DeviceFilter>[] = [
  { value: 'all', label: 'All' },
  { value: 'waiting', label: 'With unsent work' },
  { value: 'revoked', label: 'Revoked' },
];
/** A device that has sent nothing yet has not reported its waiting work. */
const unsentOf = (waiting: number | null): number => waiting ?? 0;
const PASSES: Record<DeviceFilter, (device: ListedDevice) => boolean> = {
  all: () => true,
  waiting: ({ waiting }) => unsentOf(waiting) > 0,
  revoked: ({ revoked }) => revoked,
};
/** For deciders: every handheld, its last contact, and whether work waits on it. Online only. */
function DeviceList() {
  const { data, error, isPending, refetch } = useCall(
    readDataSync,
    { query: { limit: 1 } },
    { refetchInterval: 30_000 },
  );
  const revokeCall = useCallMutation(revokeDevice, { invalidates: ['lab/data-sync'] });
  const invalidate = useInvalidation();
  const [search, setSearch] = useState('');
  const [revoking, setRevoking] = useState<ListedDevice | null>(null);
  const [renaming, setRenaming] = useState<ListedDevice | null>(null);
  const [deviceFilter, setDeviceFilter] = useState<DeviceFilter>('all');
  const rows = useMemo(() => {
    const searchText = search.trim().toLowerCase();
    return (data?.devices ?? []).filter(
      (device) =>
        PASSES[deviceFilter](device) &&
        `${device.name} ${device.lastUserName}`.toLowerCase().includes(searchText),
    );
  }, [data, search, deviceFilter]);
  const revoke = ({ id, name }: ListedDevice) => {
    setRevoking(null);
    revokeCall.mutate(
      { params: { id } },
      {
        onSuccess: () =>
          toast.success(
            `${name} is revoked. It wipes itself at its next contact, after its unsent work was taken in.`,
          ),
        onError: (failure) => toast.error(errorText(failure)),
      },
    );
  };
  return (
    <>
      <DataList
        label="Devices"
        status={isPending ? 'loading' : error ? 'error' : 'ready'}
        errorText="Devices are known to the server only. Try again when you are online."
        onRetry={() => void refetch()}
        rows={rows}
        columns={columnsFor(setRevoking, setRenaming)}
        rowKey={(device) => device.id}
        rowLabel={(device) => device.name}
        search={{ value: search, onChange: setSearch }}
        filters={
          <Segmented<DeviceFilter>
            label="Show"
            value={deviceFilter}
            options={DEVICE_FILTERS}
            onChange={setDeviceFilter}
          />
        }
        initialSort={{ column: 'heard', descending: true }}
        onClear={deviceFilter === 'all' ? undefined : () => setDeviceFilter('all')}
        empty={<EmptyState icon={Smartphone} title="No device has signed in yet" />}
      />
      {renaming && (
        <RenameDeviceDialog
          device={renaming}
          rename={renameDevice}
          onClose={() => setRenaming(null)}
          onRenamed={() => void invalidate(['lab/data-sync'])}
        />
      )}
      {revoking && (
        <ConfirmDialog
          open
          title={`Revoke ${revoking.name}?`}
          confirmLabel="Revoke device"
          danger
          onConfirm={() => revoke(revoking)}
          onClose={() => setRevoking(null)}
        >
          At its next contact the work it has not sent is taken in first; what was done after now goes into
          quarantine. Then everything stored on it is deleted.
        </ConfirmDialog>
      )}
    </>
  );
}

const columnsFor = (
  revoke: (device: ListedDevice) => void,
  rename: (device: ListedDevice) => void,
): readonly Column<ListedDevice>[] => [
  { id: 'name', header: 'Device', cell: ({ name }) => name, sortBy: ({ name }) => name },
  {
    id: 'letter',
    header: 'Letter',
    cell: ({ offlineLetter }) => offlineLetter,
    sortBy: ({ offlineLetter }) => offlineLetter,
  },
  {
    id: 'person',
    header: 'Last used by',
    cell: ({ lastUserName }) => lastUserName || 'Nobody yet',
    sortBy: ({ lastUserName }) => lastUserName,
  },
  {
    id: 'heard',
    header: 'Last seen',
    cell: ({ lastSyncAt }) => <Time value={lastSyncAt} none="Never" />,
    sortBy: ({ lastSyncAt }) => lastSyncAt,
  },
  {
    id: 'waiting',
    header: 'Unsent work',
    cell: ({ waiting }) =>
      unsentOf(waiting) > 0 ? <ToneBadge tone="warning" label={`${waiting} waiting`} /> : 'None known',
    sortBy: ({ waiting }) => unsentOf(waiting),
  },
  {
    id: 'revoke',
    header: 'Access',
    wide: true,
    cell: (device) =>
      device.revoked ? (
        <ToneBadge tone="neutral" label="Revoked" />
      ) : (
        <div className="flex flex-wrap gap-2">
          <Button onClick={() => rename(device)}>Rename…</Button>
          <Button onClick={() => revoke(device)}>Revoke…</Button>
        </div>
      ),
  },
];

/** The devices of the lab, for people whose own device stores nothing. */
export const DevicesPage = () => (
  <Page title="Data Sync">
    <DeviceList />
  </Page>
);

interface DataSyncPageProps {
  tab: string;
  onTab(tab: string): void;
  onExport(): void;
}

/** Sync state of this user's work, open conflicts, and devices with undelivered work. */
export function DataSyncPage({ tab, onTab, onExport }: DataSyncPageProps) {
  const replica = useReplica();
  const status = useSyncStatus();
  const decides = hasCapability(replica.actor.role, 'resolveConflicts');
  const tabs = [
    {
      id: 'work',
      label: 'My work',
      count: status.waiting + status.photos + status.refusedCount,
      content: <MyOperations onExport={onExport} />,
    },
    { id: 'conflicts', label: 'Conflicts', count: status.conflicts, content: <ConflictInbox /> },
    ...(decides
      ? [
          { id: 'devices', label: 'Devices', content: <DeviceList /> },
          { id: 'quarantine', label: 'Quarantine', content: <QuarantineList /> },
        ]
      : []),
  ];
  const lastContactText = status.lastContactAt
    ? formatDate(new Date(status.lastContactAt).toISOString(), 'shortAtTime')
    : null;
  return (
    <Page title="Data Sync">
      <p className="text-ink-soft">
        {lastContactText ? `Last synced ${lastContactText}` : 'Not synced yet.'}
      </p>
      {status.problem && <Notice tone="danger" title={status.problem} />}
      {status.waiting + status.photos > 0 && status.waitsLong && (
        <Notice
          tone="warning"
          title="Work has waited on this device for more than 4 hours. Connect it as soon as you can."
        />
      )}
      <Tabs tabs={tabs} value={tab} onChange={onTab} />
    </Page>
  );
}
