import { MailCheck } from 'lucide-react';
import { EMAIL_KINDS } from '#db/records/email-kind.ts';
import { EMAIL_KIND } from '#db/records/email-kind-facts.ts';
import { EMAIL_STATUS, EMAIL_STATUSES } from '#db/records/email-status.ts';
import { ListedEmail } from '#db/records/shown-email.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { useQueryParameters } from '#pwa/navigation/use-query-parameters.ts';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import type { Column } from '#pwa/ui/list/column.ts';
import { DataList } from '#pwa/ui/list/data-list.tsx';
import { ListFilters } from '#pwa/ui/list/select-filter.tsx';
import { useServerList } from '#pwa/ui/list/server-list.tsx';
import { StatusBadge } from '#pwa/ui/status-badge.tsx';
import { MailWindow } from './mail-window.tsx';
import { OUTBOX } from './outbox-api.ts';

const KINDS = EMAIL_KINDS.map((value) => ({ value, label: EMAIL_KIND[value].label })).sort((a, b) =>
  a.label.localeCompare(b.label),
);
const STATES = EMAIL_STATUSES.map((value) => ({ value, label: EMAIL_STATUS[value].label }));

const COLUMNS: readonly Column<ListedEmail>[] = [
  {
    id: 'subject',
    header: 'Subject',
    wide: true,
    cell: ({ subject }) => <span className="wrap-anywhere">{subject}</span>,
  },
  {
    id: 'createdAt',
    header: 'Written',
    sortable: true,
    cell: ({ createdAt }) => formatDate(createdAt, 'shortAtTime'),
  },
  {
    id: 'to',
    header: 'To',
    sortable: true,
    wide: true,
    cell: ({ to }) => <span className="wrap-anywhere">{to}</span>,
  },
  { id: 'kind', header: 'Kind', sortable: true, cell: ({ kind }) => EMAIL_KIND[kind].label },
  {
    id: 'status',
    header: 'State',
    cell: ({ status, lastError }) => (
      <span className="flex flex-col items-start gap-1">
        <StatusBadge display={EMAIL_STATUS[status]} />
        {lastError && status !== 'SENT' && <span className="text-ink-soft text-sm">{lastError}</span>}
      </span>
    ),
  },
];

/**
 * The outbox of the business entity: recipients, delivery status, and each email as its recipient sees it.
 */
export function OutboxTab() {
  const { parameters, update } = useQueryParameters();
  const mails = useServerList({
    path: OUTBOX,
    row: ListedEmail,
    filters: ['kind', 'status'],
    sort: 'createdAt:desc',
  });
  const open = parameters.get('mail');
  return (
    <>
      <DataList
        {...mails.list}
        label="Emails"
        columns={COLUMNS}
        rowKey={({ id }) => id}
        rowLabel={({ subject, to }) => `${subject}, to ${to}`}
        onOpen={({ id }) => update({ mail: id })}
        filters={
          <ListFilters
            list={mails}
            filters={[
              { name: 'kind', label: 'Kind', any: 'Any kind', options: KINDS },
              { name: 'status', label: 'State', any: 'Any state', options: STATES },
            ]}
          />
        }
        empty={
          mails.narrowed ? undefined : (
            <EmptyState icon={MailCheck} title="No email was written yet">
              Emails that the lab sends appear here, and whether they arrived.
            </EmptyState>
          )
        }
      />
      {open && (
        <MailWindow
          key={open}
          id={open}
          onClose={() => update({ mail: null })}
          onChanged={() => mails.refetch()}
        />
      )}
    </>
  );
}
