import { useState } from 'react';
import type { Grant } from '#db/access/families.ts';
import type { CallDefinition } from '#db/api/call-definition.ts';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import type { OperationDefinition } from '#db/operation.ts';
import { FAILED_SAMPLE_REASON, FailedSampleReason } from '#db/samples/failing/failed-sample-reason.ts';
import type { OperationArgs, OperationVerdict } from '#db/sync/wire.ts';
import { OverrideReason } from '#db/values/reason.ts';
import { call } from '#pwa/api/call.ts';
import { useReplica } from '#pwa/replica/hooks/replica-context.tsx';
import { useRuleRead } from '#pwa/replica/hooks/use-rule-read.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Dialog } from '#pwa/ui/dialog/dialog.tsx';
import { toast } from '#pwa/ui/dialog/toast.tsx';
import { Field } from '#pwa/ui/form/field.tsx';
import { Select } from '#pwa/ui/form/select.tsx';
import { TextArea } from '#pwa/ui/form/text-input.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { type OverrideEffect, PreviewTransaction } from './preview-override.ts';

type OverrideCall = CallDefinition<
  Grant,
  undefined,
  undefined,
  typeof OperationArgs,
  typeof OperationVerdict
>;

/** A record whose status can be overridden, and the operation for it. */
export interface OverrideTarget {
  id: string;
  /** The name of the record: `Batch W26325-E01`. */
  name: string;
  operation: OperationDefinition;
  /** The argument that identifies the record. */
  idArgument: string;
  call: OverrideCall;
  statuses: readonly { value: string; label: string }[];
  /** Whether this status needs a reason why samples fail. */
  fails(status: string): boolean;
}

interface Preview {
  effects: readonly OverrideEffect[];
  problem: string | null;
}

/**
 * Run the rule on a temporary copy of this device's records, so that the preview matches the rule's effects.
 */
function usePreview(target: OverrideTarget, args: Record<string, unknown> | null) {
  const key = args === null ? '' : JSON.stringify(args);
  return useRuleRead<Preview>(
    ['batches', 'samples', 'specimens', 'orders'],
    key,
    async (inner, context): Promise<Preview> => {
      if (args === null) return { effects: [], problem: null };
      const tx = new PreviewTransaction(inner);
      try {
        await target.operation.run(tx, target.operation.args.parse(args), context);
      } catch (error) {
        if (error instanceof AppError) return { effects: [], problem: error.message };
        throw error;
      }
      return { effects: tx.effects(target.id), problem: null };
    },
  );
}

function Effects({ preview }: { preview: Preview | null | undefined }) {
  if (!preview) return null;
  if (preview.problem) return <Notice tone="danger" title={preview.problem} />;
  if (preview.effects.length === 0) return <Notice tone="info" title="Nothing else changes." />;
  return (
    <section aria-labelledby="override-effects" className="flex flex-col gap-2">
      <h3 id="override-effects" className="font-semibold">
        {preview.effects.length === 1
          ? '1 record changes with it'
          : `${preview.effects.length} records change with it`}
      </h3>
      <ul className="divide-y divide-line rounded-md border border-line">
        {preview.effects.map(({ id, name, changes }) => (
          <li key={id} className="px-3 py-2 text-sm">
            <span className="wrap-anywhere block font-medium">{name}</span>
            <span className="block text-ink-soft">{changes.join(' · ')}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A dialog that overrides a status online, after a preview of the effects and with a reason. */
export function OverrideDialog({ target, onClose }: { target: OverrideTarget; onClose(): void }) {
  const replica = useReplica();
  const [status, setStatus] = useState('');
  const [failureReason, setFailureReason] = useState('');
  const [reason, setReason] = useState('');
  const [isSubmitted, setIsSubmitted] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const fails = status !== '' && target.fails(status);
  const cause = fails ? FailedSampleReason.safeParse(failureReason).data : null;
  const parsedReason = OverrideReason.safeParse(reason);
  const isComplete = status !== '' && cause !== undefined;
  const argsWith = (text: string) => ({
    [target.idArgument]: target.id,
    status,
    reason: text,
    ...(cause ? { failureReason: cause } : {}),
  });
  const preview = usePreview(target, isComplete ? argsWith('A reason of the preview') : null);
  const missing = {
    status: isSubmitted && status === '' ? 'Choose a status.' : null,
    cause: isSubmitted && cause === undefined ? 'Choose why the samples fail.' : null,
    reason: isSubmitted && !parsedReason.success ? (parsedReason.error.issues[0]?.message ?? null) : null,
  };
  const confirm = async (): Promise<void> => {
    setIsSubmitted(true);
    if (!isComplete || !parsedReason.success) return;
    setBusy(true);
    setProblem(null);
    try {
      const { message } = await call(target.call, { body: argsWith(parsedReason.data) });
      replica.loop.wake();
      toast.success(message ?? `${target.name}: status overridden`);
      onClose();
    } catch (error) {
      setProblem(error instanceof AppError ? error.message : MESSAGES.unknownError);
      setBusy(false);
    }
  };
  return (
    <Dialog
      open
      title={`Override ${target.name}?`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="danger" busy={busy} onClick={() => void confirm()}>
            Override status
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {problem && <Notice tone="danger" title={problem} />}
        <Field label="New status" required error={missing.status}>
          {(control) => (
            <Select<string>
              {...control}
              value={status}
              onChange={setStatus}
              placeholder="Choose a status"
              options={[...target.statuses]}
            />
          )}
        </Field>
        {fails && (
          <Field label="Why the samples fail" required error={missing.cause}>
            {(control) => (
              <Select<string>
                {...control}
                value={failureReason}
                onChange={setFailureReason}
                placeholder="Choose a reason"
                options={FailedSampleReason.options.map((value) => ({
                  value,
                  label: FAILED_SAMPLE_REASON[value],
                }))}
              />
            )}
          </Field>
        )}
        <div aria-live="polite">{isComplete && <Effects preview={preview} />}</div>
        <Field label="Reason" required hint="At least 10 characters" error={missing.reason}>
          {(control) => <TextArea {...control} value={reason} onChange={setReason} maxLength={1000} />}
        </Field>
        <p className="text-ink-soft text-sm">Signed sections stay signed. This needs the network.</p>
      </div>
    </Dialog>
  );
}
