import { MailCheck, Send } from 'lucide-react';
import { useState } from 'react';
import { listEmails, sendTestEmail } from '#db/api/records/emails.ts';
import { EMAIL_STATUS, EMAIL_STATUSES } from '#db/records/emails/email.ts';
import { EMAIL_KINDS, type EmailKind } from '#db/records/emails/email-kind.ts';
import { EMAIL_KIND, type EmailKindFacts } from '#db/records/emails/email-kind-facts.ts';
import type { ListedEmail } from '#db/records/emails/shown-email.ts';
import { errorText } from '#pwa/api/error-text.ts';
import { useCallMutation } from '#pwa/api/use-call.ts';
import { useQueryParameters } from '#pwa/navigation/use-query-parameters.ts';
import { StatusBadge } from '#pwa/ui/badge.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { toast } from '#pwa/ui/dialog/toast.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import type { Column } from '#pwa/ui/list/column.ts';
import { DataList } from '#pwa/ui/list/data-list.tsx';
import { filterState } from '#pwa/ui/list/filters/list-filter.ts';
import { ListFilters } from '#pwa/ui/list/filters/list-filters.tsx';
import { useServerList } from '#pwa/ui/list/server-list.tsx';
import { Page } from '#pwa/ui/page.tsx';
import { Tabs } from '#pwa/ui/tabs.tsx';
import { Time } from '#pwa/ui/time.tsx';
import { MailWindow } from './mail-window.tsx';

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
    cell: ({ createdAt }) => <Time value={createdAt} />,
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
function OutboxTab() {
  const { parameters, update } = useQueryParameters();
  const mails = useServerList({
    call: listEmails,
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
              { name: 'kind', label: 'Kind', options: KINDS },
              { name: 'status', label: 'Status', options: STATES },
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

type KindRow = EmailKindFacts & { kind: EmailKind; timing: string };

const TIMING_TEXT = {
  emailUpdateFrequency: 'In the summary that was chosen',
  orderCompleteEmail: 'At once, if wanted',
} as const;
const ALWAYS = 'Always, at once';
const SUMMARY = 'The summary itself';

const timingText = ({ choice, within }: EmailKindFacts): string =>
  choice === null
    ? ALWAYS
    : choice === 'emailUpdateFrequency' && within === undefined
      ? SUMMARY
      : TIMING_TEXT[choice];

const ROWS: readonly KindRow[] = EMAIL_KINDS.map((kind) => ({
  kind,
  ...EMAIL_KIND[kind],
  timing: timingText(EMAIL_KIND[kind]),
}));
const TIMING_OPTIONS = [...new Set(ROWS.map(({ timing }) => timing))].map((value) => ({
  value,
  label: value,
}));

const matchesFilters = (row: KindRow, search: string, timing: string): boolean =>
  (timing === '' || row.timing === timing) &&
  [row.label, row.to, row.when].some((text) => text.toLowerCase().includes(search.trim().toLowerCase()));

/** Every kind of email with recipient and occasion; each can be sent to oneself as a sample. */
function SamplesTab({ email }: { email: string }) {
  const [search, setSearch] = useState('');
  const [timing, setTiming] = useState('');
  const sample = useCallMutation(sendTestEmail, {
    onSuccess: () => toast.success(`A sample is on its way to ${email}.`),
  });
  const columns: readonly Column<KindRow>[] = [
    { id: 'label', header: 'Kind', sortBy: ({ label }) => label, cell: ({ label }) => label },
    { id: 'to', header: 'To', wide: true, sortBy: ({ to }) => to, cell: ({ to }) => to },
    { id: 'when', header: 'When', wide: true, cell: ({ when }) => when },
    { id: 'comes', header: 'Comes', sortBy: (row) => row.timing, cell: (row) => row.timing },
    {
      id: 'send',
      header: 'Sample',
      isAction: true,
      cell: ({ kind, label }) => (
        <Button
          icon={Send}
          busy={sample.isPending && sample.variables.body?.kind === kind}
          disabled={sample.isPending}
          aria-label={`Send me a sample: ${label}`}
          onClick={() =>
            sample.mutate({ body: { kind } }, { onError: (error) => toast.error(errorText(error)) })
          }
        >
          Send
        </Button>
      ),
    },
  ];
  return (
    <DataList
      label="Kinds of email"
      rows={ROWS.filter((row) => matchesFilters(row, search, timing))}
      columns={columns}
      rowKey={({ kind }) => kind}
      rowLabel={({ label }) => label}
      search={{ value: search, onChange: setSearch }}
      filters={
        <ListFilters
          list={filterState({ timing }, (_name, value) => setTiming(value))}
          filters={[{ name: 'timing', label: 'Sent', options: TIMING_OPTIONS }]}
        />
      }
      onClear={timing === '' ? undefined : () => setTiming('')}
      initialSort={{ column: 'label', descending: false }}
    />
  );
}

/** Emails of the lab: the outbox, and a sample of every kind to send to oneself. */
export function EmailTestPage({ email }: { email: string }) {
  const { parameters, update } = useQueryParameters();
  return (
    <Page title="Email Test">
      <Tabs
        value={parameters.get('tab') ?? 'outbox'}
        onChange={(tab) => update({ tab: tab === 'outbox' ? null : tab }, { merge: false })}
        tabs={[
          { id: 'outbox', label: 'Outbox', content: <OutboxTab /> },
          { id: 'samples', label: 'Samples', content: <SamplesTab email={email} /> },
        ]}
      />
    </Page>
  );
}
