import { useIsMutating } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { readDirectorWork } from '#db/api/batches.ts';
import type { DirectorKind, DirectorWork, WorkOrder } from '#db/batches/directors/director-work.ts';
import { errorText } from '#pwa/api/error-text.ts';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { useCall } from '#pwa/api/use-call.ts';
import { useMayOpen } from '#pwa/app/use-may-open.ts';
import { OnlineToApprove } from '#pwa/features/sequencing/results/online-to-approve.tsx';
import { useSyncStatus } from '#pwa/replica/hooks/use-sync-status.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Segmented } from '#pwa/ui/form/segmented.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Page, Section } from '#pwa/ui/page.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { OwnDecisions } from './own-decisions.tsx';
import { WorkGroup } from './work-group.tsx';
import { listWorkGroups } from './work-items.tsx';

const TITLES: Record<DirectorKind, string> = {
  clinical: 'Clinical Director',
  research: 'Research Director',
};

const ORDERS: readonly { value: WorkOrder; label: string }[] = [
  { value: 'oldest', label: 'Oldest first' },
  { value: 'newest', label: 'Newest first' },
];

/** Results follow the versions and batches. */
const RESULTS_AT = 2;

/** Others decide too: what is shown is at most this old. */
const REFRESH_MS = 60_000;

/** Read the work again once the server has the own decisions: those of this device, and those made online. */
function useWork(kind: DirectorKind, order: WorkOrder) {
  const read = useCall(
    readDirectorWork,
    { query: { kind, order } },
    { keepsPrevious: true, staleTime: 0, refetchInterval: REFRESH_MS },
  );
  const { waiting } = useSyncStatus();
  const busy = useIsMutating() + waiting > 0;
  const wasBusy = useRef(false);
  const { refetch } = read;
  useEffect(() => {
    if (wasBusy.current && !busy) void refetch();
    wasBusy.current = busy;
  }, [busy, refetch]);
  return read;
}

function Loaded({ kind, work }: { kind: DirectorKind; work: DirectorWork }) {
  const opens = useMayOpen();
  const groups = listWorkGroups(work, opens);
  const empty = groups.filter(({ total }) => total === 0);
  // The results come from another call: nothing below them may move when they arrive.
  const [areResultsRead, setResultsRead] = useState(kind !== 'clinical');
  const onResults = useCallback(() => setResultsRead(true), []);
  const render = ({ title, total, items }: (typeof groups)[number]) =>
    total > 0 && <WorkGroup key={title} {...{ title, total, items }} />;
  return (
    <>
      {!areResultsRead && <Skeleton lines={8} label="Loading the decisions" />}
      <div className={areResultsRead ? 'contents' : 'hidden'}>
        {groups.slice(0, RESULTS_AT).map(render)}
        {kind === 'clinical' && <OnlineToApprove onRead={onResults} />}
        {groups.slice(RESULTS_AT).map(render)}
        {empty.length > 0 && (
          <Section
            title={
              empty.length === groups.length && kind === 'research' ? 'You’re all caught up' : 'All clear'
            }
          >
            <ul className="flex flex-col gap-1 text-ink-soft">
              {empty.map(({ title, none }) => (
                <li key={title}>{none}</li>
              ))}
            </ul>
          </Section>
        )}
        <OwnDecisions decisions={work.decisions} opens={opens} />
      </div>
    </>
  );
}

interface DirectorPageProps {
  kind: DirectorKind;
  order: WorkOrder;
  onOrder(order: WorkOrder): void;
}

function OnlineDirectorPage({ kind, order, onOrder }: DirectorPageProps) {
  const { data, error, refetch } = useWork(kind, order);
  return (
    <Page
      title={TITLES[kind]}
      actions={<Segmented<WorkOrder> label="Order" options={ORDERS} value={order} onChange={onOrder} />}
    >
      {error && (
        <Notice
          tone="danger"
          title={errorText(error)}
          action={<Button onClick={() => void refetch()}>Try again</Button>}
        />
      )}
      {data ? (
        <Loaded kind={kind} work={data} />
      ) : (
        !error && <Skeleton lines={8} label="Loading the decisions" />
      )}
    </Page>
  );
}

/** What waits for a director, each decided here with its evidence, and the own decisions. */
export const DirectorPage = (props: DirectorPageProps) => (
  <OnlineQueries>
    <OnlineDirectorPage {...props} />
  </OnlineQueries>
);
