import { ArrowRightLeft } from 'lucide-react';
import { useMemo } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { z } from 'zod';
import { AppError } from '#db/errors/app-error.ts';
import { type Person, person } from '#db/identity/person.ts';
import type { Sample } from '#db/samples/sample.ts';
import { canonicalJson, sha256 } from '#db/values/canonical-json.ts';
import { describeField } from '#db/values/field-types.ts';
import { humanize } from '#pwa/format/names.ts';
import { useReplica } from '#pwa/replica/hooks/replica-context.tsx';
import { requireAccepted, useCheckedOperation } from '#pwa/replica/hooks/use-checked-operation.ts';
import { useRows } from '#pwa/replica/hooks/use-query.ts';
import type { OperationResult } from '#pwa/replica/operations/run-operation.ts';
import { connectionOf, reviewProof } from '#pwa/replica/signing/colleague-proof.ts';
import { signWithPin } from '#pwa/replica/signing/sign-record.ts';
import { FormDialog } from '#pwa/ui/form/form.tsx';
import { fieldOf } from '#pwa/ui/form/schema-field.tsx';
import { handlesTubes } from './second-person.ts';

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

/** Prove by the PIN that the recipient is present, then record the transfer; throws what prevents it. */
function useHandOver({ row, onClose, onDone }: HandOverDialogProps) {
  const replica = useReplica();
  const runOperation = useCheckedOperation();
  return async (receiver: Person, pin: string): Promise<void> => {
    const signedContent = { act: 'CUSTODY', sampleId: row.id, toUserId: receiver.userId };
    const hash = await sha256(canonicalJson(signedContent));
    // The PIN replaces the badge: it proves that the recipient is present.
    if (receiver.userId === replica.actor.userId) await signWithPin(replica, pin, hash);
    else await reviewProof(receiver, pin, hash, await connectionOf(replica));
    const result = await runOperation('transfer-custody', { sampleId: row.id, toUserId: receiver.userId });
    onDone(requireAccepted(result), `${row.barcode} is now with ${receiver.name}`);
    onClose();
  };
}

const HandOverForm = z.object({
  receiverId: describeField(z.string().min(1, 'Choose who takes it.'), {
    label: 'Who takes it',
    placeholder: 'Search a colleague',
  }),
  pin: describeField(z.string().regex(/^\d{6}$/, 'A PIN has 6 digits.'), {
    label: 'PIN',
    hint: '6 digits. Checked, not stored.',
    input: 'pin',
  }),
});
const HandOverField = fieldOf<typeof HandOverForm>();

function HandOverFields({ receivers }: { receivers: readonly Person[] }) {
  const { setValue } = useFormContext<z.input<typeof HandOverForm>>();
  const receiverId = useWatch<z.input<typeof HandOverForm>, 'receiverId'>({ name: 'receiverId' });
  const receiver = receivers.find((one) => one.userId === receiverId);
  return (
    <>
      <HandOverField
        name="receiverId"
        search
        options={receivers.map((one) => ({ value: one.userId, label: one.name, note: humanize(one.role) }))}
        onChanged={() => setValue('pin', '')}
      />
      <HandOverField name="pin" label={receiver ? `PIN of ${receiver.name}` : undefined} />
    </>
  );
}

/** Hands a checked-out tube over by the recipient's PIN, when no badge is available (domain 5.4). */
export function HandOverDialog(props: HandOverDialogProps) {
  const { row, onClose } = props;
  const { actor } = useReplica();
  const receivers = useReceivers(row.custodianUserId);
  const handOver = useHandOver(props);
  return (
    <FormDialog
      title={`Hand over ${row.barcode}`}
      submitLabel="Hand over"
      icon={ArrowRightLeft}
      schema={HandOverForm}
      defaults={{ receiverId: row.custodianUserId === actor.userId ? '' : actor.userId }}
      secrets={['pin']}
      onSubmit={({ receiverId, pin }) => {
        const receiver = receivers.find((one) => one.userId === receiverId);
        if (!receiver) throw new AppError('VALIDATION', 'Choose who takes it.');
        return handOver(receiver, pin);
      }}
      onClose={onClose}
    >
      <p>Whoever takes the tube chooses their name and enters their own PIN.</p>
      <HandOverFields receivers={receivers} />
    </FormDialog>
  );
}
