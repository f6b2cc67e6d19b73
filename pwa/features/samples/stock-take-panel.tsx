import { Check } from 'lucide-react';
import { useDirty } from '#pwa/app/dirty.ts';
import { countOf } from '#pwa/format/counts.ts';
import { useSamplesIn } from '#pwa/replica/hooks/use-places.ts';
import { ScanStation } from '#pwa/scanning/scan-station.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx';
import { Section } from '#pwa/ui/page.tsx';
import { Progress } from '#pwa/ui/progress.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { CountedList } from './counted-list.tsx';
import { usePreselection } from './deep-link.ts';
import { ManyMissingDialog } from './many-missing-dialog.tsx';
import { StartOver } from './start-over.tsx';
import { type CountedItem, expectedCount, findUncounted, type StockSession } from './stock-take.ts';
import { useFinishStep } from './use-finish-step.ts';
import { useStockTake } from './use-stock-take.ts';

/** Counts a location: tubes here, tubes recorded elsewhere, unknown codes, and missing tubes at the end. */
export function StockTakePanel({ containerId }: { containerId?: string | undefined }) {
  const question = useFinishStep();
  const count = useStockTake(question);
  const { session, places } = count;
  useDirty((session?.counted.length ?? 0) > 0);
  const containerSamples = useSamplesIn(session?.containerId ?? null) ?? [];
  const preselected = session && containerId ? places?.byId.get(containerId) : undefined;
  usePreselection(preselected, session?.containerId === null, (place) => void count.start(place));
  if (!session || !places) return <Skeleton label="Reading this device" />;
  const container = session.containerId ? places.byId.get(session.containerId) : undefined;
  const missing = findUncounted(session, containerSamples);
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <div className="flex min-w-0 flex-col gap-4">
        <ScanStation
          label={
            container
              ? `Scan what is in ${container.name}; scan it again to finish`
              : 'Scan the place to count'
          }
          verdict={count.verdict}
        />
        {!container && preselected && (
          <Button variant="primary" onClick={() => void count.start(preselected)}>
            {`Count ${preselected.name}`}
          </Button>
        )}
        {container && (
          <Button variant="primary" size="large" icon={Check} onClick={() => question.set('FINISH')}>
            Finish the count
          </Button>
        )}
        {container && (
          <CountedList
            session={session}
            container={container}
            containerSamples={containerSamples}
            decide={count.decide}
          />
        )}
      </div>
      {container && (
        <Section
          title={`${missing.length} expected and not yet seen`}
          actions={
            <StartOver
              title={`Start the count of ${container.name} over`}
              confirmLabel={`Drop ${countOf(session.counted.length, 'counted code')}`}
              lost={session.counted.length}
              onDrop={() => void count.drop()}
            />
          }
        >
          <div className="flex flex-col gap-3">
            <Progress
              label="Seen here"
              done={session.counted.filter((one) => one.finding === 'HERE').length}
              total={expectedCount(containerSamples)}
            />
            <ul aria-label="Not yet seen" className="grid grid-cols-2 gap-x-4 gap-y-1">
              {missing.map((one) => (
                <li key={one.id} className="code">{`${one.barcode} ${one.storagePosition ?? ''}`}</li>
              ))}
            </ul>
          </div>
        </Section>
      )}
      {container && (
        <ConfirmDialog
          open={question.step === 'FINISH'}
          title={`Finish the count of ${container.name}`}
          confirmLabel="Record this count"
          onClose={() => question.set('NONE')}
          onConfirm={() => void count.agree(container)}
        >
          <Summary session={session} missing={missing.map((one) => one.barcode)} />
          <p>{`Scan ${container.name} again to record it, or another tube to go on.`}</p>
        </ConfirmDialog>
      )}
      {container && (
        <ManyMissingDialog
          open={question.step === 'MISSING'}
          place={container.name}
          missing={missing.length}
          expected={expectedCount(containerSamples)}
          onClose={() => question.set('NONE')}
          onConfirm={() => void count.agree(container)}
        />
      )}
    </div>
  );
}

function Summary({ session, missing }: { session: StockSession; missing: readonly string[] }) {
  const of = (finding: CountedItem['finding']): number =>
    session.counted.filter((one) => one.finding === finding).length;
  const moves = session.counted.filter((one) => one.decision === 'ACCEPT_MOVE').length;
  return (
    <div className="flex flex-col gap-2">
      <p>{`${of('HERE')} here, ${of('ELSEWHERE') + of('NO_PLACE')} from elsewhere or nowhere (${moves} accepted), ${of('UNKNOWN')} unknown ${of('UNKNOWN') === 1 ? 'code' : 'codes'}.`}</p>
      {missing.length === 0 ? (
        <p>Nothing is missing.</p>
      ) : (
        <>
          <p className="font-medium">{`${missing.length} expected but missing. They will be marked as not found:`}</p>
          <ul aria-label="Missing" className="grid grid-cols-2 gap-x-4">
            {missing.map((barcode) => (
              <li key={barcode} className="code">
                {barcode}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
