import { Send, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { ulid } from 'ulid';
import { may } from '#db/access/grants.ts';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import type { Person } from '#db/identity/person.ts';
import { disposeSamples, sendSamplesToClient } from '#db/samples/disposing/dispose-samples.ts';
import { endHash } from '#db/samples/disposing/second-person.ts';
import type { Sample } from '#db/samples/sample.ts';
import { toScanFeedback } from '#pwa/features/samples/placing/scan-messages.ts';
import { useReplica } from '#pwa/replica/hooks/replica-context.tsx';
import { useCheckedOperation } from '#pwa/replica/hooks/use-checked-operation.ts';
import { useRuleRead } from '#pwa/replica/hooks/use-rule-read.ts';
import type { OperationResult } from '#pwa/replica/operations/run-operation.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Dialog } from '#pwa/ui/dialog/dialog.tsx';
import { toast } from '#pwa/ui/dialog/toast.tsx';
import { Field } from '#pwa/ui/form/field.tsx';
import { TextArea } from '#pwa/ui/form/text-input.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { connectionOf, reviewProof } from './second-person.ts';
import { EMPTY_SECOND_PERSON, SecondPersonFields } from './second-person-fields.tsx';

/** The two operations by which samples leave the lab for good. */
type EndKind = 'DISPOSE' | 'SEND';
const END = {
  DISPOSE: { operation: disposeSamples, place: 'DISPOSED' },
  SEND: { operation: sendSamplesToClient, place: 'SENT_TO_CLIENT' },
} as const;

/** The rule's result before any input: problems, and whether a second person must review. */
export interface EndPreview {
  problem: string | null;
  needsSecond: boolean;
}

const COLLECTIONS = ['samples', 'specimens', 'procedures', 'orders', 'batches', 'storage', 'people'] as const;

/** Run the operation's rule as if executed now without a second person; writes nothing. */
function useEndPreview(kind: EndKind, sampleIds: readonly string[]): EndPreview | null | undefined {
  return useRuleRead(COLLECTIONS, `${kind}|${sampleIds.join(',')}`, async (tx, context) => {
    const args = { bulkId: ulid(), sampleIds: [...sampleIds], reason: 'Asked', ...NO_REVIEWER };
    try {
      await END[kind].operation.run(tx, args, context);
      return { problem: null, needsSecond: false };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return error.code === 'REVIEW_MISSING'
        ? { problem: null, needsSecond: true }
        : { problem: error.message, needsSecond: false };
    }
  });
}

const NO_REVIEWER = { reviewerUserId: null, reviewerProof: null };

/**
 * Execute the operation with the second person's signature over this operation, these samples and this
 * reason.
 */
function useEnd(kind: EndKind) {
  const runOperation = useCheckedOperation();
  const replica = useReplica();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const finish = async (
    sampleIds: readonly string[],
    reason: string,
    second: { colleague: Person; pin: string } | null,
  ): Promise<OperationResult | null> => {
    setBusy(true);
    setProblem(null);
    try {
      const args = { bulkId: ulid(), sampleIds: [...sampleIds], reason };
      const hash = await endHash(END[kind].place, args);
      const review = second && {
        reviewerUserId: second.colleague.userId,
        reviewerProof: await reviewProof(second.colleague, second.pin, hash, await connectionOf(replica)),
      };
      const result = await runOperation(END[kind].operation.name, { ...args, ...(review ?? NO_REVIEWER) });
      if (result.outcome !== 'REJECTED') return result;
      setProblem(result.message ?? MESSAGES.unknownError);
    } catch (error) {
      setProblem(error instanceof AppError ? error.message : MESSAGES.unknownError);
    } finally {
      setBusy(false);
    }
    return null;
  };
  return { finish, busy, problem };
}

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

/** Maximum number of samples in one operation. */
const MAX_SAMPLES = 200;

/** Report whether the user may dispose of samples; lists offer row selection only then. */
export const useMayDispose = (): boolean => may(useReplica().actor.role, 'lab/custody:update');

interface DisposeOfManyProps {
  samples: readonly Sample[];
  /** Called after disposal, to clear the selection. */
  onDone(): void;
}

/**
 * Disposes of the selected samples in one operation, with one reason and, for clinical material, one second
 * person.
 */
export function DisposeOfMany({ samples, onDone }: DisposeOfManyProps) {
  const [open, setOpen] = useState(false);
  const count = samples.length;
  const isOverLimit = count > MAX_SAMPLES;
  return (
    <>
      {isOverLimit && (
        <p className="text-ink-soft text-sm">{`Choose at most ${MAX_SAMPLES} samples at a time.`}</p>
      )}
      <Button icon={Trash2} disabled={count === 0 || isOverLimit} onClick={() => setOpen(true)}>
        {count === 0 ? 'Dispose…' : `Dispose of ${count}…`}
      </Button>
      {open && (
        <EndDialog
          kind="DISPOSE"
          samples={samples}
          onClose={() => setOpen(false)}
          onDone={(result, done) => {
            const feedback = toScanFeedback(result, done, '');
            const text = [feedback.title, feedback.detail]
              .filter((part) => typeof part === 'string')
              .join('. ');
            if (feedback.verdict === 'ok') toast.success(text);
            else toast.warning(text);
            onDone();
          }}
        />
      )}
    </>
  );
}
