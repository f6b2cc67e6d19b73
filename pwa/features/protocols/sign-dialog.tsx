import { PenLine } from 'lucide-react';
import { useState } from 'react';
import { currentOf } from '#db/protocols/section-run.ts';
import { signatureText, wordsOf } from '#db/protocols/write-signature.ts';
import { useReplica } from '#pwa/replica/hooks/replica-context.tsx';
import { usePasswordDue } from '#pwa/replica/hooks/use-password-due.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Dialog } from '#pwa/ui/dialog.tsx';
import { NOTHING_TYPED, readyToSign, SigningFields } from '#pwa/ui/signing-fields.tsx';
import { toast } from '#pwa/ui/toast.tsx';
import type { SectionView } from './section-view.ts';
import { type SigningKind, useSigning } from './use-signing.ts';

/** A dialog for the PIN that states the meaning of the signature. */
export function SignDialog({
  view,
  kind,
  onClose,
}: {
  view: SectionView;
  kind: SigningKind;
  onClose(): void;
}) {
  const { actor } = useReplica();
  const { assigned, running, batch } = view.run;
  const { signAs, busy, problem } = useSigning(assigned.id);
  const passwordDue = usePasswordDue() ?? false;
  const [typed, setTyped] = useState(NOTHING_TYPED);
  // A signature covers the value that counts at each place, not the replaced ones.
  const values = currentOf(view.run).size;
  const valuesText = values === 1 ? 'value is' : `${values} values are`;
  const verb = kind === 'sign' ? 'Sign' : 'Review';
  const submit = async (): Promise<void> => {
    if (!(await signAs(kind, typed))) {
      setTyped(NOTHING_TYPED);
      return;
    }
    toast.success(
      `${running.section.name} is ${kind === 'sign' ? 'signed' : 'reviewed'}. Saved on this device.`,
    );
    onClose();
  };
  return (
    <Dialog
      open
      title={`${verb} ${running.section.name}`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Back</Button>
          <Button
            variant="primary"
            icon={PenLine}
            busy={busy}
            disabled={!readyToSign(typed, passwordDue)}
            onClick={() => void submit()}
          >
            {`${verb} as ${actor.name}`}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <p>
          {kind === 'sign'
            ? `With your PIN you confirm that you performed ${running.section.name} of batch ${batch.julianId} and that its ${valuesText} true.`
            : `With your PIN you confirm that you reviewed ${running.section.name} of batch ${batch.julianId} with its ${values === 1 ? 'value' : `${values} values`}.`}
        </p>
        <p className="font-medium">
          {signatureText(wordsOf(kind === 'sign' ? 'PERFORMED' : 'REVIEWED', actor))}
        </p>
        <SigningFields value={typed} passwordDue={passwordDue} problem={problem} onChange={setTyped} />
      </div>
    </Dialog>
  );
}
