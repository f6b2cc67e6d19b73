import { useCallback, useState } from 'react';
import { ulid } from 'ulid';
import { readUndo } from '#db/samples/undo-parts.ts';
import { roleProblem } from '#db/storage/place-problem.ts';
import { useReplica } from '#pwa/replica/hooks/replica-context.tsx';
import { useAct } from '#pwa/replica/hooks/use-act.ts';
import { useIdentify, useReadSamplesIn } from '#pwa/replica/hooks/use-identify.ts';
import { useKept } from '#pwa/replica/hooks/use-kept.ts';
import { usePlaces } from '#pwa/replica/hooks/use-places.ts';
import { useAskRules } from '#pwa/replica/hooks/use-rule-read.ts';
import { createExclusive } from '#pwa/replica/mutex.ts';
import type { Scan } from '#pwa/scanning/scan-bus.ts';
import { useScanWhenReady } from '#pwa/scanning/use-scan-when-ready.ts';
import { useVerdict } from '#pwa/scanning/use-verdict.ts';
import { BulkSession, EMPTY_BULK, takeBulkContainer, takeBulkSample } from './bulk-move.ts';
import { goneText, LAY_ASIDE } from './gone.ts';
import { outcomeSaid } from './outcome-said.ts';
import { whatElse } from './what-else.ts';

/** Many samples into one container as one act that can be taken back as one. */
export function useBulkMove() {
  const kept = useKept('move-samples', EMPTY_BULK, BulkSession);
  const places = usePlaces();
  const identify = useIdentify();
  const samplesIn = useReadSamplesIn();
  const act = useAct();
  const ask = useAskRules();
  const { actor } = useReplica();
  const verdict = useVerdict();
  // Two presses, or a press and a scan, move the list once.
  const [inTurn] = useState(createExclusive);

  const finish = async (): Promise<void> => {
    const { planned, containerId } = kept.now();
    if (planned.length === 0) return;
    const bulkId = ulid();
    const moves = planned.map(({ sampleId, containerId: to, position, typed, seen }) => ({
      sampleId,
      containerId: to,
      position,
      ...(typed ? { typed } : {}),
      ...(seen ? { seen } : {}),
    }));
    const result = await act('move-samples', { bulkId, moves });
    const name = (containerId && places?.byId.get(containerId)?.name) || 'the container';
    const what = `${planned.length} ${planned.length === 1 ? 'sample' : 'samples'} moved to ${name}`;
    verdict.say(outcomeSaid(result, what));
    if (result.outcome === 'REJECTED') return;
    const last = { bulkId, sampleIds: moves.map((one) => one.sampleId), what, at: new Date().toISOString() };
    await kept.update(() => ({ ...EMPTY_BULK, last }));
  };
  const take = async (scan: Scan): Promise<void> => {
    const found = await identify(scan.code);
    const session = kept.now();
    if (found.kind !== 'sample' && found.kind !== 'container') {
      verdict.say({ verdict: 'error', title: whatElse(found, 'a container or a sample'), code: scan.code });
      return;
    }
    const gone = found.kind === 'sample' ? goneText(found.sample, places) : null;
    if (gone !== null) {
      verdict.say({ verdict: 'error', title: gone, code: scan.code, detail: LAY_ASIDE });
      return;
    }
    const closed =
      found.kind === 'container' && roleProblem(actor.role, places?.path(found.container.id) ?? []);
    if (closed) {
      verdict.say({ verdict: 'error', title: closed.message, code: scan.code });
      return;
    }
    const container = session.containerId ? places?.byId.get(session.containerId) : undefined;
    const said =
      found.kind === 'container'
        ? takeBulkContainer(session, found.container, scan.repeat)
        : takeBulkSample(session, container, container ? await samplesIn(container.id) : [], found.sample, {
            from: places?.text(found.sample.storageLocationId, found.sample.storagePosition) ?? '',
            typed: scan.source === 'typed',
          });
    if (said.finish) return finish();
    verdict.say(said.say);
    await kept.update(() => said.session);
  };
  useScanWhenReady(
    (scan: Scan) => inTurn(() => take(scan)),
    kept.value !== undefined && places !== undefined,
  );
  const { update } = kept;
  const remove = useCallback(
    (sampleId: string) =>
      update((now) => ({ ...now, planned: now.planned.filter((one) => one.sampleId !== sampleId) })),
    [update],
  );
  return {
    session: kept.value,
    places,
    verdict,
    finish: () => inTurn(finish),
    clear: () => kept.update((now) => ({ ...EMPTY_BULK, last: now.last, undone: now.undone })),
    remove,
    undo: () =>
      inTurn(async () => {
        const { last } = kept.now();
        if (!last) return;
        const { bulkId, sampleIds } = last;
        const undo = await ask((tx, context) => readUndo(tx, context, bulkId, sampleIds));
        const untouched = undo?.free.map(({ sample }) => sample.id) ?? [];
        const result = await act('undo-move', { bulkId, sampleIds, untouched });
        const said = outcomeSaid(result, `Undone: ${last.what}`);
        verdict.say(said);
        if (result.outcome === 'REJECTED') return;
        const undone = [said.title, said.detail].filter(Boolean).join('. ');
        await kept.update((now) => ({ ...now, last: null, undone }));
      }),
  };
}
