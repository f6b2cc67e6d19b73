import { Check } from 'lucide-react';
import { useMemo, useState } from 'react';
import { ulid } from 'ulid';
import { isMostMissing } from '#db/storage/rack-scan-doubts.ts';
import type { StorageManagement } from '#db/storage/storage-management.ts';
import { useDirty } from '#pwa/app/dirty.ts';
import { countOf } from '#pwa/format/counts.ts';
import { useAct } from '#pwa/replica/hooks/use-act.ts';
import { useIdentify, useReadSamplesIn } from '#pwa/replica/hooks/use-identify.ts';
import { useKept } from '#pwa/replica/hooks/use-kept.ts';
import { usePlaces } from '#pwa/replica/hooks/use-places.ts';
import { createExclusive } from '#pwa/replica/mutex.ts';
import type { Scan } from '#pwa/scanning/scan-bus.ts';
import { ScanStation } from '#pwa/scanning/scan-station.tsx';
import { useScanWhenReady } from '#pwa/scanning/use-scan-when-ready.ts';
import { useVerdict } from '#pwa/scanning/use-verdict.ts';
import { Button } from '#pwa/ui/button.tsx';
import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx';
import { Section } from '#pwa/ui/page.tsx';
import { BoxGrid, type SlotContent } from '#pwa/ui/plate/box-grid.tsx';
import { shortName } from '#pwa/ui/plate/slot-contents.ts';
import { Progress } from '#pwa/ui/progress.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { useOffered } from './arrival.ts';
import { goneText, LAY_ASIDE } from './gone.ts';
import { ManyMissingDialog } from './many-missing-dialog.tsx';
import { outcomeSaid } from './outcome-said.ts';
import {
  EMPTY_RE_RACK,
  missingOf,
  nextPosition,
  ReRackSession,
  rackTube,
  reRackRows,
  startReRack,
} from './re-rack.ts';
import { StartOver } from './start-over.tsx';
import { useFinishStep } from './use-finish-step.ts';
import { boxProblem } from './use-scanned-container.ts';
import { whatElse } from './what-else.ts';

function useReRack(containerId: string | undefined) {
  const kept = useKept('re-rack', EMPTY_RE_RACK, ReRackSession);
  const places = usePlaces();
  const identify = useIdentify();
  const samplesIn = useReadSamplesIn();
  const act = useAct();
  const verdict = useVerdict();
  const question = useFinishStep();
  // Two presses, or a press and a scan, record the box once.
  const [inTurn] = useState(createExclusive);
  const start = async (box: StorageManagement): Promise<void> => {
    const session = startReRack(box, await samplesIn(box.id));
    const detail = `${expectedTubes(session.limbo.length)} Scan each once and put it where the screen says.`;
    verdict.say({ verdict: 'ok', title: box.name, detail });
    await kept.update(() => session);
  };
  const finish = async (box: StorageManagement): Promise<void> => {
    question.set('NONE');
    const session = kept.now();
    if (session.containerId !== box.id) return;
    const args = { containerId: box.id, bulkId: ulid(), rows: reRackRows(session, box) };
    const result = await act('re-rack-container', args);
    verdict.say(outcomeSaid(result, `${box.name} is in order again`, box.barcode ?? box.name));
    if (result.outcome !== 'REJECTED') await kept.clear();
  };
  /** The answer yes: recorded, unless more than half of the box would be lost and nobody was asked about that yet. */
  const agree = async (box: StorageManagement): Promise<void> => {
    const session = kept.now();
    const many = isMostMissing(missingOf(session).length, session.limbo.length);
    if (question.now() === 'FINISH' && many) question.set('MISSING');
    else await finish(box);
  };
  const take = async (scan: Scan): Promise<void> => {
    const found = await identify(scan.code);
    const session = kept.now();
    const box = session.containerId ? places?.byId.get(session.containerId) : undefined;
    if (!box) {
      const problem = boxProblem(found, scan.code);
      return problem ? verdict.say(problem) : found.kind === 'container' ? start(found.container) : undefined;
    }
    if (found.kind === 'container' && found.container.id === box.id) {
      if (scan.repeat) return;
      // Scanned once it asks, scanned again it is the answer: no hand leaves the scanner.
      if (question.now() === 'NONE') question.set('FINISH');
      else await agree(box);
      return;
    }
    question.set('NONE');
    if (found.kind !== 'sample') {
      const what = whatElse(found, 'a tube of this box');
      return verdict.say({ verdict: 'error', title: what, code: scan.code, detail: 'Lay it aside.' });
    }
    const gone = goneText(found.sample, places);
    if (gone !== null)
      return verdict.say({ verdict: 'error', title: gone, code: scan.code, detail: LAY_ASIDE });
    const from = places?.text(found.sample.storageLocationId, found.sample.storagePosition) ?? '';
    const said = rackTube(session, box, found.sample, from);
    verdict.say(said.say);
    await kept.update(() => said.session);
  };
  useScanWhenReady(
    (scan: Scan) => inTurn(() => take(scan)),
    kept.value !== undefined && places !== undefined,
  );
  const offered = kept.value && containerId ? places?.byId.get(containerId) : undefined;
  useOffered(offered, kept.value?.containerId === null, (box) => void start(box));
  return {
    kept,
    places,
    verdict,
    question,
    agree: (box: StorageManagement) => inTurn(() => agree(box)),
    start,
    offered,
  };
}

/** A box fell: what was in it waits in limbo, each tube is scanned once, and what is missing is named at the end. */
export function ReRackPanel({ containerId }: { containerId?: string | undefined }) {
  const bench = useReRack(containerId);
  const session = bench.kept.value;
  useDirty((session?.racked.length ?? 0) > 0);
  if (!session || !bench.places) return <Skeleton label="Reading this device" />;
  const box = session.containerId ? bench.places.byId.get(session.containerId) : undefined;
  const { offered } = bench;
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <div className="flex min-w-0 flex-col gap-4">
        <ScanStation
          label={
            box ? `Scan each tube of ${box.name}; scan the box to finish` : 'Scan the box that was spilled'
          }
          verdict={bench.verdict}
        />
        {!box && offered && (
          <Button variant="primary" onClick={() => void bench.start(offered)}>
            {`Re-rack ${offered.name}`}
          </Button>
        )}
        {box && (
          <Racked
            session={session}
            box={box}
            onPosition={(position) => void bench.kept.update((now) => ({ ...now, nextPosition: position }))}
          />
        )}
      </div>
      {box && (
        <Limbo
          session={session}
          box={box}
          onFinish={() => bench.question.set('FINISH')}
          onDrop={() => void bench.kept.clear()}
        />
      )}
      {box && (
        <ConfirmDialog
          open={bench.question.shown === 'FINISH'}
          title={`Finish ${box.name}`}
          confirmLabel={`Record ${countOf(session.racked.length, 'tube')}`}
          onClose={() => bench.question.set('NONE')}
          onConfirm={() => void bench.agree(box)}
        >
          <MissingText session={session} />
          <p>{`Scan ${box.name} again to record it, or another tube to go on.`}</p>
        </ConfirmDialog>
      )}
      {box && (
        <ManyMissingDialog
          open={bench.question.shown === 'MISSING'}
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
  const others = session.racked.length - (session.limbo.length - missing.length);
  const joined = others > 0 && <p>{`${countOf(others, 'tube')} recorded elsewhere will be of this box.`}</p>;
  if (missing.length === 0)
    return (
      <>
        <p>All tubes of the box were found.</p>
        {joined}
      </>
    );
  return (
    <div>
      {joined}
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
