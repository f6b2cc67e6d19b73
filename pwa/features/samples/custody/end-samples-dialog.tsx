import { Send, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { ulid } from 'ulid';
import { z } from 'zod';
import { may } from '#db/access/grants.ts';
import { AppError } from '#db/errors/app-error.ts';
import { type Person, person } from '#db/identity/person.ts';
import { disposeSamples, sendSamplesToClient } from '#db/samples/disposing/dispose-samples.ts';
import { endHash } from '#db/samples/disposing/second-person.ts';
import type { Sample } from '#db/samples/sample.ts';
import { toScanFeedback } from '#pwa/features/samples/placing/scan-messages.ts';
import { joinSentences } from '#pwa/format/sentences.ts';
import { useReplica } from '#pwa/replica/hooks/replica-context.tsx';
import { requireAccepted, useCheckedOperation } from '#pwa/replica/hooks/use-checked-operation.ts';
import { useRows } from '#pwa/replica/hooks/use-query.ts';
import { useRuleRead } from '#pwa/replica/hooks/use-rule-read.ts';
import type { OperationResult } from '#pwa/replica/operations/run-operation.ts';
import { connectionOf, reviewProof } from '#pwa/replica/signing/colleague-proof.ts';
import { Button } from '#pwa/ui/button.tsx';
import { toast } from '#pwa/ui/dialog/toast.tsx';
import { FormDialog } from '#pwa/ui/form/form.tsx';
import { fieldOf, reasonText } from '#pwa/ui/form/schema-field.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { SecondPersonFields, SecondPersonForm } from './second-person-fields.tsx';

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

interface EndInput {
  sampleIds: readonly string[];
  reason: string;
  /** The second person, where the rule requires one. */
  second: { colleague: Person; pin: string } | null;
}

/**
 * Execute the operation with the second person's signature over this operation, these samples and this
 * reason. A refusal is thrown.
 */
function useEnd(kind: EndKind): (input: EndInput) => Promise<OperationResult> {
  const runOperation = useCheckedOperation();
  const replica = useReplica();
  return async ({ sampleIds, reason, second }) => {
    const args = { bulkId: ulid(), sampleIds: [...sampleIds], reason };
    const hash = await endHash(END[kind].place, args);
    const review = second && {
      reviewerUserId: second.colleague.userId,
      reviewerProof: await reviewProof(second.colleague, second.pin, hash, await connectionOf(replica)),
    };
    return requireAccepted(
      await runOperation(END[kind].operation.name, { ...args, ...(review ?? NO_REVIEWER) }),
    );
  };
}

// The fields of the second person are checked only where the rule requires one.
const EndForm = z.object({ reason: reasonText(), colleagueId: z.string(), pin: z.string() });
const ReviewedEndForm = EndForm.extend(SecondPersonForm.shape);
const EndField = fieldOf<typeof EndForm>();

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
        ? 'The samples are destroyed: their volume becomes 0, and nobody can use them. This cannot be undone.'
        : 'The sample is destroyed: its volume becomes 0, and nobody can use it. This cannot be undone.',
    icon: Trash2,
    danger: true,
  },
  SEND: {
    title: (subject: string) => `Send ${subject} to the client`,
    actionLabel: (many: boolean) => `Send ${many ? 'these samples' : 'this sample'}`,
    done: (subject: string) => `${subject} sent to the client`,
    text: (many: boolean) =>
      many
        ? 'The samples leave the lab with the order’s return shipment for good. This cannot be undone.'
        : 'The sample leaves the lab with the order’s return shipment for good. This cannot be undone.',
    icon: Send,
    danger: false,
  },
} as const;

/** Asks for the reason that samples leave the lab, and for a second person's PIN for clinical material. */
export function EndDialog({ kind, samples, onClose, onDone }: EndDialogProps) {
  const texts = END_TEXTS[kind];
  const sampleIds = samples.map((one) => one.id);
  const preview = useEndPreview(kind, sampleIds);
  const people = useRows(person);
  const end = useEnd(kind);
  const subject = samples.length === 1 ? (samples[0]?.barcode ?? '') : `${samples.length} samples`;
  const needsSecond = preview?.needsSecond === true;
  const finish = async ({ reason, colleagueId, pin }: z.infer<typeof EndForm>): Promise<void> => {
    const colleague = people?.find((one) => one.id === colleagueId);
    const second = needsSecond && colleague ? { colleague, pin } : null;
    onDone(await end({ sampleIds, reason, second }), texts.done(subject));
    onClose();
  };
  return (
    <FormDialog
      title={texts.title(subject)}
      submitLabel={texts.actionLabel(samples.length > 1)}
      icon={texts.icon}
      danger={texts.danger}
      disabled={!preview || preview.problem !== null}
      problem={preview?.problem ?? null}
      schema={needsSecond ? ReviewedEndForm : EndForm}
      secrets={['pin']}
      onSubmit={finish}
      onClose={onClose}
    >
      <p>{texts.text(samples.length > 1)}</p>
      {!preview && <Skeleton lines={2} label="Loading" />}
      {preview && preview.problem === null && (
        <>
          <EndField name="reason" />
          {needsSecond && <SecondPersonFields />}
        </>
      )}
    </FormDialog>
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
            const text = joinSentences(feedback.title, feedback.detail);
            if (feedback.verdict === 'ok') toast.success(text);
            else toast.warning(text);
            onDone();
          }}
        />
      )}
    </>
  );
}
