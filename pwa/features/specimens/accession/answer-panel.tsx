import { Button } from '#pwa/ui/button.tsx';
import { ScanVerdict } from '#pwa/ui/scan-verdict.tsx';
import { comparedAnswer, type ScanAnswer } from './scan-answer.ts';
import { changeTube, withoutTube } from './session-edit.ts';
import type { ReceivingSession } from './use-receiving-session.ts';
import type { ShownAnswer } from './use-session-scan.ts';

interface AnswerPanelProps {
  shown: ShownAnswer;
  session: ReceivingSession;
  onAnswer(answer: ScanAnswer, code: string): void;
  onDismiss(): void;
  onOpenPlate(orderId: string, plateNumber: number): void;
}

function Acts({ shown, session, onAnswer, onDismiss, onOpenPlate }: AnswerPanelProps) {
  const { act } = shown;
  if (act === null)
    return shown.verdict === 'error' ? <Button onClick={onDismiss}>I have seen it</Button> : null;
  if (act.kind === 'OPEN_PLATE')
    return <Button onClick={() => onOpenPlate(act.orderId, act.plateNumber)}>Show the plate</Button>;
  if (act.kind === 'REMOVE')
    return (
      <Button
        onClick={() => {
          void session.change((draft) => withoutTube(draft, act.tube.sampleId));
          onDismiss();
        }}
      >
        It was no tube
      </Button>
    );
  const compared = (secondIdentifier: boolean): void => {
    void session.change((draft) => changeTube(draft, act.tube.sampleId, { secondIdentifier }));
    onAnswer(comparedAnswer(act.tube, secondIdentifier), shown.code);
  };
  return (
    <>
      <Button variant="primary" onClick={() => compared(true)}>
        MRN matches
      </Button>
      <Button onClick={() => compared(false)}>MRN differs</Button>
    </>
  );
}

/** The answer to the last scan with what can be done about it. */
export function AnswerPanel(props: AnswerPanelProps) {
  const { shown } = props;
  return (
    <ScanVerdict
      verdict={shown.verdict}
      title={shown.title}
      code={shown.code}
      detail={shown.detail}
      scanKey={shown.key}
      actions={<Acts {...props} />}
    />
  );
}
