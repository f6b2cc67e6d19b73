import { z } from 'zod';
import { allowDevices } from '#db/api/identity/users.ts';
import type { OpenMembership } from '#db/identity/shown-user.ts';
import { date, describeField } from '#db/values/field-types.ts';
import { useCallMutation, useInvalidation } from '#pwa/api/use-call.ts';
import { toast } from '#pwa/ui/dialog/toast.tsx';
import { FormDialog } from '#pwa/ui/form/form.tsx';
import { fieldOf } from '#pwa/ui/form/schema-field.tsx';

const RANGE = 'Enter a number from 1 to 100.';
const DeviceCountForm = z.object({
  devicesPerDay: describeField(z.int(RANGE).min(1, RANGE).max(100, RANGE), 'New devices per day'),
  until: describeField(date.nullable(), {
    label: 'Until',
    hint: 'The last day. Leave it empty for no end.',
  }),
});
const DeviceCountField = fieldOf<typeof DeviceCountForm>();

/** Asks how many devices a user may enroll on one day, and until when. */
export function AllowDevicesDialog({
  membership: { name, companyName, userCompanyId, devicesPerDay, devicesPerDayUntil },
  onClose,
}: {
  membership: OpenMembership;
  onClose(): void;
}) {
  const invalidate = useInvalidation();
  const { mutateAsync } = useCallMutation(allowDevices);
  const allow = async (values: z.infer<typeof DeviceCountForm>): Promise<void> => {
    // After a refusal the displayed data may have been outdated.
    await mutateAsync({ body: { userCompanyId, ...values } }, { onError: () => void invalidate(['users']) });
    const { devicesPerDay: allowed } = values;
    toast.success(`${name} can enroll ${allowed === 1 ? '1 device' : `${allowed} devices`} per day.`);
    onClose();
  };
  return (
    <FormDialog
      title={`Allow devices for ${name}`}
      submitLabel="Allow devices"
      schema={DeviceCountForm}
      defaults={{
        until: devicesPerDayUntil,
        ...(devicesPerDay === null ? {} : { devicesPerDay }),
      }}
      onSubmit={allow}
      onClose={onClose}
    >
      <DeviceCountField name="devicesPerDay" label={`New devices per day at ${companyName}`} />
      <DeviceCountField name="until" />
    </FormDialog>
  );
}
