import { PenLine } from 'lucide-react';
import { useState } from 'react';
import { approvalHash } from '#db/batches/approval-hash.ts';
import { batchOf } from '#db/batches/find-batch.ts';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { signatureText, wordsOf } from '#db/protocols/signing/write-signature.ts';
import { useReplica } from '#pwa/replica/hooks/replica-context.tsx';
import { usePasswordDue } from '#pwa/replica/hooks/use-password-due.ts';
import { useAskRules } from '#pwa/replica/hooks/use-rule-read.ts';
import { signRecord } from '#pwa/replica/signing/sign-record.ts';
import { RefusedScan } from '#pwa/scanning/refused-scan.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { Dialog } from '#pwa/ui/dialog/dialog.tsx';
import { NOTHING_TYPED, readyToSign, SigningFields } from '#pwa/ui/signing-fields.tsx';
import type { BatchView } from './batch-view.ts';
import { useOperationSequence } from './use-operation-sequence.ts';

/** A dialog where a director approves and signs the batch with the PIN, as this device shows it. */
export function ApproveBatchDialog({ view, onClose }: { view: BatchView; onClose(): void }) {
  const replica = useReplica();
  const ask = useAskRules();
  const { run, busy, problem } = useOperationSequence();
  const passwordDue = usePasswordDue() ?? false;
  const [typed, setTyped] = useState(NOTHING_TYPED);
  const [signing, setSigning] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const { id: batchId, julianId } = view.batch;
  const sign = async () => {
    const contentHash = await ask(async (tx, context) =>
      approvalHash(tx, context, await batchOf(tx, context, batchId)),
    );
    if (contentHash === null) throw new AppError('NOT_FOUND', MESSAGES.notFound);
    return { contentHash, ...(await signRecord(replica, typed, contentHash)) };
  };
  const approve = async (): Promise<void> => {
    setSigning(true);
    setRefusal(null);
    try {
      const args = { batchId, signature: await sign() };
      if (await run([{ name: 'approve-batch', args }], `Batch ${julianId} is approved.`)) return onClose();
    } catch (error) {
      setRefusal(error instanceof AppError ? error.message : MESSAGES.unknownError);
    } finally {
      setSigning(false);
    }
    setTyped(NOTHING_TYPED);
  };
  return (
    <Dialog
      open
      title={`Approve batch ${julianId}?`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            icon={PenLine}
            busy={busy || signing}
            disabled={!readyToSign(typed, passwordDue)}
            onClick={() => void approve()}
          >
            {`Approve as ${replica.actor.name}`}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <RefusedScan />
        <p>
          {`With your PIN you confirm that you reviewed batch ${julianId} and approve it. The samples that were held go to the queue of their next stage.`}
        </p>
        <p className="font-medium">{signatureText(wordsOf('APPROVED', replica.actor))}</p>
        <SigningFields
          value={typed}
          passwordDue={passwordDue}
          problem={refusal ?? problem}
          onChange={setTyped}
          onSign={() => !busy && !signing && void approve()}
        />
      </div>
    </Dialog>
  );
}
