import { ArrowRightLeft } from 'lucide-react';
import { useMemo, useState } from 'react';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { type Person, person } from '#db/identity/person.ts';
import type { Sample } from '#db/samples/sample.ts';
import { canonicalJson, sha256 } from '#db/values/canonical-json.ts';
import { humanize } from '#pwa/format/names.ts';
import { useReplica } from '#pwa/replica/hooks/replica-context.tsx';
import { useCheckedOperation } from '#pwa/replica/hooks/use-checked-operation.ts';
import { useRows } from '#pwa/replica/hooks/use-query.ts';
import type { OperationResult } from '#pwa/replica/operations/run-operation.ts';
import { signWithPin } from '#pwa/replica/signing/sign-record.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Dialog } from '#pwa/ui/dialog/dialog.tsx';
import { Combobox } from '#pwa/ui/form/combobox.tsx';
import { Field } from '#pwa/ui/form/field.tsx';
import { PinInput } from '#pwa/ui/form/pin-input.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { connectionOf, handlesTubes, reviewProof } from './second-person.ts';

interface HandOverDialogProps {
  row: Pick<Sample, 'id' | 'barcode' | 'custodianUserId'>;
  onClose(): void;
  /** Called once the operation is saved on this device; `done` is the message. */
  onDone(result: OperationResult, done: string): void;
}

/** People who may take the tube over: bench users except its custodian, the signed-in user first. */
function useReceivers(holderId: string | null): readonly Person[] {
  const { actor } = useReplica();
  const people = useRows(person);
  return useMemo(
    () =>
      (people ?? [])
        .filter((one) => handlesTubes(one) && one.userId !== holderId)
        .sort(
          (a, b) =>
            Number(b.userId === actor.userId) - Number(a.userId === actor.userId) ||
            a.name.localeCompare(b.name),
        ),
    [people, holderId, actor.userId],
  );
}

function useHandOver({ row, onClose, onDone }: HandOverDialogProps) {
  const replica = useReplica();
  const runOperation = useCheckedOperation();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const handOver = async (receiver: Person, pin: string): Promise<void> => {
    setBusy(true);
    setProblem(null);
    try {
      const signedContent = { act: 'CUSTODY', sampleId: row.id, toUserId: receiver.userId };
      const hash = await sha256(canonicalJson(signedContent));
      // The PIN replaces the badge: it proves that the recipient is present.
      if (receiver.userId === replica.actor.userId) await signWithPin(replica, pin, hash);
      else await reviewProof(receiver, pin, hash, await connectionOf(replica));
      const result = await runOperation('transfer-custody', { sampleId: row.id, toUserId: receiver.userId });
      if (result.outcome === 'REJECTED') return setProblem(result.message ?? MESSAGES.unknownError);
      onDone(result, `${row.barcode} is now with ${receiver.name}`);
      onClose();
    } catch (error) {
      setProblem(error instanceof AppError ? error.message : MESSAGES.unknownError);
    } finally {
      setBusy(false);
    }
  };
  return { handOver, busy, problem };
}

/** Hands a checked-out tube over by the recipient's PIN, when no badge is available (domain 5.4). */
export function HandOverDialog(props: HandOverDialogProps) {
  const { row, onClose } = props;
  const { actor } = useReplica();
  const receivers = useReceivers(row.custodianUserId);
  const { handOver, busy, problem } = useHandOver(props);
  const [receiverId, setReceiverId] = useState(row.custodianUserId === actor.userId ? '' : actor.userId);
  const [pin, setPin] = useState('');
  const [hasSubmitted, setHasSubmitted] = useState(false);
  const receiver = receivers.find((one) => one.userId === receiverId);
  const complete = /^\d{6}$/.test(pin);
  const confirm = (): void => {
    setHasSubmitted(true);
    if (!receiver || !complete) return;
    setHasSubmitted(false);
    void handOver(receiver, pin).then(() => setPin(''));
  };
  return (
    <Dialog
      open
      title={`Hand over ${row.barcode}`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Back</Button>
          <Button variant="primary" icon={ArrowRightLeft} busy={busy} onClick={confirm}>
            Hand over
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {problem && <Notice tone="danger" title={problem} />}
        <p>Whoever takes the tube chooses their name and enters their own PIN.</p>
        <Field
          label="Who takes it"
          required
          error={hasSubmitted && !receiver ? 'Choose who takes it.' : null}
        >
          {(control) => (
            <Combobox
              {...control}
              placeholder="Search a colleague"
              options={receivers.map((one) => ({
                value: one.userId,
                label: one.name,
                note: humanize(one.role),
              }))}
              value={receiver ? receiverId : ''}
              onChange={(userId) => {
                setReceiverId(userId);
                setPin('');
              }}
            />
          )}
        </Field>
        <Field
          label={receiver ? `PIN of ${receiver.name}` : 'PIN'}
          required
          hint="6 digits. It is checked, not stored."
          error={hasSubmitted && !complete ? 'A PIN has 6 digits.' : null}
        >
          {(control) => <PinInput {...control} value={pin} onChange={setPin} />}
        </Field>
      </div>
    </Dialog>
  );
}
