import { useController, useWatch } from 'react-hook-form';
import { z } from 'zod';
import {
  CUSTOMER_DECISIONS,
  type CustomerDecision,
  DISCREPANCY_TYPE,
} from '#db/specimens/discrepancies/discrepancy.ts';
import type { ShownSpecimen } from '#db/specimens/shown-specimen.ts';
import { errorText } from '#pwa/api/error-text.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Dialog } from '#pwa/ui/dialog/dialog.tsx';
import { toast } from '#pwa/ui/dialog/toast.tsx';
import { Form, SubmitButton } from '#pwa/ui/form/form.tsx';
import { fieldOf, reasonText } from '#pwa/ui/form/schema-field.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { useOwnSpecimen, useReader, useSpecimenDecision, useSpecimenRefresh } from './use-own-specimens.ts';

/** Label and explanation of each decision. */
const DECISION_TEXTS: Record<CustomerDecision, { label: string; explains: string; done: string }> = {
  SEND_REPLACEMENT: {
    label: 'Send a replacement',
    explains: 'Send new material under the same requisition number. What arrived before is not used.',
    done: 'Replacement expected: print its packing slip on the order page',
  },
  PROCEED_AT_RISK: {
    label: 'Proceed at risk',
    explains: 'The lab works with what arrived. The result may be poor, and the work is billed as usual.',
    done: 'The lab proceeds at risk',
  },
  CANCEL: {
    label: 'Cancel this specimen',
    explains: 'No more work is done on it. This cannot be taken back.',
    done: 'The specimen is canceled',
  },
};

interface DecideDialogProps {
  /** Null closes the dialog. */
  specimenId: string | null;
  onClose(): void;
}

const DecisionForm = z.object({
  decision: z.enum(CUSTOMER_DECISIONS, 'Choose what shall happen.'),
  note: reasonText(900),
});
const DecisionField = fieldOf<typeof DecisionForm>();

function Choices({ decisions }: { decisions: readonly CustomerDecision[] }) {
  const { field, fieldState } = useController<z.input<typeof DecisionForm>, 'decision'>({ name: 'decision' });
  return (
    <>
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-1 font-medium">What shall happen?</legend>
        {CUSTOMER_DECISIONS.filter((one) => decisions.includes(one)).map((one) => (
          <label
            key={one}
            className="flex min-h-11 cursor-pointer items-start gap-3 rounded-lg border border-line p-3 has-checked:border-accent has-checked:bg-accent-soft"
          >
            <input
              type="radio"
              name="decision"
              className="mt-0.5 size-5 shrink-0 accent-accent"
              checked={field.value === one}
              onChange={() => field.onChange(one)}
            />
            <span>
              <span className="block font-semibold">{DECISION_TEXTS[one].label}</span>
              <span className="block text-ink-soft text-sm">{DECISION_TEXTS[one].explains}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {fieldState.error && (
        <p data-tone="danger" className="text-sm text-tone-ink">
          {fieldState.error.message}
        </p>
      )}
    </>
  );
}

/** The submit button names the selected decision. */
function DecideButton() {
  const selected = useWatch<z.input<typeof DecisionForm>, 'decision'>({ name: 'decision' });
  return (
    <SubmitButton variant={selected === 'CANCEL' ? 'danger' : 'primary'}>
      {selected ? DECISION_TEXTS[selected].label : 'Decide'}
    </SubmitButton>
  );
}

/** The question, and the finding behind it. */
function LabRequest({ specimen: { actionRequiredText, discrepancies } }: { specimen: ShownSpecimen }) {
  const noticed = discrepancies
    .filter(({ resolution, description }) => resolution === 'OPEN' && description !== actionRequiredText)
    .map(({ id, type, description }) => ({ id, type: DISCREPANCY_TYPE[type], description }));
  // The bench selects the kind of damage; its note has more detail.
  const requested = noticed.some(({ type }) => type === actionRequiredText) ? null : actionRequiredText;
  if (!requested && noticed.length === 0) return null;
  return (
    <div className="flex flex-col gap-1 rounded-lg bg-sunken p-3">
      {requested && <p className="wrap-anywhere">{requested}</p>}
      {noticed.map(({ id, type, description }) => (
        <p key={id} className="wrap-anywhere">{`${type}: ${description}`}</p>
      ))}
    </div>
  );
}

function Decide({ specimen, onClose }: { specimen: ShownSpecimen; onClose(): void }) {
  const operation = useSpecimenDecision((decision) => {
    toast.success(DECISION_TEXTS[decision].done);
    onClose();
  });
  const refreshSpecimens = useSpecimenRefresh();
  const { customer } = useReader();
  if (specimen.decisions.length === 0 && !operation.isPending) return <p>No decision is needed from you.</p>;
  return (
    <Form
      schema={DecisionForm}
      // Somebody else may have acted first: the page then shows the current state.
      onSubmit={(body) =>
        operation.mutateAsync({ params: { id: specimen.id }, body }, { onError: refreshSpecimens })
      }
    >
      <LabRequest specimen={specimen} />
      <Choices decisions={specimen.decisions} />
      <DecisionField
        name="note"
        label={customer ? 'A note for the lab' : 'What the customer said, and who said it'}
      />
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <DecideButton />
      </div>
    </Form>
  );
}

/** Asks the customer how to continue with a specimen: replace it, proceed at risk, or cancel it. */
export function DecideDialog({ specimenId, onClose }: DecideDialogProps) {
  const { data, error } = useOwnSpecimen(specimenId);
  return (
    <Dialog
      open={specimenId !== null}
      title={data ? `Decide about ${data.customerSampleId}` : 'Decide about this specimen'}
      onClose={onClose}
    >
      {data ? (
        <Decide key={data.id} specimen={data} onClose={onClose} />
      ) : error ? (
        <Notice tone="danger" title={errorText(error)} />
      ) : (
        <Skeleton lines={4} label="Loading the specimen" />
      )}
    </Dialog>
  );
}
