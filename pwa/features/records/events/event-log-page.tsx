import { may } from '#db/access/grants.ts';
import { hasPermission } from '#db/access/permissions.ts';
import { type Role, seesAllCompanies } from '#db/access/roles.ts';
import { LOG_CALLS } from '#db/api/records/events.ts';
import { useQueryParameters } from '#pwa/navigation/use-query-parameters.ts';
import { Page } from '#pwa/ui/page.tsx';
import { Tabs } from '#pwa/ui/tabs.tsx';
import { AccessTab } from './access-tab.tsx';
import { AuditTab } from './audit-tab.tsx';
import { EventsTab } from './events-tab.tsx';

interface EventLogPageProps {
  role: Role | null;
  permissions: readonly string[];
  /** Report whether the page exists and this user may open it. */
  mayOpen(path: string): boolean;
}

/** Who did what to which record: events, accesses, and changes field by field. */
export function EventLogPage({ role, permissions, mayOpen }: EventLogPageProps) {
  const { parameters, update } = useQueryParameters();
  const canRead = (grant: 'lab/events:read' | 'access-log:read' | 'audit-log:read'): boolean =>
    role !== null && may(role, grant);
  const logs = hasPermission(permissions, 'EVENT_LOG_VIEW');
  const severalCompanies = role !== null && seesAllCompanies(role) && may(role, 'companies:read');
  const calls = canRead('lab/events:read') ? LOG_CALLS.labEvents : LOG_CALLS.events;
  const tabs = [
    {
      id: 'events',
      label: 'Events',
      content: <EventsTab {...{ calls, severalCompanies, mayOpen }} />,
    },
    ...(logs && canRead('access-log:read')
      ? [
          {
            id: 'access',
            label: 'Access',
            content: <AccessTab severalCompanies={severalCompanies} />,
          },
        ]
      : []),
    ...(logs && canRead('audit-log:read')
      ? [{ id: 'audit', label: 'Audit', content: <AuditTab mayOpen={mayOpen} /> }]
      : []),
  ];
  return (
    <Page title="Event Log">
      <Tabs
        tabs={tabs}
        value={parameters.get('tab') ?? 'events'}
        // Each log has its own filters, so those of one are dropped in the next.
        onChange={(tab) => update({ tab: tab === 'events' ? null : tab }, { merge: false })}
      />
    </Page>
  );
}
