import { Check } from 'lucide-react';
import { useMemo, useState } from 'react';
import { ulid } from 'ulid';
import { isMostMissing } from '#db/storage/rack-scan-diff.ts';
import type { StorageManagement } from '#db/storage/storage-management.ts';
import { useDirty } from '#pwa/app/dirty.ts';
import { countOf } from '#pwa/format/numbers.ts';
import { useCheckedOperation } from '#pwa/replica/hooks/use-checked-operation.ts';
import { useIdentify, useReadSamplesIn } from '#pwa/replica/hooks/use-identify.ts';
import { usePlaces } from '#pwa/replica/hooks/use-places.ts';
import { usePersistentState } from '#pwa/replica/hooks/use-stored-draft.ts';
import { createExclusive } from '#pwa/replica/store/mutex.ts';
import type { Scan } from '#pwa/scanning/scan-bus.ts';
import { ScanStation } from '#pwa/scanning/scan-station.tsx';
import { useScanWhenReady } from '#pwa/scanning/use-scan.ts';
import { useVerdict } from '#pwa/scanning/use-verdict.ts';
import { Button } from '#pwa/ui/button.tsx';
import { ConfirmDialog } from '#pwa/ui/dialog/confirm-dialog.tsx';
import { Section } from '#pwa/ui/page.tsx';
import { BoxGrid, type SlotContent } from '#pwa/ui/plate/box-grid.tsx';
import { shortName } from '#pwa/ui/plate/box-picture.tsx';
import { Progress } from '#pwa/ui/progress.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { usePreselection } from './deep-link.ts';
import { ManyMissingDialog, StartOver, useFinishStep } from './finish-or-start-over.tsx';
import {
  EMPTY_RE_RACK,
  missingOf,
  nextPosition,
  ReRackSession,
  rackTube,
  reRackRows,
  startReRack,
} from './re-rack.ts';
import { LAY_ASIDE, leftLabMessage, toScanFeedback, wrongScanMessage } from './scan-messages.ts';
import { boxProblem } from './use-scanned-container.ts';

function useReRack(containerId: string | undefined) {
  const sessionState = usePersistentState('re-rack', EMPTY_RE_RACK, ReRackSession);
  const places = usePlaces();
  const identify = useIdentify();
  const samplesIn = useReadSamplesIn();
  const runOperation = useCheckedOperation();
  const verdict = useVerdict();
  const question = useFinishStep();
  // Two presses, or a press and a scan, must record the box once.
  const [serialize] = useState(createExclusive);
  const start = async (box: StorageManagement): Promise<void> => {
    const session = startReRack(box, await samplesIn(box.id));
    const detail = `${expectedTubes(session.limbo.length)} Scan each once and put it where the screen says.`;
    verdict.show({ verdict: 'ok', title: box.name, detail });
    await sessionState.update(() => session);
  };
  const finish = async (box: StorageManagement): Promise<void> => {
    question.set('NONE');
    const session = sessionState.now();
    if (session.containerId !== box.id) return;
    const args = { containerId: box.id, bulkId: ulid(), rows: reRackRows(session, box) };
    const result = await runOperation('re-rack-container', args);
    verdict.show(toScanFeedback(result, `${box.name} is in order again`, box.barcode ?? box.name));
    if (result.outcome !== 'REJECTED') await sessionState.clear();
  };
  /** Record the box after confirmation; asks again if more than half of its tubes would be marked missing. */
  const agree = async (box: StorageManagement): Promise<void> => {
    const session = sessionState.now();
    const many = isMostMissing(missingOf(session).length, session.limbo.length);
    if (question.now() === 'FINISH' && many) question.set('MISSING');
    else await finish(box);
  };
  const take = async (scan: Scan): Promise<void> => {
    const scannedItem = await identify(scan.code);
    const session = sessionState.now();
    const box = session.containerId ? places?.byId.get(session.containerId) : undefined;
    if (!box) {
      const problem = boxProblem(scannedItem, scan.code);
      return problem
        ? verdict.show(problem)
        : scannedItem.kind === 'container'
          ? start(scannedItem.container)
          : undefined;
    }
    if (scannedItem.kind === 'container' && scannedItem.container.id === box.id) {
      if (scan.repeat)
        return verdict.show({
          verdict: 'repeat',
          title: 'Scanned twice.',
          code: scan.code,
          detail: `Scan ${box.name} again to finish.`,
        });
      // A first scan of the box asks, a second one confirms, so that the user need not put the scanner down.
      if (question.now() === 'NONE') question.set('FINISH');
      else await agree(box);
      return;
    }
    question.set('NONE');
    if (scannedItem.kind !== 'sample') {
      const message = wrongScanMessage(scannedItem, 'a tube of this box');
      return verdict.show({ verdict: 'error', title: message, code: scan.code, detail: 'Lay it aside.' });
    }
    const leftLabText = leftLabMessage(scannedItem.sample, places);
    if (leftLabText !== null)
      return verdict.show({ verdict: 'error', title: leftLabText, code: scan.code, detail: LAY_ASIDE });
    const from = places?.text(scannedItem.sample.storageLocationId, scannedItem.sample.storagePosition) ?? '';
    const rackResult = rackTube(session, box, scannedItem.sample, from);
    verdict.show(rackResult.feedback);
    await sessionState.update(() => rackResult.session);
  };
  useScanWhenReady(
    (scan: Scan) => serialize(() => take(scan)),
    sessionState.value !== undefined && places !== undefined,
  );
  const preselected = sessionState.value && containerId ? places?.byId.get(containerId) : undefined;
  usePreselection(preselected, sessionState.value?.containerId === null, (box) => void start(box));
  return {
    sessionState,
    places,
    verdict,
    question,
    agree: (box: StorageManagement) => serialize(() => agree(box)),
    start,
    preselected,
  };
}

/**
 * Re-racks a spilled box: its tubes wait in limbo, each is scanned once, and missing ones are listed at the
 * end.
 */
export function ReRackPanel({ containerId }: { containerId?: string | undefined }) {
  const bench = useReRack(containerId);
  const session = bench.sessionState.value;
  useDirty((session?.racked.length ?? 0) > 0);
  if (!session || !bench.places) return <Skeleton label="Loading" />;
  const box = session.containerId ? bench.places.byId.get(session.containerId) : undefined;
  const { preselected } = bench;
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <div className="flex min-w-0 flex-col gap-4">
        <ScanStation
          label={
            box ? `Scan each tube of ${box.name}; scan the box to finish` : 'Scan the box that was spilled'
          }
          verdict={bench.verdict}
        />
        {!box && preselected && (
          <Button variant="primary" onClick={() => void bench.start(preselected)}>
            {`Re-rack ${preselected.name}`}
          </Button>
        )}
        {box && (
          <Racked
            session={session}
            box={box}
            onPosition={(position) =>
              void bench.sessionState.update((now) => ({ ...now, nextPosition: position }))
            }
          />
        )}
      </div>
      {box && (
        <Limbo
          session={session}
          box={box}
          onFinish={() => bench.question.set('FINISH')}
          onDrop={() => void bench.sessionState.clear()}
        />
      )}
      {box && (
        <ConfirmDialog
          open={bench.question.step === 'FINISH'}
          title={`Finish ${box.name}`}
          confirmLabel={`Record ${countOf(session.racked.length, 'tube')}`}
          onClose={() => bench.question.set('NONE')}
          onConfirm={() => void bench.agree(box)}
        >
          <MissingText session={session} />
          <p>{`Scan ${box.name} again to record it, or another tube to continue.`}</p>
        </ConfirmDialog>
      )}
      {box && (
        <ManyMissingDialog
          open={bench.question.step === 'MISSING'}
          place={box.name}
          missing={missingOf(session).length}
          expected={session.limbo.length}
          onClose={() => bench.question.set('NONE')}
          onConfirm={() => void bench.agree(box)}
        />
      )}
    </div>
  );
}

function Racked(props: {
  session: ReRackSession;
  box: StorageManagement;
  onPosition(position: string): void;
}) {
  const { session, box, onPosition } = props;
  const slots = useMemo(
    () =>
      new Map<string, SlotContent>(
        session.racked.map((one) => [
          one.position,
          { state: 'occupied', label: one.barcode, short: shortName(one.barcode) },
        ]),
      ),
    [session.racked],
  );
  const next = nextPosition(session, box);
  return (
    <Section title={next === null ? `${box.name} is full` : `Next: ${next}`}>
      <BoxGrid
        label={`${box.name}, next ${next ?? 'none'}`}
        rows={box.rows ?? 1}
        columns={box.columns ?? 1}
        slots={slots}
        selected={new Set(next === null ? [] : [next])}
        onActivate={onPosition}
      />
    </Section>
  );
}

function Limbo(props: { session: ReRackSession; box: StorageManagement; onFinish(): void; onDrop(): void }) {
  const { session, box, onFinish, onDrop } = props;
  const missing = missingOf(session);
  return (
    <Section
      title={`${missing.length} in limbo`}
      actions={
        <StartOver
          title={`Start the re-rack of ${box.name} over`}
          confirmLabel={`Drop ${countOf(session.racked.length, 'scanned tube')}`}
          lost={session.racked.length}
          onDrop={onDrop}
        />
      }
    >
      <div className="flex flex-col gap-3">
        <Progress
          label="Tubes found"
          done={session.limbo.length - missing.length}
          total={session.limbo.length}
        />
        <Button
          variant="primary"
          size="large"
          icon={Check}
          disabled={session.racked.length === 0}
          onClick={onFinish}
        >
          Finish
        </Button>
        <ul aria-label="In limbo" className="grid grid-cols-2 gap-x-4 gap-y-1">
          {missing.map((one) => (
            <li
              key={one.id}
              className="code"
            >{`${one.barcode}${one.position ? ` (${one.position})` : ''}`}</li>
          ))}
        </ul>
      </div>
    </Section>
  );
}

const expectedTubes = (count: number): string =>
  count === 1 ? '1 tube is expected.' : `${count} tubes are expected.`;

function MissingText({ session }: { session: ReRackSession }) {
  const missing = missingOf(session);
  const otherCount = session.racked.length - (session.limbo.length - missing.length);
  const otherTubesText = otherCount > 0 && (
    <p>{`${countOf(otherCount, 'tube')} recorded elsewhere will be of this box.`}</p>
  );
  if (missing.length === 0)
    return (
      <>
        <p>All tubes of the box were found.</p>
        {otherTubesText}
      </>
    );
  return (
    <div>
      {otherTubesText}
      <p className="font-medium">{`${countOf(missing.length, 'tube')} not found. Marked as not found when you record it:`}</p>
      <ul aria-label="Missing" className="mt-1 grid grid-cols-2 gap-x-4">
        {missing.map((one) => (
          <li key={one.id} className="code">
            {one.barcode}
          </li>
        ))}
      </ul>
    </div>
  );
}
