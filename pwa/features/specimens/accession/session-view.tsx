import { PenLine, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { order } from '#db/ordering/orders/order.ts';
import type { ShipmentTemperature } from '#db/ordering/orders/order-terms.ts';
import { shipment } from '#db/ordering/shipments/shipment.ts';
import { countOf } from '#pwa/format/numbers.ts';
import { useReplica } from '#pwa/replica/hooks/replica-context.tsx';
import { useDocument } from '#pwa/replica/hooks/use-document.ts';
import { useRows } from '#pwa/replica/hooks/use-query.ts';
import type { SigningSecrets } from '#pwa/replica/signing/sign-record.ts';
import { childRows } from '#pwa/replica/store/document.ts';
import type { Replica } from '#pwa/replica/sync/replica.ts';
import { ScanBar } from '#pwa/scanning/scan-station.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { ConfirmDialog } from '#pwa/ui/dialog/confirm-dialog.tsx';
import { Tabs } from '#pwa/ui/tabs.tsx';
import { AnswerPanel, UndecidedList } from './answer-panel.tsx';
import { FinishPart } from './finish-part.tsx';
import { PackagePart } from './package-part.tsx';
import { PlateView } from './plate-view.tsx';
import { receiptSheet } from './receipt-sheet.ts';
import { contentOf, signSession } from './session-args.ts';
import { countSession, type SessionMaterial } from './session-counts.ts';
import { CountsBar, type SignedSession } from './session-done.tsx';
import type { SessionDraft } from './session-draft.ts';
import { takeGroupNumber } from './take-numbers.ts';
import { TubesPart } from './tubes-part.tsx';
import type { ReceivingSession } from './use-receiving-session.ts';
import type { SessionScanning } from './use-session-scan.ts';

interface SessionViewProps {
  draft: SessionDraft;
  session: ReceivingSession;
  material: SessionMaterial;
  scanning: SessionScanning;
  onSigned(signed: SignedSession): void;
  onGivenUp(): void;
}

const showsTubesFirst = (draft: SessionDraft): boolean => draft.plates.length === 0 || draft.tubes.length > 0;

function useExpectedTemperature(orderId: string | undefined): ShipmentTemperature | null {
  const document = useDocument('orders', orderId ?? null);
  const inbound = document
    ? childRows(shipment, document.body, 'shipments').find(({ direction }) => direction === 'INBOUND')
    : undefined;
  return inbound?.temperature ?? null;
}

const photosIn = ({ photos }: Pick<Replica, 'photos'>, sessionId: string) =>
  photos.all().filter(({ groupId }) => groupId === sessionId);

/** Sign the newest state of a session and delete its draft. */
function useSignSession({ session, material, onSigned }: SessionViewProps) {
  const replica = useReplica();
  return async (secrets: SigningSecrets): Promise<void> => {
    if (session.latest()?.groupNumber === null) {
      const groupNumber = await takeGroupNumber(replica);
      await session.change((draft) => ({ ...draft, groupNumber }));
    }
    const draft = session.latest();
    if (!draft?.groupNumber) return;
    const { id, groupNumber, title } = draft;
    const result = await signSession(
      replica,
      contentOf(draft, groupNumber, material, photosIn(replica, id)),
      secrets,
    );
    if (!result.queued) throw new Error(result.message ?? 'The session was not kept. Try again.');
    const receipt = receiptSheet({ draft, groupNumber, material, entity: replica.actor.entity });
    onSigned({ id, groupNumber, title, counts: countSession(draft, material), result, receipt });
    await session.clear();
  };
}

/** Receives one shipment: package, tubes, plates, and the final signature. */
export function SessionView(props: SessionViewProps) {
  const { draft, session, material, onGivenUp } = props;
  const { currentAnswer, show, dismiss } = props.scanning;
  const orders = useRows(order);
  const temperature = useExpectedTemperature(draft.orderIds[0]);
  const [tab, setTab] = useState<string | null>(null);
  const [givingUp, setGivingUp] = useState(false);
  const sign = useSignSession(props);
  const replica = useReplica();
  const giveUp = async (): Promise<void> => {
    const photos = photosIn(replica, draft.id).map(({ id }) => id);
    await session.clear();
    await replica.photos.remove(photos);
    onGivenUp();
  };
  const numberOf = (orderId: string): string => orders?.find(({ id }) => id === orderId)?.orderNumber ?? '';
  const open = tab ?? (showsTubesFirst(draft) ? 'tubes' : 'plates');
  const tabs = [
    {
      id: 'package',
      label: 'Package',
      content: (
        <PackagePart
          draft={draft}
          temperature={temperature}
          onChange={(changes) => void session.change((now) => ({ ...now, ...changes }))}
        />
      ),
    },
    {
      id: 'tubes',
      label: 'Tubes',
      count: draft.tubes.length,
      content: <TubesPart draft={draft} session={session} material={material} onAnswer={show} />,
    },
    ...(draft.plates.length === 0
      ? []
      : [
          {
            id: 'plates',
            label: 'Plates',
            count: draft.plates.length,
            content: (
              <div className="flex flex-col gap-4">
                {draft.plates.map((plate) => (
                  <PlateView
                    key={`${plate.orderId}|${plate.plateNumber}`}
                    sessionId={draft.id}
                    plate={plate}
                    orderNumber={numberOf(plate.orderId)}
                    session={session}
                    material={material}
                  />
                ))}
              </div>
            ),
          },
        ]),
    {
      id: 'finish',
      label: 'Finish',
      content: <FinishPart draft={draft} material={material} signer={replica.actor} onSign={sign} />,
    },
  ];
  return (
    <div className="flex flex-col gap-3">
      <CountsBar counts={countSession(draft, material)} />
      <ScanBar label="Scan a tube, plate, label or box" autoFocus />
      {currentAnswer && (
        <AnswerPanel
          scanAnswer={currentAnswer}
          session={session}
          onAnswer={show}
          onDismiss={dismiss}
          onOpenPlate={() => setTab('plates')}
        />
      )}
      {draft.undecided.length > 0 && (
        <UndecidedList tubes={draft.undecided} session={session} material={material} onAnswer={show} />
      )}
      <Tabs tabs={tabs} value={open} onChange={setTab} />
      <div className="mt-4 flex left-handed:flex-row-reverse flex-wrap justify-end gap-2">
        <Button variant="quiet" icon={Trash2} onClick={() => setGivingUp(true)}>
          Give this session up
        </Button>
        {open !== 'finish' && (
          <Button variant="primary" icon={PenLine} command={['NEXT', 'OK']} onClick={() => setTab('finish')}>
            Go to the signature
          </Button>
        )}
      </div>
      <ConfirmDialog
        open={givingUp}
        danger
        title="Give this session up?"
        confirmLabel="Give it up"
        onClose={() => setGivingUp(false)}
        onConfirm={() => void giveUp()}
      >
        <p>
          {`${countOf(draft.tubes.length, 'scanned tube')} and all photos are forgotten and nothing is received. Numbers that were given are not used again; take off labels that were printed.`}
        </p>
      </ConfirmDialog>
    </div>
  );
}
