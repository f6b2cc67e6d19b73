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
import { NOBODY_YET, SecondPersonFields } from './second-person-fields.tsx';
import { type EndKind, useEnd, useEndOutlook } from './use-end.ts';

interface EndDialogProps {
  kind: EndKind;
  samples: readonly Sample[];
  onClose(): void;
  /** It is done and saved on this device; `done` says what. */
  onDone(result: OperationResult, done: string): void;
}

const WORDS = {
  DISPOSE: {
    title: (what: string) => `Dispose of ${what}`,
    act: (many: boolean) => `Dispose of ${many ? 'these samples' : 'this sample'}`,
    done: (what: string) => `${what} disposed of`,
    text: (many: boolean) =>
      many
        ? 'They are destroyed. Their volume becomes 0 and nobody can use them any more. This cannot be undone.'
        : 'It is destroyed. Its volume becomes 0 and nobody can use it any more. This cannot be undone.',
    icon: Trash2,
    variant: 'danger',
  },
  SEND: {
    title: (what: string) => `Send ${what} to the client`,
    act: (many: boolean) => `Send ${many ? 'these samples' : 'this sample'}`,
    done: (what: string) => `${what} sent to the client`,
    text: (many: boolean) =>
      many
        ? 'They leave the lab with the order’s return shipment and do not come back. This cannot be undone.'
        : 'It leaves the lab with the order’s return shipment and does not come back. This cannot be undone.',
    icon: Send,
    variant: 'primary',
  },
} as const;

/** Asks what the end of samples needs: a reason, and for clinical material a second person's PIN. */
export function EndDialog({ kind, samples, onClose, onDone }: EndDialogProps) {
  const words = WORDS[kind];
  const ids = samples.map((one) => one.id);
  const outlook = useEndOutlook(kind, ids);
  const end = useEnd(kind);
  const [reason, setReason] = useState('');
  const [second, setSecond] = useState(NOBODY_YET);
  const [asked, setAsked] = useState(false);
  const what = samples.length === 1 ? (samples[0]?.barcode ?? '') : `${samples.length} samples`;
  const { colleague, pin } = second;
  const signed = colleague !== null && /^\d{6}$/.test(pin) ? { colleague, pin } : null;
  const needsSecond = outlook?.needsSecond === true;
  const finish = async (): Promise<void> => {
    setAsked(true);
    if (reason.trim() === '' || (needsSecond && !signed)) return;
    const result = await end.finish(ids, reason.trim(), needsSecond ? signed : null);
    if (!result) return setSecond((now) => ({ ...now, pin: '' }));
    onDone(result, words.done(what));
    onClose();
  };
  const problem = end.problem ?? outlook?.problem ?? null;
  return (
    <Dialog
      open
      title={words.title(what)}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Back</Button>
          <Button
            variant={words.variant}
            icon={words.icon}
            busy={end.busy}
            disabled={!outlook || outlook.problem !== null}
            onClick={() => void finish()}
          >
            {words.act(samples.length > 1)}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {problem && <Notice tone="danger" title={problem} />}
        <p>{words.text(samples.length > 1)}</p>
        {!outlook && <Skeleton lines={2} label="Asking the rules" />}
        {outlook && outlook.problem === null && (
          <>
            <Field
              label="Reason"
              required
              error={asked && reason.trim() === '' ? MESSAGES.reasonRequired : null}
            >
              {(control) => <TextArea {...control} value={reason} onChange={setReason} maxLength={500} />}
            </Field>
            {needsSecond && (
              <SecondPersonFields
                value={second}
                asked={asked && !signed && end.problem === null}
                onChange={setSecond}
              />
            )}
          </>
        )}
      </div>
    </Dialog>
  );
}
