import { BookOpenCheck } from 'lucide-react';
import { useState } from 'react';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { unreadText } from '#db/protocols/signing/require-competence.ts';
import { signatureText, wordsOf } from '#db/protocols/signing/write-signature.ts';
import { ContentComparison } from '#pwa/features/protocols/procedures/content-comparison.tsx';
import type { DueReading, SectionView } from '#pwa/features/protocols/sections/section-view.ts';
import { useReplica } from '#pwa/replica/hooks/replica-context.tsx';
import { useRunOperation } from '#pwa/replica/hooks/use-operation.ts';
import { usePasswordDue } from '#pwa/replica/hooks/use-password-due.ts';
import { signRecord } from '#pwa/replica/signing/sign-record.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Dialog } from '#pwa/ui/dialog/dialog.tsx';
import { toast } from '#pwa/ui/dialog/toast.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Section } from '#pwa/ui/page.tsx';
import { NOTHING_TYPED, readyToSign, SigningFields } from '#pwa/ui/signing-fields.tsx';

interface ReadingProps {
  view: SectionView;
  reading: DueReading;
}

/** Confirm with the PIN that this version was read; works offline. */
function ConfirmReadingDialog({ view, reading, onClose }: ReadingProps & { onClose(): void }) {
  const replica = useReplica();
  const run = useRunOperation();
  const passwordDue = usePasswordDue() ?? false;
  const [typed, setTyped] = useState(NOTHING_TYPED);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const { id, name, procedureVersion } = view.run.procedure;
  const confirm = async (): Promise<void> => {
    setBusy(true);
    setProblem(null);
    try {
      const { contentHash } = reading;
      const proofs = await signRecord(replica, typed, contentHash);
      const result = await run('confirm-reading', { procedureId: id, contentHash, ...proofs });
      if (result.outcome === 'REJECTED')
        throw new AppError('CONFLICT', result.message ?? MESSAGES.unknownError);
      toast.success('Reading confirmed. Saved on this device.');
      onClose();
    } catch (error) {
      setProblem(error instanceof AppError ? error.message : MESSAGES.unknownError);
      setTyped(NOTHING_TYPED);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      open
      title="Confirm reading"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            icon={BookOpenCheck}
            busy={busy}
            disabled={!readyToSign(typed, passwordDue)}
            onClick={() => void confirm()}
          >
            {`Confirm as ${replica.actor.name}`}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <p>{`With your PIN you confirm that you have read version ${procedureVersion} of ${name}.`}</p>
        <p className="font-medium">{signatureText(wordsOf('READ', replica.actor))}</p>
        <SigningFields
          value={typed}
          passwordDue={passwordDue}
          problem={problem}
          onChange={setTyped}
          onSign={() => !busy && void confirm()}
        />
      </div>
    </Dialog>
  );
}

/** What changed since the version that the person last read, and the confirmation that unlocks the section. */
export function ReadingPanel({ view, reading }: ReadingProps) {
  const [confirming, setConfirming] = useState(false);
  const { changeSummary } = view.run.procedure;
  const { from, to } = reading;
  return (
    <>
      <Notice
        tone="warning"
        title={unreadText(view.run.procedure)}
        action={
          <Button variant="primary" icon={BookOpenCheck} onClick={() => setConfirming(true)}>
            I have read this
          </Button>
        }
      >
        {from
          ? `You last read version ${from.procedureVersion}. The changes are listed below.`
          : 'You have not read an earlier version. Read the steps below.'}
      </Notice>
      {(from || changeSummary) && (
        <Section title={from ? `Changes since version ${from.procedureVersion}` : 'Change summary'}>
          <div className="flex flex-col gap-4">
            {changeSummary && <p className="max-w-prose whitespace-pre-line">{changeSummary}</p>}
            {from && <ContentComparison from={from} to={to} />}
          </div>
        </Section>
      )}
      {confirming && <ConfirmReadingDialog {...{ view, reading }} onClose={() => setConfirming(false)} />}
    </>
  );
}
