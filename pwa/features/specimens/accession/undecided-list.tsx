import { useReplica } from '#pwa/replica/hooks/replica-context.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { specimensOf } from './find-orders.ts';
import { joinOrders } from './find-other-match.ts';
import { asideAnswer, expectedAnswer, type ScanAnswer, tubeDraft, unexpectedAnswer } from './scan-answer.ts';
import type { SessionMaterial } from './session-counts.ts';
import type { UndecidedTube } from './session-draft.ts';
import { withoutUndecided } from './session-edit.ts';
import { takeLabel } from './take-numbers.ts';
import type { ReceivingSession } from './use-receiving-session.ts';

interface UndecidedListProps {
  tubes: readonly UndecidedTube[];
  session: ReceivingSession;
  material: SessionMaterial;
  onAnswer(answer: ScanAnswer, code: string): void;
}

/** Lists the tubes of this package that belong elsewhere; one press decides each. */
export function UndecidedList({ tubes, session, material, onAnswer }: UndecidedListProps) {
  const replica = useReplica();
  const settle = async (tube: UndecidedTube, answer: ScanAnswer): Promise<void> => {
    await session.change((draft) => withoutUndecided(answer.edit?.(draft) ?? draft, tube.code));
    onAnswer(answer, tube.code);
  };
  const receiveAsUnexpected = async (tube: UndecidedTube): Promise<void> => {
    const label = await takeLabel(replica);
    await settle(
      tube,
      unexpectedAnswer(
        tubeDraft({ specimen: null, code: tube.code, at: tube.occurredAt, label, place: null }),
      ),
    );
  };
  const asSpecimen = async (tube: UndecidedTube): Promise<void> => {
    const specimen = (await specimensOf(replica, [tube.orderId])).find(({ id }) => id === tube.specimenId);
    if (!specimen) return receiveAsUnexpected(tube);
    const label = await takeLabel(replica);
    const row = tubeDraft({ specimen, code: tube.code, at: tube.occurredAt, label, place: null });
    if (tube.reason === 'OTHER_ORDER') {
      const joined = await joinOrders(replica, tube.code);
      if (joined.kind === 'ORDER') await session.change(joined.edit);
    }
    await settle(tube, expectedAnswer(row, specimen, material));
  };
  return (
    <ul className="flex flex-col gap-2" aria-label="Tubes that belong elsewhere">
      {tubes.map((tube) => (
        <li key={tube.code}>
          <Notice
            tone="warning"
            title={
              tube.reason === 'OTHER_ORDER'
                ? `${tube.code} belongs to order ${tube.orderNumber}.`
                : `${tube.code}: already accessioned as ${tube.julianId ?? 'another tube'}; relabel or keep alias.`
            }
          >
            <div className="mt-2 flex flex-wrap gap-2">
              <Button onClick={() => void asSpecimen(tube)}>
                {tube.reason === 'OTHER_ORDER' ? `Add order ${tube.orderNumber}` : 'Receive it again'}
              </Button>
              {tube.reason === 'OTHER_ORDER' && (
                <Button onClick={() => void receiveAsUnexpected(tube)}>Receive as unexpected</Button>
              )}
              <Button onClick={() => void settle(tube, asideAnswer(tube))}>Put it aside</Button>
            </div>
          </Notice>
        </li>
      ))}
    </ul>
  );
}
