import { Button } from '#pwa/ui/button.tsx';
import { ScanVerdict } from '#pwa/ui/scan-verdict.tsx';
import { comparedAnswer, type ScanAnswer } from './scan-answer.ts';
import { changeTube, withoutTube } from './session-edit.ts';
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
    return scanAnswer.verdict === 'error' ? <Button onClick={onDismiss}>I have seen it</Button> : null;
  if (action.kind === 'OPEN_PLATE')
    return <Button onClick={() => onOpenPlate(action.orderId, action.plateNumber)}>Show the plate</Button>;
  if (action.kind === 'REMOVE')
    return (
      <Button
        onClick={() => {
          void session.change((draft) => withoutTube(draft, action.tube.sampleId));
          onDismiss();
        }}
      >
        It was no tube
      </Button>
    );
  const compared = (secondIdentifier: boolean): void => {
    void session.change((draft) => changeTube(draft, action.tube.sampleId, { secondIdentifier }));
    onAnswer(comparedAnswer(action.tube, secondIdentifier), scanAnswer.code);
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
