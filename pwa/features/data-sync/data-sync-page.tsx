import { hasCapability } from '#db/access/capabilities.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { useReplica } from '#pwa/replica/hooks/replica-context.tsx';
import { useSyncStatus } from '#pwa/replica/hooks/use-sync-status.ts';
import { Notice } from '#pwa/ui/notice.tsx';
import { Page } from '#pwa/ui/page.tsx';
import { Tabs } from '#pwa/ui/tabs.tsx';
import { ConflictInbox } from './conflict-inbox.tsx';
import { DeviceList } from './device-list.tsx';
import { MyOperations } from './my-operations.tsx';
import { QuarantineList } from './quarantine-list.tsx';

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
        {lastContactText
          ? `Last contact with the server: ${lastContactText}`
          : 'The server has not been reached yet.'}
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
