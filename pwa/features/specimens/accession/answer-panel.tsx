import { useReplica } from '#pwa/replica/hooks/replica-context.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { ScanVerdict } from '#pwa/ui/scan-verdict.tsx';
import { joinOrders, specimensOf } from './find-orders.ts';
import {
  asideAnswer,
  comparedAnswer,
  expectedAnswer,
  type ScanAnswer,
  tubeDraft,
  unexpectedAnswer,
} from './scan-answer.ts';
import type { SessionMaterial } from './session-counts.ts';
import type { UndecidedTube } from './session-draft.ts';
import { changeTube, withoutTube, withoutUndecided } from './session-edit.ts';
import { takeLabel } from './take-numbers.ts';
import type { ReceivingSession } from './use-receiving-session.ts';
import type { ShownAnswer } from './use-session-scan.ts';

interface AnswerPanelProps {
  scanAnswer: ShownAnswer;
  session: ReceivingSession;
  onAnswer(answer: ScanAnswer, code: string): void;
  onDismiss(): void;
  onOpenPlate(orderId: string, plateNumber: number): void;
}

function AnswerActions({ scanAnswer, session, onAnswer, onDismiss, onOpenPlate }: AnswerPanelProps) {
  const { action } = scanAnswer;
  if (action === null)
    return scanAnswer.verdict === 'error' ? (
      <Button command={['OK', 'CANCEL']} onClick={onDismiss}>
        I have seen it
      </Button>
    ) : null;
  if (action.kind === 'OPEN_PLATE')
    return (
      <Button command={['OK', 'NEXT']} onClick={() => onOpenPlate(action.orderId, action.plateNumber)}>
        Show the plate
      </Button>
    );
  if (action.kind === 'REMOVE')
    return (
      <Button
        command="UNDO"
        onClick={() => {
          void session.change((draft) => withoutTube(draft, action.tube.sampleId));
          onDismiss();
        }}
      >
        Not a tube
      </Button>
    );
  const compared = (secondIdentifier: boolean): void => {
    void session.change((draft) => changeTube(draft, action.tube.sampleId, { secondIdentifier }));
    onAnswer(comparedAnswer(action.tube, secondIdentifier), scanAnswer.code);
  };
  return (
    <>
      <Button variant="primary" command={['YES', 'OK']} onClick={() => compared(true)}>
        MRN matches
      </Button>
      <Button command="NO" onClick={() => compared(false)}>
        MRN differs
      </Button>
    </>
  );
}

/** The result of the last scan with its follow-up actions. */
export function AnswerPanel(props: AnswerPanelProps) {
  const { scanAnswer } = props;
  return (
    <ScanVerdict
      verdict={scanAnswer.verdict}
      title={scanAnswer.title}
      code={scanAnswer.code}
      detail={scanAnswer.detail}
      scanKey={scanAnswer.key}
      actions={<AnswerActions {...props} />}
    />
  );
}

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
    const label = await takeLabel(replica, null);
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
    const label = await takeLabel(replica, specimen);
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
              <Button command={['YES', 'ACCEPT']} onClick={() => void asSpecimen(tube)}>
                {tube.reason === 'OTHER_ORDER' ? `Add order ${tube.orderNumber}` : 'Receive it again'}
              </Button>
              {tube.reason === 'OTHER_ORDER' && (
                <Button onClick={() => void receiveAsUnexpected(tube)}>Receive as unexpected</Button>
              )}
              <Button command={['NO', 'CANCEL']} onClick={() => void settle(tube, asideAnswer(tube))}>
                Put it aside
              </Button>
            </div>
          </Notice>
        </li>
      ))}
    </ul>
  );
}
