import { useMutation } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { useState } from 'react';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { EMAIL_KINDS, type EmailKind } from '#db/records/email-kind.ts';
import { EMAIL_KIND, type EmailKindFacts } from '#db/records/email-kind-facts.ts';
import { Button } from '#pwa/ui/button.tsx';
import type { Column } from '#pwa/ui/list/column.ts';
import { DataList } from '#pwa/ui/list/data-list.tsx';
import { SelectFilter } from '#pwa/ui/list/select-filter.tsx';
import { toast } from '#pwa/ui/toast.tsx';
import { sendSample } from './outbox-api.ts';

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
export function SamplesTab({ email }: { email: string }) {
  const [search, setSearch] = useState('');
  const [timing, setTiming] = useState('');
  const sample = useMutation({
    networkMode: 'always',
    mutationFn: sendSample,
    onSuccess: () => toast.success(`A sample is on its way to ${email}.`),
    onError: (error) => toast.error(error instanceof AppError ? error.message : MESSAGES.unknownError),
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
          busy={sample.isPending && sample.variables === kind}
          disabled={sample.isPending}
          aria-label={`Send me a sample: ${label}`}
          onClick={() => sample.mutate(kind)}
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
        <SelectFilter
          label="Comes"
          any="However it comes"
          options={TIMING_OPTIONS}
          value={timing}
          onChange={setTiming}
        />
      }
      onClear={timing === '' ? undefined : () => setTiming('')}
      initialSort={{ column: 'label', descending: false }}
    />
  );
}
