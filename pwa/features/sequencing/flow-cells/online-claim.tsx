import { z } from 'zod';
import { changeInventoryItem } from '#db/api/inventory.ts';
import { describeField } from '#db/values/field-types.ts';
import { Reason } from '#db/values/reason.ts';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { useCallMutation } from '#pwa/api/use-call.ts';
import { toast } from '#pwa/ui/dialog/toast.tsx';
import { FormDialog } from '#pwa/ui/form/form.tsx';
import { fieldOf } from '#pwa/ui/form/schema-field.tsx';
import type { CellDialogProps } from './flow-cell-dialogs.tsx';

const ClaimForm = z.strictObject({
  decision: describeField(z.enum(['ACCEPTED', 'REFUSED']), {
    label: 'Answer of the manufacturer',
    choices: { ACCEPTED: 'Accepted', REFUSED: 'Refused' },
  }),
  reason: describeField(Reason, { label: 'Reason', input: 'area' }),
});
const ClaimField = fieldOf<typeof ClaimForm>();

function ClaimDialog({ cell, onClose }: CellDialogProps) {
  const change = useCallMutation(changeInventoryItem);
  return (
    <FormDialog
      title={`Warranty claim of ${cell.flowCellId}`}
      submitLabel="Save answer"
      schema={ClaimForm}
      defaults={{ reason: '' }}
      onSubmit={async (form) => {
        await change.mutateAsync({
          body: { operation: 'decide-warranty-claim', args: { cellId: cell.id, ...form } },
        });
        toast.success('Answer saved');
        onClose();
      }}
      onClose={onClose}
    >
      <ClaimField name="decision" />
      <ClaimField name="reason" rows={3} />
    </FormDialog>
  );
}

/** Records the answer to a warranty claim, which needs a connection. */
export const OnlineClaim = (props: CellDialogProps) => (
  <OnlineQueries>
    <ClaimDialog {...props} />
  </OnlineQueries>
);
