import { Link } from '@tanstack/react-router';
import { Download, LifeBuoy, Mail } from 'lucide-react';
import { useState } from 'react';
import { listFiles } from '#db/api/records/files.ts';
import { changeSupportStatus, listSupportRequests } from '#db/api/records/support.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import type { ListedSupportRequest } from '#db/records/support/shown-support-request.ts';
import {
  SUPPORT_REQUEST_STATUS,
  SUPPORT_REQUEST_STATUSES,
  SUPPORT_SUBJECT,
  SUPPORT_SUBJECTS,
} from '#db/records/support/support-request.ts';
import { errorText } from '#pwa/api/error-text.ts';
import { downloadFile } from '#pwa/api/files.ts';
import { useCall, useCallMutation } from '#pwa/api/use-call.ts';
import { formatFileSize } from '#pwa/format/numbers.ts';
import { StatusBadge } from '#pwa/ui/badge.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { ConfirmDialog } from '#pwa/ui/dialog/confirm-dialog.tsx';
import { Dialog } from '#pwa/ui/dialog/dialog.tsx';
import { toast } from '#pwa/ui/dialog/toast.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { KeyValues } from '#pwa/ui/key-values.tsx';
import type { Column } from '#pwa/ui/list/column.ts';
import { DataList } from '#pwa/ui/list/data-list.tsx';
import { ListFilters } from '#pwa/ui/list/filters/list-filters.tsx';
import { useServerList } from '#pwa/ui/list/server-list.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Page } from '#pwa/ui/page.tsx';
import { Time } from '#pwa/ui/time.tsx';
import { BUTTON_LINK } from './link-styles.ts';

function Files({ requestId }: { requestId: string }) {
  const { data, error } = useCall(
    listFiles,
    { query: { targetType: 'SupportRequest', targetId: requestId } },
    { message: MESSAGES.resourceNotAccessible },
  );
  if (error) return <Notice tone="danger" title={errorText(error)} />;
  return (
    <ul aria-label="Attachments" className="flex flex-wrap gap-2">
      {(data?.rows ?? []).map((file) => (
        <li key={file.id}>
          <Button icon={Download} onClick={() => void downloadFile(file)}>
            {`${file.title}, ${formatFileSize(file.size)}`}
          </Button>
        </li>
      ))}
    </ul>
  );
}

interface RequestDialogProps {
  request: ListedSupportRequest | null;
  /** True when this user may close and reopen requests. */
  answers: boolean;
  onMove(to: 'CLOSED' | 'OPEN'): void;
  onClose(): void;
}

/** One support request: its text, attachments and outcome. */
function RequestDialog({ request, answers, onMove, onClose }: RequestDialogProps) {
  const open = request?.status === 'OPEN';
  return (
    <Dialog
      open={request !== null}
      title={request ? `${request.reference}: ${SUPPORT_SUBJECT[request.subject]}` : 'Support request'}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          {answers && (
            <Button variant={open ? 'primary' : 'secondary'} onClick={() => onMove(open ? 'CLOSED' : 'OPEN')}>
              {open ? 'Close request' : 'Open again'}
            </Button>
          )}
        </>
      }
    >
      {request && (
        <div className="flex flex-col gap-4">
          <p className="wrap-anywhere whitespace-pre-line">{request.message}</p>
          {request.files > 0 && <Files requestId={request.id} />}
          <KeyValues
            items={[
              { name: 'Requested by', value: request.askedBy },
              {
                name: 'Email',
                wide: true,
                value: (
                  <a href={`mailto:${request.askedByEmail}`} className="wrap-anywhere underline">
                    {request.askedByEmail}
                  </a>
                ),
              },
              { name: 'Organization', value: request.companyName },
              { name: 'Number', value: request.about && <span className="code">{request.about}</span> },
              { name: 'Asked', value: <Time value={request.createdAt} /> },
              ...(request.closedAt
                ? [
                    { name: 'Closed', value: <Time value={request.closedAt} /> },
                    { name: 'Closed by', value: request.closedBy },
                    { name: 'Outcome', value: request.outcome },
                  ]
                : []),
            ]}
          />
        </div>
      )}
    </Dialog>
  );
}

const BREADCRUMBS = [{ label: 'Support', to: '/support' }] as const;
const STATUSES = SUPPORT_REQUEST_STATUSES.map((value) => ({
  value,
  label: SUPPORT_REQUEST_STATUS[value].label,
}));
const SUBJECTS = SUPPORT_SUBJECTS.map((value) => ({ value, label: SUPPORT_SUBJECT[value] }));
const FILTERS = [
  { name: 'status', label: 'Status', options: STATUSES },
  { name: 'subject', label: 'Subject', options: SUBJECTS },
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
          header: 'Requested by',
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
    cell: ({ createdAt }) => <Time value={createdAt} />,
  },
];

const Ask = () => (
  <Link to="/support/contact" className={BUTTON_LINK}>
    <Mail aria-hidden size={18} /> Contact us
  </Link>
);

/** Support requests and their outcome: the user's own, or for responders everybody's. */
export function RequestsPage({ answers }: { answers: boolean }) {
  const [selectedRequest, setSelectedRequest] = useState<ListedSupportRequest | null>(null);
  const [moving, setMoving] = useState<'CLOSED' | 'OPEN' | null>(null);
  const change = useCallMutation(changeSupportStatus, {
    onSuccess: (_, { body: { status } }) =>
      toast.success(status === 'CLOSED' ? 'Request closed' : 'Request opened again'),
  });
  const list = useServerList({
    call: listSupportRequests,
    filters: ['status', 'subject'],
    sort: 'createdAt:desc',
  });
  const move = (reason: string): void => {
    if (!selectedRequest || !moving) return;
    const { id, version: seenVersion } = selectedRequest;
    setMoving(null);
    setSelectedRequest(null);
    change.mutate({ params: { id }, body: { seenVersion, status: moving, reason } });
  };
  const title = answers ? 'Support requests' : 'My requests';
  return (
    <Page title={title} breadcrumbs={BREADCRUMBS} actions={!answers && <Ask />}>
      {change.error && <Notice tone="danger" title={errorText(change.error)} />}
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
              title={answers ? 'No support requests' : 'No support requests'}
              action={!answers && <Ask />}
            >
              {answers ? 'Messages from Contact Us appear here.' : 'Your messages to us appear here.'}
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
            ? 'Enter the outcome. The requester sees it.'
            : 'Enter a reason. The earlier outcome is withdrawn.'}
        </p>
      </ConfirmDialog>
    </Page>
  );
}
