import { History, Undo2 } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { may } from '#db/access/grants.ts';
import { readUndo, UNDO_HOURS } from '#db/samples/placing/bulk-action.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { joinSentences } from '#pwa/format/sentences.ts';
import { useReplica } from '#pwa/replica/hooks/replica-context.tsx';
import { requireAccepted, useCheckedOperation } from '#pwa/replica/hooks/use-checked-operation.ts';
import { useQuery } from '#pwa/replica/hooks/use-query.ts';
import { useRuleRead } from '#pwa/replica/hooks/use-rule-read.ts';
import { usePersistentState } from '#pwa/replica/hooks/use-stored-draft.ts';
import { ToneBadge } from '#pwa/ui/badge.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { Dialog } from '#pwa/ui/dialog/dialog.tsx';
import { toast } from '#pwa/ui/dialog/toast.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { FormDialog } from '#pwa/ui/form/form.tsx';
import { ReasonField, ReasonForm } from '#pwa/ui/form/schema-field.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Section } from '#pwa/ui/page.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { useNow } from '#pwa/ui/use-now.ts';
import { BulkSession, EMPTY_BULK } from './bulk-move.ts';
import {
  formatOperationName,
  listRecentOperations,
  needsMoreSamples,
  type RecentOperation,
} from './recent-operations.ts';

interface UndoPreview {
  back: string[];
  of: number;
  stayingTexts: string[];
  /** Why nothing can be undone, or null. */
  impossible: string | null;
}

/** What an undo would do now, computed by the rule itself. */
function useUndoPreview(operation: RecentOperation): UndoPreview | null | undefined {
  return useRuleRead(['samples', 'storage', 'conflicts'], operation.bulkId, async (tx, context) => {
    const undo = await readUndo(tx, context, operation.bulkId, operation.sampleIds);
    const impossible = undo.undone
      ? 'Already undone.'
      : undo.isTooOld
        ? `Older than ${UNDO_HOURS} hours.`
        : undo.all.length === 0
          ? 'The tubes are not on this device. Connect it and try again.'
          : undo.free.length === 0
            ? 'Every tube has changed since, or its old location is occupied.'
            : null;
    return {
      back: undo.free.map(({ sample }) => sample.id),
      of: undo.all.length,
      stayingTexts: undo.blocked,
      impossible,
    };
  });
}

/** Asks before an operation is undone: what returns, what stays and why, and the reason. */
function UndoDialog({ operation, onClose }: { operation: RecentOperation; onClose(): void }) {
  const preview = useUndoPreview(operation);
  const run = useCheckedOperation();
  // The list of a bulk move has its own undo, which this undo makes obsolete.
  const bulkMoveState = usePersistentState('move-samples', EMPTY_BULK, BulkSession);
  const name = formatOperationName(operation);
  const undo = async ({ reason }: { reason: string }): Promise<void> => {
    const { bulkId, sampleIds } = operation;
    const args = { bulkId, sampleIds, untouched: preview?.back ?? [], reason };
    const result = requireAccepted(await run('undo-move', args));
    await bulkMoveState.update((now) =>
      now.last?.bulkId === operation.bulkId
        ? { ...now, last: null, undone: `Undone: ${now.last.what}` }
        : now,
    );
    if (result.message) toast.warning(joinSentences(`Undone: ${name}`, result.message));
    else toast.success(`Undone: ${name}. Saved on this device.`);
    onClose();
  };
  const title = `Undo: ${name}`;
  const staying = preview && preview.stayingTexts.length > 0 && (
    <div>
      <p className="font-medium">These stay where they are:</p>
      <ul aria-label="Not put back" className="mt-1 list-disc pl-5">
        {preview.stayingTexts.map((one) => (
          <li key={one}>{one}</li>
        ))}
      </ul>
    </div>
  );
  if (!preview || preview.impossible !== null)
    return (
      <Dialog open title={title} onClose={onClose} actions={<Button onClick={onClose}>Close</Button>}>
        <div className="flex flex-col gap-4">
          {preview ? (
            <Notice tone="warning" title="This can no longer be undone">
              <p>{preview.impossible}</p>
            </Notice>
          ) : (
            <Skeleton lines={3} label="Loading" />
          )}
          {staying}
        </div>
      </Dialog>
    );
  const count = preview.back.length;
  return (
    <FormDialog
      title={title}
      submitLabel={`Put ${count} ${count === 1 ? 'tube' : 'tubes'} back`}
      icon={Undo2}
      danger
      schema={ReasonForm}
      onSubmit={undo}
      onClose={onClose}
    >
      <p>
        {count === preview.of
          ? `All of it is recorded again as it was before: ${preview.of === 1 ? 'one tube' : `${preview.of} tubes`}. Put the material back by hand too.`
          : `${count} of ${preview.of} tubes are recorded again where they were before. Put them back by hand too.`}
      </p>
      {staying}
      <ReasonField name="reason" />
    </FormDialog>
  );
}

/**
 * An operation updates its samples, so the newest ones include them; reads as many as were updated in the
 * period.
 */
const NEWEST = 1_000;
const MAX_VISIBLE = 5;

function useRecentOperations(containerId: string | null): RecentOperation[] | undefined {
  const places = useQuery('storage', { kind: 'StorageManagement' });
  const [limit, setLimit] = useState(NEWEST);
  const samples = useQuery('samples', { kind: 'Sample', limit });
  const now = useNow();
  const more = samples !== undefined && needsMoreSamples(samples, limit, now);
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- what was read decides whether to read more
    if (more) setLimit((before) => before * 4);
  }, [more]);
  return useMemo(() => {
    if (!places || !samples || more) return undefined;
    const operations = listRecentOperations(places, samples, now);
    return containerId === null
      ? operations
      : operations.filter((operation) => operation.containerId === containerId);
  }, [places, samples, more, containerId, now]);
}

/** Lists bulk operations of the last two days, each with its undo; for one location, only those there. */
export function RecentOperationsPanel({ containerId = null }: { containerId?: string | null }) {
  const { actor } = useReplica();
  const operations = useRecentOperations(containerId);
  const [all, setAll] = useState(false);
  const [undoing, setUndoing] = useState<RecentOperation | null>(null);
  const mayUndo = may(actor.role, 'lab/specimens/move:update');
  const visibleOperations = all ? operations : operations?.slice(0, MAX_VISIBLE);
  if (containerId !== null && !operations?.length) return null;
  return (
    <Section title="Recent acts">
      {!visibleOperations && <Skeleton lines={3} label="Loading" />}
      {visibleOperations?.length === 0 && (
        <EmptyState icon={History} title="Nothing to undo">
          {`Moves of many, rack scans, re-racks and stock-takes of the last ${UNDO_HOURS} hours are listed here.`}
        </EmptyState>
      )}
      {visibleOperations && visibleOperations.length > 0 && (
        <ul aria-label="Recent acts" className="divide-y divide-line">
          {visibleOperations.map((operation) => (
            <OperationRow
              key={operation.bulkId}
              operation={operation}
              {...(mayUndo ? { onUndo: () => setUndoing(operation) } : {})}
            />
          ))}
        </ul>
      )}
      {operations && operations.length > MAX_VISIBLE && (
        <Button variant="quiet" onClick={() => setAll(!all)}>
          {all ? 'Show fewer' : `Show all ${operations.length}`}
        </Button>
      )}
      {undoing && <UndoDialog operation={undoing} onClose={() => setUndoing(null)} />}
    </Section>
  );
}

const formatTubeCount = (count: number): string => `${count} ${count === 1 ? 'tube' : 'tubes'} changed`;

function OperationRow({ operation, onUndo }: { operation: RecentOperation; onUndo?: () => void }) {
  const changed = operation.sampleIds.length;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-2" data-act={operation.kind}>
      <span className="min-w-0 flex-1 basis-48">
        <span className="block font-semibold">{formatOperationName(operation)}</span>
        <span className="block text-ink-soft text-sm">
          {[
            operation.by,
            formatDate(operation.at, 'shortAtTime'),
            changed === 0 ? 'nothing changed' : formatTubeCount(changed),
          ]
            .filter(Boolean)
            .join(', ')}
        </span>
      </span>
      {operation.undone && <ToneBadge tone="neutral" label="Undone" />}
      {!operation.undone && changed > 0 && onUndo && (
        <Button icon={Undo2} command="UNDO" onClick={onUndo}>
          Undo…
        </Button>
      )}
    </li>
  );
}
