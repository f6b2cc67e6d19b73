import { useState } from 'react';
import { allowDevices } from '#db/api/identity/users.ts';
import { AppError } from '#db/errors/app-error.ts';
import type { OpenMembership } from '#db/identity/shown-user.ts';
import { errorText } from '#pwa/api/error-text.ts';
import { useCallMutation, useInvalidation } from '#pwa/api/use-call.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Dialog } from '#pwa/ui/dialog/dialog.tsx';
import { toast } from '#pwa/ui/dialog/toast.tsx';
import { Field } from '#pwa/ui/form/field.tsx';
import { NumberInput } from '#pwa/ui/form/number-input.tsx';
import { TextInput } from '#pwa/ui/form/text-input.tsx';
import { Notice } from '#pwa/ui/notice.tsx';

const MAX_DEVICES = 100;

/** Parse the typed number; null when the server would not accept it. */
function countOf(text: string): number | null {
  const count = Number(text);
  return /^\d+$/.test(text) && count >= 1 && count <= MAX_DEVICES ? count : null;
}

const untilProblem = (failure: unknown): string | null =>
  (failure instanceof AppError && failure.issues.find(({ path }) => path === 'until')?.message) || null;

/** Asks how many devices a user may enroll on one day, and until when. */
export function AllowDevicesDialog({
  membership: { name, companyName, userCompanyId, devicesPerDay, devicesPerDayUntil },
  onClose,
}: {
  membership: OpenMembership;
  onClose(): void;
}) {
  const [count, setCount] = useState(devicesPerDay === null ? '' : String(devicesPerDay));
  const [until, setUntil] = useState(devicesPerDayUntil ?? '');
  const [isSubmitted, setIsSubmitted] = useState(false);
  const invalidate = useInvalidation();
  const { mutate, isPending, error } = useCallMutation(allowDevices, {
    onSuccess: (_answer, { body: { devicesPerDay: allowed } }) => {
      toast.success(`${name} can enroll ${allowed === 1 ? '1 device' : `${allowed} devices`} per day.`);
      onClose();
    },
  });
  const deviceLimit = countOf(count);
  const save = (): void => {
    setIsSubmitted(true);
    if (deviceLimit === null) return;
    const body = { userCompanyId, devicesPerDay: deviceLimit, until: until === '' ? null : until };
    // After a refusal the displayed data may have been outdated.
    mutate({ body }, { onError: () => void invalidate(['users']) });
  };
  const dateProblem = untilProblem(error);
  return (
    <Dialog
      open
      title={`Allow devices for ${name}`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Back</Button>
          <Button variant="primary" busy={isPending} onClick={save}>
            Allow devices
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {error && dateProblem === null && <Notice tone="danger" title={errorText(error)} />}
        <Field
          label={`New devices per day at ${companyName}`}
          required
          error={isSubmitted && deviceLimit === null ? `Enter a number from 1 to ${MAX_DEVICES}.` : null}
        >
          {(control) => <NumberInput {...control} value={count} onChange={setCount} />}
        </Field>
        <Field label="Until" hint="The last day. Leave it empty for no end." error={dateProblem}>
          {(control) => <TextInput {...control} type="date" value={until} onChange={setUntil} />}
        </Field>
      </div>
    </Dialog>
  );
}
