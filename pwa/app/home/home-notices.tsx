import { Link } from '@tanstack/react-router';
import { PenLine } from 'lucide-react';
import type { ReactNode } from 'react';
import { inventoryItem } from '#db/inventory/inventory-item.ts';
import { mustBeCounted } from '#db/inventory/lot-problem.ts';
import { FAILED_SAMPLE_REASON } from '#db/samples/failing/failed-sample-reason.ts';
import { awaitsConfirmation, CONFIRMABLE } from '#db/samples/failing/failure-decision.ts';
import { findSamplesToStore } from '#db/samples/placing/samples-to-store.ts';
import { sample } from '#db/samples/sample.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { countOf } from '#pwa/format/numbers.ts';
import { useRows } from '#pwa/replica/hooks/use-query.ts';
import { useRuleRead } from '#pwa/replica/hooks/use-rule-read.ts';
import { useSigningAttempts } from '#pwa/replica/hooks/use-signing-attempts.ts';
import { useOpenConflicts, useSyncStatus } from '#pwa/replica/hooks/use-sync-status.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Notice } from '#pwa/ui/notice.tsx';

const PREVIEW_ROWS = 5;

/** A notice of the home page; undefined while it is read, null when there is nothing to tell. */
export type HomeNotice = ReactNode | undefined;

/** List failures that wait for directors and the lab manager, oldest first. */
export function useFailuresNotice(isShown: boolean): HomeNotice {
  const failed = useRows(sample, { status: isShown ? [...CONFIRMABLE] : [] });
  if (!failed) return undefined;
  const waiting = failed
    .filter(awaitsConfirmation)
    .sort((a, b) => (a.failedAt ?? '').localeCompare(b.failedAt ?? ''));
  if (waiting.length === 0) return null;
  return (
    <Notice
      tone="warning"
      title={
        waiting.length === 1
          ? '1 sample failure needs your confirmation'
          : `${waiting.length} sample failures need your confirmation`
      }
      action={
        <Link
          to="/lab/samples"
          search={{ waits: 'CONFIRMATION' }}
          className="inline-flex min-h-11 items-center font-semibold underline underline-offset-2"
        >
          Show in the list
        </Link>
      }
    >
      <ul>
        {waiting.slice(0, PREVIEW_ROWS).map((row) => (
          <li key={row.id}>
            <Link
              to="/lab/samples/$id"
              params={{ id: row.id }}
              className="flex min-h-11 flex-col justify-center py-1.5 underline sm:flex-row sm:items-center sm:justify-start sm:gap-2"
            >
              <span className="code">{row.barcode}</span>
              <span>
                {[
                  row.failureReason && FAILED_SAMPLE_REASON[row.failureReason],
                  formatDate(row.failedAt, 'shortAtTime'),
                ]
                  .filter(Boolean)
                  .join(', ')}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {waiting.length > PREVIEW_ROWS && <p>{`And ${waiting.length - PREVIEW_ROWS} more in the list.`}</p>}
    </Notice>
  );
}

/** Link to samples of closed orders that are not stored yet. */
export function useSamplesToStoreNotice(isShown: boolean): HomeNotice {
  const samples = useRuleRead(
    ['specimens', 'samples', 'orders', 'storage'],
    `to-be-stored ${isShown}`,
    async (tx) => (isShown ? findSamplesToStore(tx) : []),
  );
  if (samples === undefined) return undefined;
  const count = samples?.length ?? 0;
  if (count === 0) return null;
  return (
    <Notice
      tone="info"
      title={`${countOf(count, 'finished sample')} ${count === 1 ? 'is' : 'are'} to be stored`}
      action={
        <Link
          to="/lab/samples"
          search={{ waits: 'STORING' }}
          className="inline-flex min-h-11 items-center font-semibold underline underline-offset-2"
        >
          Show in the list
        </Link>
      }
    >
      <p>Put each into its box, or scan its current box.</p>
    </Notice>
  );
}

/** Link to over-drawn lots (domain 5.11, case 25). */
export function useUncountedLotsNotice(isShown: boolean): HomeNotice {
  const items = useRows(inventoryItem);
  if (!items) return undefined;
  const lots = isShown ? items.filter(mustBeCounted).length : 0;
  if (lots === 0) return null;
  return (
    <Notice
      tone="warning"
      title={lots === 1 ? '1 lot must be counted' : `${lots} lots must be counted`}
      action={
        <Link
          to="/lab/inventory/storage-management"
          className="inline-flex min-h-11 items-center font-semibold underline underline-offset-2"
        >
          {lots === 1 ? 'Count it' : 'Count them'}
        </Link>
      }
    />
  );
}

/** Link deciders to open conflicts and refused operations. */
export function useConflictsNotice(isShown: boolean): HomeNotice {
  const conflicts = useOpenConflicts();
  const { refusedCount } = useSyncStatus();
  if (conflicts === undefined) return undefined;
  if (conflicts + refusedCount === 0 || !isShown) return null;
  return (
    <Notice
      tone="warning"
      title={[
        conflicts > 0 && `${countOf(conflicts, 'conflict')} to decide`,
        refusedCount > 0 &&
          `${countOf(refusedCount, 'operation')} of yours ${refusedCount === 1 ? 'was' : 'were'} refused`,
      ]
        .filter(Boolean)
        .join(', ')}
      action={
        <Link
          to="/data-sync"
          search={conflicts > 0 ? { tab: 'conflicts' } : {}}
          className="inline-flex min-h-11 items-center font-semibold underline underline-offset-2"
        >
          {conflicts > 0 ? 'Decide' : 'Review'}
        </Link>
      }
    />
  );
}

/** Warn early that this device cannot sign yet: offline it would be too late. */
export function useSigningNotice(onPrepare: () => void): HomeNotice {
  const attempts = useSigningAttempts();
  if (attempts === undefined) return undefined;
  if (attempts !== null && attempts > 0) return null;
  const locked = attempts === 0;
  return (
    <Notice
      tone="warning"
      title={locked ? 'Signing is locked on this device' : 'Set up offline signing'}
      action={
        <Button icon={PenLine} onClick={onPrepare}>
          {locked ? 'Open signing' : 'Prepare signing'}
        </Button>
      }
    >
      <p>Enter your PIN once while this device is connected. What you do until then is kept.</p>
    </Notice>
  );
}
