import { X } from 'lucide-react';
import { z } from 'zod';
import { canBePlacedIn, STORAGE_TYPE, type StorageManagement } from '#db/storage/storage-management.ts';
import { positionsByRow } from '#db/values/box-position.ts';
import { joinSentences } from '#pwa/format/sentences.ts';
import { useCheckedOperation } from '#pwa/replica/hooks/use-checked-operation.ts';
import { useIdentify } from '#pwa/replica/hooks/use-identify.ts';
import { type Places, usePlaces } from '#pwa/replica/hooks/use-places.ts';
import { usePersistentState } from '#pwa/replica/hooks/use-stored-draft.ts';
import type { Scan } from '#pwa/scanning/scan-bus.ts';
import { logged, ScanLog, ScanLogRow } from '#pwa/scanning/scan-log.tsx';
import { ScanStation } from '#pwa/scanning/scan-station.tsx';
import { useScanWhenReady } from '#pwa/scanning/use-scan.ts';
import { useVerdict } from '#pwa/scanning/use-verdict.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Section } from '#pwa/ui/page.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { usePreselection } from './deep-link.ts';
import { toScanFeedback, wrongScanMessage } from './scan-messages.ts';

const Session = z.object({ containerId: z.string().nullable(), rows: z.array(ScanLogRow) });
const EMPTY: z.infer<typeof Session> = { containerId: null, rows: [] };

/**
 * Find the target position of a box in a rack: its own when it stays in the rack, else the first free one.
 * Returns null without positions.
 */
export function freePlaceIn(
  parent: StorageManagement,
  siblings: readonly StorageManagement[],
  moving: StorageManagement,
): string | null {
  if (parent.rows === null || parent.columns === null) return null;
  const occupiedPositions = new Set(
    siblings
      .filter((one) => one.id !== moving.id && one.status !== 'RETIRED')
      .map((one) => one.positionInParent),
  );
  return (
    positionsByRow({ rows: parent.rows, columns: parent.columns }).find(
      (place) => !occupiedPositions.has(place),
    ) ?? null
  );
}

function useContainerMove() {
  const sessionState = usePersistentState('move-container', EMPTY, Session);
  const places = usePlaces();
  const identify = useIdentify();
  const runOperation = useCheckedOperation();
  const verdict = useVerdict();
  const moveContainer = async (
    moving: StorageManagement,
    parent: StorageManagement,
    tree: Places,
  ): Promise<void> => {
    const position = freePlaceIn(parent, tree.within(parent.id), moving);
    const hasGrid = parent.rows !== null && parent.columns !== null;
    if (hasGrid && position === null && moving.parentId !== parent.id)
      return verdict.show({
        verdict: 'error',
        title: `${parent.name} is full.`,
        code: parent.barcode ?? parent.name,
      });
    const result = await runOperation('move-container', {
      containerId: moving.id,
      parentId: parent.id,
      position,
    });
    const targetName = position === null ? parent.name : `${parent.name}, ${position}`;
    const feedback = toScanFeedback(result, `${moving.name} → ${targetName}`, moving.barcode ?? moving.name);
    verdict.show(feedback);
    const isRejected = result.outcome === 'REJECTED';
    const text = joinSentences(feedback.title, feedback.detail);
    await sessionState.update((now) => ({
      containerId: isRejected ? now.containerId : null,
      rows: logged(now.rows, { code: moving.name, verdict: feedback.verdict, text }),
    }));
  };
  const startMove = async (container: StorageManagement, tree: Places): Promise<void> => {
    if (STORAGE_TYPE[container.type].parents.length === 0)
      return verdict.show({
        verdict: 'error',
        title: `${container.name} cannot be moved.`,
        code: container.barcode ?? container.name,
      });
    const detail = `Now in ${tree.text(container.parentId, container.positionInParent)}. All that is in it goes with it.`;
    verdict.show({ verdict: 'ok', title: 'Scan where it goes', code: container.name, detail });
    await sessionState.update((now) => ({ ...now, containerId: container.id }));
  };
  const take = async (scan: Scan): Promise<void> => {
    const scannedItem = await identify(scan.code);
    if (!places) return;
    if (scannedItem.kind !== 'container') {
      verdict.show({
        verdict: 'error',
        title: wrongScanMessage(scannedItem, 'a box, a rack or another location'),
        code: scan.code,
      });
      return;
    }
    const { container } = scannedItem;
    const { containerId } = sessionState.now();
    const moving = containerId ? places.byId.get(containerId) : undefined;
    if (moving?.id === container.id)
      return verdict.show({ verdict: 'repeat', title: 'Now scan where it goes.', code: container.name });
    if (moving) return moveContainer(moving, container, places);
    await startMove(container, places);
  };
  useScanWhenReady(take, sessionState.value !== undefined && places !== undefined);
  return { sessionState, places, verdict, take: startMove };
}

/** Moves a box, a rack or a whole shelf with its contents by one pair of scans. */
export function ContainerMovePanel({ containerId }: { containerId?: string | undefined }) {
  const { sessionState, places, verdict, take } = useContainerMove();
  const session = sessionState.value;
  const preselected = session && containerId ? places?.byId.get(containerId) : undefined;
  usePreselection(preselected, session?.containerId === null, (box) => void (places && take(box, places)));
  if (!session || !places) return <Skeleton label="Loading" />;
  const moving = session.containerId ? places.byId.get(session.containerId) : undefined;
  const allowed = moving ? STORAGE_TYPE[moving.type].parents.map((type) => STORAGE_TYPE[type].label) : [];
  const cancel = async (): Promise<void> => {
    verdict.forget();
    await sessionState.update((now) => ({ ...now, containerId: null }));
  };
  return (
    <div className="grid gap-4 lg:grid-cols-[3fr_2fr]">
      <div className="flex min-w-0 flex-col gap-3">
        <ScanStation
          label={moving ? `Scan where ${moving.name} goes` : 'Scan the box or container that moves'}
          verdict={verdict}
          actions={
            moving && (
              <Button icon={X} command="CANCEL" onClick={() => void cancel()}>
                Cancel
              </Button>
            )
          }
        />
        {!moving && preselected && (
          <Button
            command="OK"
            onClick={() => void take(preselected, places)}
          >{`Move ${preselected.name}`}</Button>
        )}
        {moving && (
          <p className="text-ink-soft text-sm">
            {`A ${STORAGE_TYPE[moving.type].label.toLowerCase()} can be stored in: ${allowed.join(', ')}. ${
              [...places.byId.values()].filter((one) => canBePlacedIn(moving.type, one.type)).length
            } such places are known here.`}
          </p>
        )}
      </div>
      <Section title="Moved in this session">
        <ScanLog
          label="Moved"
          rows={session.rows}
          empty="Nothing yet. Scan a box, then its new rack or shelf."
        />
      </Section>
    </div>
  );
}
