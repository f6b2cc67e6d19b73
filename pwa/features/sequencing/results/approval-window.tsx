import { Link } from '@tanstack/react-router';
import { BadgeCheck } from 'lucide-react';
import { useState } from 'react';
import type { ListedOrder } from '#db/ordering/orders/listed-order.ts';
import type { ShownResult, ShownResults } from '#db/specimens/results/shown-results.ts';
import { errorText } from '#pwa/api/error-text.ts';
import { orderTitle } from '#pwa/format/names.ts';
import { countOf } from '#pwa/format/numbers.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Dialog } from '#pwa/ui/dialog/dialog.tsx';
import { toast } from '#pwa/ui/dialog/toast.tsx';
import { DataList } from '#pwa/ui/list/data-list.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { EvidenceFileButton, evidenceColumns, hinderedColumns } from './evidence-columns.tsx';
import { ActionExplanation, RESULTS_ACTION_TEXT } from './results-window.tsx';
import {
  canBeApproved,
  useEvidence,
  usePagesOfLab,
  useResultsOperation,
  useResultsRefresh,
} from './use-results.ts';

interface EvidenceProps {
  results: ShownResults;
  /** The rows that can be approved now. */
  waiting: readonly ShownResult[];
  ticked: ReadonlySet<string>;
  onTick(ticked: ReadonlySet<string>): void;
}

const PAGE_SIZE = 10;
const rowIdentity = {
  rowKey: ({ id }: ShownResult) => id,
  rowLabel: (row: ShownResult) => row.customerSampleId,
};

const matches = ({ customerSampleId, julianId, evidence }: ShownResult, searchText: string): boolean =>
  [customerSampleId, julianId, evidence?.requisitionNumber, evidence?.patientMrn].some((text) =>
    text?.toLowerCase().includes(searchText),
  );

function Waiting({ waiting, ticked, onTick }: Omit<EvidenceProps, 'results'>) {
  // The search may contain a medical record number, so it is kept out of the address.
  const [search, setSearch] = useState('');
  const pages = usePagesOfLab();
  const isMultiple = waiting.length > 1;
  return (
    <>
      {isMultiple && (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="text-ink-soft text-sm">Open the findings of each, and select those to approve.</p>
          <Button
            onClick={() => onTick(new Set(waiting.map(({ id }) => id)))}
          >{`Select all ${waiting.length}`}</Button>
        </div>
      )}
      <DataList
        label="Specimens to approve"
        pageSize={PAGE_SIZE}
        rows={waiting.filter((row) => matches(row, search.trim().toLowerCase()))}
        columns={evidenceColumns(pages.specimen)}
        {...rowIdentity}
        {...(waiting.length > PAGE_SIZE || search !== ''
          ? { search: { value: search, onChange: setSearch } }
          : {})}
        {...(isMultiple ? { selection: { selected: ticked, onSelect: onTick } } : {})}
      />
    </>
  );
}

/**
 * Evidence for the results of an order: each waiting specimen with samples and files, and what blocks the
 * others.
 */
function Evidence({ results: { rows, orderFiles }, waiting, ticked, onTick }: EvidenceProps) {
  const pages = usePagesOfLab();
  const hindered = rows.filter(({ approvalProblems }) => (approvalProblems?.length ?? 0) > 0);
  return (
    <>
      {orderFiles.length > 0 && (
        <section aria-labelledby="files-of-order">
          <h3 id="files-of-order" className="font-semibold">
            Files of the whole order
          </h3>
          <ul>
            {orderFiles.map((file) => (
              <li key={file.id}>
                <EvidenceFileButton file={file} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {waiting.length > 0 && <Waiting {...{ waiting, ticked, onTick }} />}
      {hindered.length > 0 && (
        <section aria-labelledby="not-ready" className="flex flex-col gap-2">
          <h3 id="not-ready" className="font-semibold">
            {`Not ready yet: ${hindered.length}`}
          </h3>
          <DataList
            label="Specimens that are not ready"
            pageSize={PAGE_SIZE}
            rows={hindered}
            columns={hinderedColumns(pages.specimen)}
            {...rowIdentity}
          />
        </section>
      )}
    </>
  );
}

interface ApprovalWindowProps {
  order: Pick<ListedOrder, 'id' | 'orderNumber' | 'companyName' | 'serviceName'>;
  onClose(): void;
}

/** The selected specimens that still wait; a single one needs no selection. */
function selectWaiting(results: ShownResults | undefined, ticked: ReadonlySet<string>) {
  const waiting = results?.rows.filter(canBeApproved) ?? [];
  return { waiting, selected: waiting.length === 1 ? waiting : waiting.filter(({ id }) => ticked.has(id)) };
}

const waitingText = (count: number): string =>
  count === 0
    ? 'No results of this order need your approval.'
    : `Results of ${countOf(count, 'specimen')} need your approval.`;

interface FootProps {
  waiting: number;
  selectedCount: number;
  operation: { isPending: boolean; error: Error | null };
  onApprove(): void;
  onClose(): void;
}

/** The buttons, with a refusal beside them: the user may have scrolled far. */
function Foot({ waiting, selectedCount: selected, operation, onApprove, onClose }: FootProps) {
  const { title } = RESULTS_ACTION_TEXT.approve;
  return (
    <>
      {operation.error && (
        <div className="basis-full">
          <div className="whitespace-normal">
            <Notice tone="danger" title={errorText(operation.error)} />
          </div>
        </div>
      )}
      <Button onClick={onClose}>Cancel</Button>
      {waiting > 0 && (
        <Button
          variant="primary"
          icon={BadgeCheck}
          busy={operation.isPending}
          disabled={selected === 0}
          onClick={onApprove}
        >
          {waiting === 1 || selected === 0 ? title : `${title} of ${selected}`}
        </Button>
      )}
    </>
  );
}

/** The order, with a link for users who have its page. */
function OrderLine({ order }: Pick<ApprovalWindowProps, 'order'>) {
  const link = usePagesOfLab().order(order.id);
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4">
      <p className="min-w-0 wrap-anywhere">{`${order.companyName}, ${order.serviceName}`}</p>
      {link && (
        <Link {...link} className="inline-flex min-h-11 items-center text-accent-ink underline">
          Open the order
        </Link>
      )}
    </div>
  );
}

/**
 * Evidence for the clinical results of an order, which a director approves one by one or together. Needs
 * `OnlineQueries` around it.
 */
export function ApprovalWindow({ order, onClose }: ApprovalWindowProps) {
  const { data, error, refetch } = useEvidence(order.id);
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const operation = useResultsOperation('approve');
  const refreshResults = useResultsRefresh();
  const { waiting, selected } = selectWaiting(data, ticked);
  const approve = () =>
    operation.mutate(
      { body: { orderId: order.id, specimenIds: selected.map(({ id }) => id) } },
      {
        onSuccess: ({ rows }) => {
          toast.success(RESULTS_ACTION_TEXT.approve.done(selected.length));
          if (!rows.some(canBeApproved)) onClose();
        },
        onError: refreshResults,
      },
    );
  const tick = (next: ReadonlySet<string>) => {
    // A reset while the request runs would drop its result.
    if (!operation.isPending) operation.reset();
    setTicked(next);
  };
  const counts = { waiting: waiting.length, selectedCount: selected.length };
  return (
    <Dialog
      open
      size="wide"
      title={`Results of ${orderTitle(order)}`}
      onClose={onClose}
      actions={<Foot {...counts} {...{ operation, onClose }} onApprove={approve} />}
    >
      <div className="flex flex-col gap-4">
        <OrderLine order={order} />
        {data ? (
          <>
            <p className="font-medium">{waitingText(waiting.length)}</p>
            <Evidence results={data} waiting={waiting} ticked={ticked} onTick={tick} />
            {waiting.length > 0 && <ActionExplanation action="approve" results={data} />}
          </>
        ) : error ? (
          <Notice
            tone="danger"
            title={errorText(error)}
            action={<Button onClick={() => void refetch()}>Load again</Button>}
          />
        ) : (
          <Skeleton lines={6} label="Loading results" />
        )}
      </div>
    </Dialog>
  );
}
