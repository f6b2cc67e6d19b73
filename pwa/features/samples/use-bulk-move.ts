import { useCallback, useState } from 'react';
import { ulid } from 'ulid';
import { readUndo } from '#db/samples/undo-parts.ts';
import { roleProblem } from '#db/storage/place-problem.ts';
import { useReplica } from '#pwa/replica/hooks/replica-context.tsx';
import { useCheckedOperation } from '#pwa/replica/hooks/use-checked-operation.ts';
import { useIdentify, useReadSamplesIn } from '#pwa/replica/hooks/use-identify.ts';
import { usePersistentState } from '#pwa/replica/hooks/use-persistent-state.ts';
import { usePlaces } from '#pwa/replica/hooks/use-places.ts';
import { useAskRules } from '#pwa/replica/hooks/use-rule-read.ts';
import { createExclusive } from '#pwa/replica/mutex.ts';
import type { Scan } from '#pwa/scanning/scan-bus.ts';
import { useScanWhenReady } from '#pwa/scanning/use-scan-when-ready.ts';
import { useVerdict } from '#pwa/scanning/use-verdict.ts';
import { BulkSession, EMPTY_BULK, takeBulkContainer, takeBulkSample } from './bulk-move.ts';
import { LAY_ASIDE, leftLabMessage } from './left-lab-message.ts';
import { toScanFeedback } from './to-scan-feedback.ts';
import { wrongScanMessage } from './wrong-scan-message.ts';

/** Moves many samples into one container as one operation that can be undone as one. */
export function useBulkMove() {
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
    if (planned.length === 0) return;
    const bulkId = ulid();
    const moves = planned.map(({ sampleId, containerId: to, position, typed, seen: baseline }) => ({
      sampleId,
      containerId: to,
      position,
      ...(typed ? { typed } : {}),
      ...(baseline ? { seen: baseline } : {}),
    }));
    const result = await runOperation('move-samples', { bulkId, moves });
    const name = (containerId && places?.byId.get(containerId)?.name) || 'the container';
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
        ? takeBulkContainer(session, scannedItem.container, scan.repeat)
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
        const undone = [answer.title, answer.detail].filter(Boolean).join('. ');
        await sessionState.update((now) => ({ ...now, last: null, undone }));
      }),
  };
}
