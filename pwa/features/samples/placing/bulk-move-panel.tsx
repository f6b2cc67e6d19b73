import { Move, Trash2, Undo2 } from 'lucide-react';
import { memo, useCallback, useState } from 'react';
import { ulid } from 'ulid';
import { readUndo } from '#db/samples/placing/bulk-action.ts';
import { roleProblem } from '#db/storage/place-problem.ts';
import { useDirty } from '#pwa/app/dirty.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { countOf } from '#pwa/format/numbers.ts';
import { joinSentences } from '#pwa/format/sentences.ts';
import { useReplica } from '#pwa/replica/hooks/replica-context.tsx';
import { useCheckedOperation } from '#pwa/replica/hooks/use-checked-operation.ts';
import { useIdentify, useReadSamplesIn } from '#pwa/replica/hooks/use-identify.ts';
import { usePlaces } from '#pwa/replica/hooks/use-places.ts';
import { useAskRules } from '#pwa/replica/hooks/use-rule-read.ts';
import { usePersistentState } from '#pwa/replica/hooks/use-stored-draft.ts';
import { createExclusive } from '#pwa/replica/store/mutex.ts';
import type { Scan } from '#pwa/scanning/scan-bus.ts';
import { ScanStation } from '#pwa/scanning/scan-station.tsx';
import { useScanWhenReady } from '#pwa/scanning/use-scan.ts';
import { useVerdict } from '#pwa/scanning/use-verdict.ts';
import { Button } from '#pwa/ui/button.tsx';
import { IconButton } from '#pwa/ui/icon-button.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Section } from '#pwa/ui/page.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { BulkSession, EMPTY_BULK, type Planned, takeBulkContainer, takeBulkSample } from './bulk-move.ts';
import { StartOver } from './finish-or-start-over.tsx';
import { LAY_ASIDE, leftLabMessage, toScanFeedback, wrongScanMessage } from './scan-messages.ts';

/** Moves many samples into one container as one operation that can be undone as one. */
function useBulkMove() {
  const sessionState = usePersistentState('move-samples', EMPTY_BULK, BulkSession);
  const places = usePlaces();
  const identify = useIdentify();
  const samplesIn = useReadSamplesIn();
  const runOperation = useCheckedOperation();
  const ask = useAskRules();
  const { actor } = useReplica();
  const verdict = useVerdict();
  // Two presses, or a press and a scan, must move the list once.
  const [serialize] = useState(createExclusive);

  const finish = async (): Promise<void> => {
    const { planned, containerId } = sessionState.now();
    if (planned.length === 0 || containerId === null) return;
    const bulkId = ulid();
    const moves = planned.map(({ sampleId, position, typed, seen: baseline }) => ({
      sampleId,
      containerId,
      position,
      ...(typed ? { typed } : {}),
      ...(baseline ? { seen: baseline } : {}),
    }));
    const result = await runOperation('move-samples', { bulkId, moves });
    const name = places?.byId.get(containerId)?.name ?? 'the container';
    const doneText = `${planned.length} ${planned.length === 1 ? 'sample' : 'samples'} moved to ${name}`;
    verdict.show(toScanFeedback(result, doneText));
    if (result.outcome === 'REJECTED') return;
    const last = {
      bulkId,
      sampleIds: moves.map((one) => one.sampleId),
      what: doneText,
      at: new Date().toISOString(),
    };
    await sessionState.update(() => ({ ...EMPTY_BULK, last }));
  };
  const take = async (scan: Scan): Promise<void> => {
    const scannedItem = await identify(scan.code);
    const session = sessionState.now();
    if (scannedItem.kind !== 'sample' && scannedItem.kind !== 'container') {
      verdict.show({
        verdict: 'error',
        title: wrongScanMessage(scannedItem, 'a container or a sample'),
        code: scan.code,
      });
      return;
    }
    const leftLabText = scannedItem.kind === 'sample' ? leftLabMessage(scannedItem.sample, places) : null;
    if (leftLabText !== null) {
      verdict.show({ verdict: 'error', title: leftLabText, code: scan.code, detail: LAY_ASIDE });
      return;
    }
    const accessProblem =
      scannedItem.kind === 'container' &&
      roleProblem(actor.role, places?.path(scannedItem.container.id) ?? []);
    if (accessProblem) {
      verdict.show({ verdict: 'error', title: accessProblem.message, code: scan.code });
      return;
    }
    const container = session.containerId ? places?.byId.get(session.containerId) : undefined;
    const answer =
      scannedItem.kind === 'container'
        ? takeBulkContainer(
            session,
            scannedItem.container,
            await samplesIn(scannedItem.container.id),
            scan.repeat,
          )
        : takeBulkSample(
            session,
            container,
            container ? await samplesIn(container.id) : [],
            scannedItem.sample,
            {
              from:
                places?.text(scannedItem.sample.storageLocationId, scannedItem.sample.storagePosition) ?? '',
              typed: scan.source === 'typed',
            },
          );
    if (answer.finish) return finish();
    verdict.show(answer.feedback);
    await sessionState.update(() => answer.session);
  };
  useScanWhenReady(
    (scan: Scan) => serialize(() => take(scan)),
    sessionState.value !== undefined && places !== undefined,
  );
  const { update } = sessionState;
  const remove = useCallback(
    (sampleId: string) =>
      update((now) => ({ ...now, planned: now.planned.filter((one) => one.sampleId !== sampleId) })),
    [update],
  );
  return {
    session: sessionState.value,
    places,
    verdict,
    finish: () => serialize(finish),
    clear: () => sessionState.update((now) => ({ ...EMPTY_BULK, last: now.last, undone: now.undone })),
    remove,
    undo: () =>
      serialize(async () => {
        const { last } = sessionState.now();
        if (!last) return;
        const { bulkId, sampleIds } = last;
        const undo = await ask((tx, context) => readUndo(tx, context, bulkId, sampleIds));
        const untouched = undo?.free.map(({ sample }) => sample.id) ?? [];
        const result = await runOperation('undo-move', { bulkId, sampleIds, untouched });
        const answer = toScanFeedback(result, `Undone: ${last.what}`);
        verdict.show(answer);
        if (result.outcome === 'REJECTED') return;
        const undone = joinSentences(answer.title, answer.detail);
        await sessionState.update((now) => ({ ...now, last: null, undone }));
      }),
  };
}

/**
 * Moves many samples: scan the container, each sample, then the container again. The last move can be undone.
 */
export function BulkMovePanel() {
  const bulk = useBulkMove();
  const { session } = bulk;
  useDirty((session?.planned.length ?? 0) > 0);
  if (!session) return <Skeleton label="Loading" />;
  const container = session.containerId ? bulk.places?.byId.get(session.containerId) : undefined;
  const label = container
    ? `Scan samples for ${container.name}; scan ${container.name} again to finish`
    : session.planned.length > 0
      ? 'Scan more samples, or the container where they go'
      : 'Scan the container or the samples';
  return (
    <div className="grid gap-4 lg:grid-cols-[3fr_2fr]">
      <div className="flex min-w-0 flex-col gap-4">
        <ScanStation label={label} verdict={bulk.verdict} />
        {session.last && (
          <Notice
            tone="info"
            title={session.last.what}
            action={
              <Button icon={Undo2} command="UNDO" onClick={() => void bulk.undo()}>
                Undo this move
              </Button>
            }
          >
            <p>{`Done ${formatDate(session.last.at, 'shortAtTime')}, saved on this device.`}</p>
          </Notice>
        )}
        {session.undone && <Notice tone="success" title={session.undone} />}
      </div>
      <Section
        title={`${session.planned.length} listed${container ? ` for ${container.name}` : ''}`}
        actions={
          (session.containerId !== null || session.planned.length > 0) && (
            <StartOver
              label="Clear"
              title="Clear the list"
              confirmLabel={`Drop ${countOf(session.planned.length, 'listed sample')}`}
              lost={session.planned.length}
              onDrop={() => void bulk.clear()}
            />
          )
        }
      >
        {session.planned.length === 0 ? (
          <p className="text-ink-soft">Nothing yet. Nothing moves until you finish the list.</p>
        ) : (
          <ol aria-label="Samples to move" className="divide-y divide-line">
            {session.planned.toReversed().map((one) => (
              <PlannedRow key={one.sampleId} one={one} onRemove={bulk.remove} />
            ))}
          </ol>
        )}
        {session.planned.length > 0 && container && (
          <Button variant="primary" size="large" wide icon={Move} onClick={() => void bulk.finish()}>
            {`Move ${countOf(session.planned.length, 'sample')}`}
          </Button>
        )}
      </Section>
    </div>
  );
}

// Each row is memoized, so that a scan renders only its own row.
const PlannedRow = memo(function PlannedRow(props: {
  one: Planned;
  onRemove(sampleId: string): Promise<void>;
}) {
  const { one, onRemove } = props;
  return (
    <li className="flex items-center gap-3 py-1.5">
      <span className="code min-w-10 font-bold text-lg">{one.position ?? '–'}</span>
      <span className="min-w-0 flex-1">
        <span className="code block font-semibold">{one.barcode}</span>
        <span className="block text-ink-soft text-sm">{`from ${one.from}`}</span>
      </span>
      <IconButton
        icon={Trash2}
        label={`Take ${one.barcode} off the list`}
        onClick={() => void onRemove(one.sampleId)}
      />
    </li>
  );
});
