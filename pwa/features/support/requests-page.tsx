import { LifeBuoy, Mail } from 'lucide-react';
import { useState } from 'react';
import { ListedSupportRequest } from '#db/support/shown-support-request.ts';
import { SUPPORT_REQUEST_STATUS, SUPPORT_REQUEST_STATUSES } from '#db/support/support-request-status.ts';
import { SUPPORT_SUBJECT, SUPPORT_SUBJECTS } from '#db/support/support-subject.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import type { Column } from '#pwa/ui/list/column.ts';
import { DataList } from '#pwa/ui/list/data-list.tsx';
import { ListFilters } from '#pwa/ui/list/select-filter.tsx';
import { useServerList } from '#pwa/ui/list/server-list.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Page } from '#pwa/ui/page.tsx';
import { StatusBadge } from '#pwa/ui/status-badge.tsx';
import { BUTTON_LINK } from './link-styles.ts';
import { RequestDialog } from './request-dialog.tsx';
import { errorText, useSupportOperation } from './use-support.ts';

const BREADCRUMBS = [{ label: 'Support', href: '/support' }];
const STATUSES = SUPPORT_REQUEST_STATUSES.map((value) => ({
  value,
  label: SUPPORT_REQUEST_STATUS[value].label,
}));
const SUBJECTS = SUPPORT_SUBJECTS.map((value) => ({ value, label: SUPPORT_SUBJECT[value] }));
const FILTERS = [
  { name: 'status', label: 'Status', any: 'Any status', options: STATUSES },
  { name: 'subject', label: 'Subject', any: 'Any subject', options: SUBJECTS },
];

const columnsFor = (answers: boolean): readonly Column<ListedSupportRequest>[] => [
  {
    id: 'reference',
    header: 'Reference',
    cell: ({ reference }) => <span className="code font-medium">{reference}</span>,
  },
  {
    id: 'status',
    header: 'Status',
    sortable: true,
    cell: ({ status }) => <StatusBadge display={SUPPORT_REQUEST_STATUS[status]} />,
  },
  { id: 'subject', header: 'About', sortable: true, cell: ({ subject }) => SUPPORT_SUBJECT[subject] },
  {
    id: 'message',
    header: 'Message',
    wide: true,
    cell: ({ message }) => <span className="line-clamp-2 max-w-prose wrap-anywhere">{message}</span>,
  },
  ...(answers
    ? [
        {
          id: 'askedBy',
          header: 'Asked by',
          cell: ({ askedBy: requester, companyName }: ListedSupportRequest) => (
            <span className="block min-w-0">
              {requester}
              <span className="block text-ink-soft text-sm">{companyName}</span>
            </span>
          ),
        },
      ]
    : []),
  {
    id: 'createdAt',
    header: 'Asked',
    sortable: true,
    cell: ({ createdAt }) => formatDate(createdAt, 'shortAtTime'),
  },
];

const Ask = () => (
  <a href="/support/contact" className={BUTTON_LINK}>
    <Mail aria-hidden size={18} /> Contact us
  </a>
);

/** Support requests and their outcome: the user's own, or for responders everybody's. */
export function RequestsPage({ answers }: { answers: boolean }) {
  const [selectedRequest, setSelectedRequest] = useState<ListedSupportRequest | null>(null);
  const [moving, setMoving] = useState<'CLOSED' | 'OPEN' | null>(null);
  const operation = useSupportOperation();
  const list = useServerList({
    path: '/api/support',
    row: ListedSupportRequest,
    filters: ['status', 'subject'],
    sort: 'createdAt:desc',
  });
  const move = (reason: string): void => {
    if (!selectedRequest || !moving) return;
    const data = { seenVersion: selectedRequest.version, status: moving, reason };
    const done = moving === 'CLOSED' ? 'Request closed' : 'Request opened again';
    setMoving(null);
    setSelectedRequest(null);
    operation.mutate({ path: `/${selectedRequest.id}/status`, method: 'PATCH', data, done });
  };
  const title = answers ? 'Support requests' : 'My requests';
  return (
    <Page title={title} breadcrumbs={BREADCRUMBS} actions={!answers && <Ask />}>
      {operation.error && <Notice tone="danger" title={errorText(operation.error)} />}
      <DataList
        {...list.list}
        label={title}
        columns={columnsFor(answers)}
        rowKey={({ id }) => id}
        rowLabel={({ reference }) => reference}
        onOpen={setSelectedRequest}
        filters={<ListFilters list={list} filters={FILTERS} />}
        empty={
          list.narrowed ? undefined : (
            <EmptyState
              icon={LifeBuoy}
              title={answers ? 'Nobody has asked anything yet' : 'You have not asked anything yet'}
              action={!answers && <Ask />}
            >
              {answers
                ? 'What people write through Contact Us appears here and is answered by email.'
                : 'What you write to us appears here with its outcome.'}
            </EmptyState>
          )
        }
      />
      <RequestDialog
        request={moving ? null : selectedRequest}
        answers={answers}
        onMove={setMoving}
        onClose={() => setSelectedRequest(null)}
      />
      <ConfirmDialog
        open={moving !== null}
        title={moving === 'CLOSED' ? 'Close this request?' : 'Open this request again?'}
        confirmLabel={moving === 'CLOSED' ? 'Close request' : 'Open again'}
        reasonRequired
        onClose={() => setMoving(null)}
        onConfirm={move}
      >
        <p>
          {moving === 'CLOSED'
            ? 'Say what came of it. Whoever asked reads it.'
            : 'Say why. What was said when it was closed is taken back.'}
        </p>
      </ConfirmDialog>
    </Page>
  );
}
