import { Send, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { MESSAGES } from '#db/errors/messages.ts';
import type { Sample } from '#db/samples/sample.ts';
import type { OperationResult } from '#pwa/replica/run-operation.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Dialog } from '#pwa/ui/dialog.tsx';
import { Field } from '#pwa/ui/form/field.tsx';
import { TextArea } from '#pwa/ui/form/text-area.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { EMPTY_SECOND_PERSON, SecondPersonFields } from './second-person-fields.tsx';
import { type EndKind, useEnd, useEndPreview } from './use-end.ts';

interface EndDialogProps {
  kind: EndKind;
  samples: readonly Sample[];
  onClose(): void;
  /** Called once the operation is saved on this device; `done` is the message. */
  onDone(result: OperationResult, done: string): void;
}

const END_TEXTS = {
  DISPOSE: {
    title: (subject: string) => `Dispose of ${subject}`,
    actionLabel: (many: boolean) => `Dispose of ${many ? 'these samples' : 'this sample'}`,
    done: (subject: string) => `${subject} disposed of`,
    text: (many: boolean) =>
      many
        ? 'They are destroyed. Their volume becomes 0 and nobody can use them any more. This cannot be undone.'
        : 'It is destroyed. Its volume becomes 0 and nobody can use it any more. This cannot be undone.',
    icon: Trash2,
    variant: 'danger',
  },
  SEND: {
    title: (subject: string) => `Send ${subject} to the client`,
    actionLabel: (many: boolean) => `Send ${many ? 'these samples' : 'this sample'}`,
    done: (subject: string) => `${subject} sent to the client`,
    text: (many: boolean) =>
      many
        ? 'They leave the lab with the order’s return shipment and do not come back. This cannot be undone.'
        : 'It leaves the lab with the order’s return shipment and does not come back. This cannot be undone.',
    icon: Send,
    variant: 'primary',
  },
} as const;

/** Asks for the reason that samples leave the lab, and for a second person's PIN for clinical material. */
export function EndDialog({ kind, samples, onClose, onDone }: EndDialogProps) {
  const texts = END_TEXTS[kind];
  const ids = samples.map((one) => one.id);
  const preview = useEndPreview(kind, ids);
  const end = useEnd(kind);
  const [reason, setReason] = useState('');
  const [second, setSecond] = useState(EMPTY_SECOND_PERSON);
  const [hasSubmitted, setHasSubmitted] = useState(false);
  const subject = samples.length === 1 ? (samples[0]?.barcode ?? '') : `${samples.length} samples`;
  const { colleague, pin } = second;
  const signed = colleague !== null && /^\d{6}$/.test(pin) ? { colleague, pin } : null;
  const needsSecond = preview?.needsSecond === true;
  const finish = async (): Promise<void> => {
    setHasSubmitted(true);
    if (reason.trim() === '' || (needsSecond && !signed)) return;
    const result = await end.finish(ids, reason.trim(), needsSecond ? signed : null);
    if (!result) return setSecond((now) => ({ ...now, pin: '' }));
    onDone(result, texts.done(subject));
    onClose();
  };
  const problem = end.problem ?? preview?.problem ?? null;
  return (
    <Dialog
      open
      title={texts.title(subject)}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Back</Button>
          <Button
            variant={texts.variant}
            icon={texts.icon}
            busy={end.busy}
            disabled={!preview || preview.problem !== null}
            onClick={() => void finish()}
          >
            {texts.actionLabel(samples.length > 1)}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {problem && <Notice tone="danger" title={problem} />}
        <p>{texts.text(samples.length > 1)}</p>
        {!preview && <Skeleton lines={2} label="Asking the rules" />}
        {preview && preview.problem === null && (
          <>
            <Field
              label="Reason"
              required
              error={hasSubmitted && reason.trim() === '' ? MESSAGES.reasonRequired : null}
            >
              {(control) => <TextArea {...control} value={reason} onChange={setReason} maxLength={500} />}
            </Field>
            {needsSecond && (
              <SecondPersonFields
                value={second}
                showErrors={hasSubmitted && !signed && end.problem === null}
                onChange={setSecond}
              />
            )}
          </>
        )}
      </div>
    </Dialog>
  );
}
