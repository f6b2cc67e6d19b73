import { PenLine } from 'lucide-react';
import { useState } from 'react';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import type { Person } from '#db/identity/person.ts';
import { currentOf, loadSectionRun, valuesOf } from '#db/protocols/sections/section-run.ts';
import { sectionContentHash } from '#db/protocols/signing/section-content.ts';
import { signatureText, wordsOf } from '#db/protocols/signing/write-signature.ts';
import { recalculate } from '#db/protocols/values/recalculate.ts';
import type { SectionView } from '#pwa/features/protocols/sections/section-view.ts';
import { useReplica } from '#pwa/replica/hooks/replica-context.tsx';
import { useRunOperation } from '#pwa/replica/hooks/use-operation.ts';
import { usePasswordDue } from '#pwa/replica/hooks/use-password-due.ts';
import { useAskRules } from '#pwa/replica/hooks/use-rule-read.ts';
import { connectionOf, reviewProof } from '#pwa/replica/signing/colleague-proof.ts';
import { type SigningSecrets, signRecord } from '#pwa/replica/signing/sign-record.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Dialog } from '#pwa/ui/dialog/dialog.tsx';
import { toast } from '#pwa/ui/dialog/toast.tsx';
import { NOTHING_TYPED, readyToSign, SigningFields } from '#pwa/ui/signing-fields.tsx';
import { NO_SUPERVISION, SupervisorFields } from './supervisor-fields.tsx';

/** Sign as the user who did the work, or as the second user who reviewed it. */
export type SigningKind = 'sign' | 'review';

const OPERATION = { sign: 'sign-section', review: 'review-section' } as const satisfies Record<
  SigningKind,
  string
>;

/** A trained colleague who signs too, with the PIN that the colleague typed. */
interface TypedSupervisor {
  colleague: Person;
  pin: string;
}

/** Sign the record of a section exactly as it is on this device at that moment. */
function useSigning(assignedSectionId: string) {
  const replica = useReplica();
  const ask = useAskRules();
  const run = useRunOperation();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const signAs = async (
    kind: SigningKind,
    secrets: SigningSecrets,
    supervisor: TypedSupervisor | null,
  ): Promise<boolean> => {
    setBusy(true);
    setProblem(null);
    try {
      const now = await ask(async (tx, context) => {
        const record = await loadSectionRun(tx, context, assignedSectionId);
        if (kind === 'sign') await recalculate(tx, context, record);
        return record;
      });
      if (!now) throw new AppError('NOT_FOUND', MESSAGES.notFound);
      const { section } = now.running;
      const contentHash = await sectionContentHash(assignedSectionId, section, valuesOf(now), now.fields);
      const proofs = await signRecord(replica, secrets, contentHash);
      const signed = { assignedSectionId, contentHash, ...proofs };
      const result =
        kind === 'sign' && supervisor
          ? await run('sign-section', {
              ...signed,
              supervisorUserId: supervisor.colleague.userId,
              supervisorProof: await reviewProof(
                supervisor.colleague,
                supervisor.pin,
                contentHash,
                await connectionOf(replica),
              ),
            })
          : await run(OPERATION[kind], signed);
      if (result.outcome === 'REJECTED')
        throw new AppError('CONFLICT', result.message ?? MESSAGES.unknownError);
      return true;
    } catch (error) {
      setProblem(error instanceof AppError ? error.message : MESSAGES.unknownError);
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { signAs, busy, problem, clear: () => setProblem(null) };
}

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
  const [supervision, setSupervision] = useState(NO_SUPERVISION);
  const isSupervised = kind === 'sign' && view.untrained !== null;
  const colleague = view.supervisors.find(({ id }) => id === supervision.colleagueId);
  const supervisor = isSupervised && colleague ? { colleague, pin: supervision.pin } : null;
  const isReady =
    readyToSign(typed, passwordDue) && (!isSupervised || (colleague && /^\d{6}$/.test(supervision.pin)));
  // A signature covers the value that counts at each place, not the replaced ones.
  const values = currentOf(view.run).size;
  const valuesText = values === 1 ? 'value is' : `${values} values are`;
  const verb = kind === 'sign' ? 'Sign' : 'Review';
  const submit = async (): Promise<void> => {
    if (!(await signAs(kind, typed, supervisor))) {
      setTyped(NOTHING_TYPED);
      setSupervision({ ...supervision, pin: '' });
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
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            icon={PenLine}
            busy={busy}
            disabled={!isReady}
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
        <SigningFields
          value={typed}
          passwordDue={passwordDue}
          problem={problem}
          onChange={setTyped}
          onSign={() => !busy && isReady && void submit()}
        />
        {isSupervised && <SupervisorFields view={view} value={supervision} onChange={setSupervision} />}
      </div>
    </Dialog>
  );
}
