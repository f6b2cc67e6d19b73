import { z } from 'zod';
import { updateService } from '#db/api/ordering/services.ts';
import { PACKAGE_TYPE, PACKAGE_TYPES } from '#db/ordering/orders/order-terms.ts';
import { ServiceChanges } from '#db/ordering/services/service-form.ts';
import type { ShownService } from '#db/ordering/services/shown-service.ts';
import { FILE_SUBTYPE_LABEL, FILE_SUBTYPES } from '#db/records/files/file-type.ts';
import { errorText } from '#pwa/api/error-text.ts';
import { useCallMutation } from '#pwa/api/use-call.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Dialog } from '#pwa/ui/dialog/dialog.tsx';
import { toast } from '#pwa/ui/dialog/toast.tsx';
import { Checkbox } from '#pwa/ui/form/checkbox.tsx';
import type { Control } from '#pwa/ui/form/control.ts';
import { Form, SubmitButton } from '#pwa/ui/form/form.tsx';
import { FormField } from '#pwa/ui/form/form-field.tsx';
import { NumberInput } from '#pwa/ui/form/number-input.tsx';
import { TextArea, TextInput } from '#pwa/ui/form/text-input.tsx';
import { Notice } from '#pwa/ui/notice.tsx';

const { minSpecimens, maxSpecimens, sortOrder } = ServiceChanges.shape;
const numberOrNull = z.string().transform((typed) => (typed === '' ? null : Number(typed)));

/** The server's schema, with numbers typed as text. */
const ServiceInput = ServiceChanges.extend({
  minSpecimens: z.string().transform(Number).pipe(minSpecimens.unwrap()),
  maxSpecimens: numberOrNull.pipe(maxSpecimens.unwrap()),
  sortOrder: numberOrNull.pipe(sortOrder.unwrap()),
}).superRefine((form, context) => {
  const maxCount = form.maxSpecimens ?? null;
  if (maxCount !== null && maxCount < (form.minSpecimens ?? 0))
    context.addIssue({
      code: 'custom',
      path: ['maxSpecimens'],
      message: 'The maximum cannot be below the minimum.',
    });
});

const defaultsOf = (service: ShownService) => ({
  name: service.name,
  slug: service.slug,
  summary: service.summary,
  description: service.description ?? '',
  category: service.category ?? '',
  turnaroundText: service.turnaroundText ?? '',
  packageTypes: service.packageTypes,
  deliverables: service.deliverables,
  minSpecimens: String(service.minSpecimens),
  maxSpecimens: service.maxSpecimens === null ? '' : String(service.maxSpecimens),
  sortOrder: service.sortOrder === null ? '' : String(service.sortOrder),
});

/** Multiple choice with checkboxes. */
function Boxes<Value extends string>(props: {
  control: Control<readonly Value[]>;
  label: string;
  options: readonly Value[];
  labels: Record<Value, string>;
}) {
  const { control, label, options, labels } = props;
  const { value: selected, onChange } = control;
  return (
    <fieldset className="grid gap-x-4 sm:grid-cols-2" aria-describedby={control.describedBy}>
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <Checkbox
          key={option}
          value={selected.includes(option)}
          onChange={(on) => onChange(options.filter((one) => (one === option ? on : selected.includes(one))))}
          onBlur={control.onBlur}
          label={labels[option]}
        />
      ))}
    </fieldset>
  );
}

function TextFields() {
  return (
    <>
      <FormField name="name" label="Name" required empty="">
        {(control) => <TextInput {...control} maxLength={120} />}
      </FormField>
      <FormField name="slug" label="Name in the address" required empty="" hint="For example whole-genome">
        {(control) => <TextInput {...control} maxLength={100} code />}
      </FormField>
      <FormField name="summary" label="Summary" required empty="" hint="One sentence for the list">
        {(control) => <TextArea {...control} rows={2} maxLength={300} />}
      </FormField>
      <FormField name="description" label="Description" empty="" hint="Required for sale">
        {(control) => <TextArea {...control} rows={6} maxLength={10_000} />}
      </FormField>
      <div className="grid gap-3 sm:grid-cols-2">
        <FormField name="category" label="Category" empty="">
          {(control) => <TextInput {...control} maxLength={60} />}
        </FormField>
        <FormField name="turnaroundText" label="Turnaround" empty="" hint="For example 3 to 4 weeks">
          {(control) => <TextInput {...control} maxLength={100} />}
        </FormField>
      </div>
    </>
  );
}

function Limits() {
  return (
    <div className="grid gap-3 sm:grid-cols-3">
      <FormField name="minSpecimens" label="Minimum specimens" required empty="">
        {(control) => <NumberInput {...control} />}
      </FormField>
      <FormField name="maxSpecimens" label="Maximum specimens" empty="" hint="Empty: no limit">
        {(control) => <NumberInput {...control} />}
      </FormField>
      <FormField name="sortOrder" label="Place in the list" empty="">
        {(control) => <NumberInput {...control} />}
      </FormField>
    </div>
  );
}

interface ServiceDialogProps {
  open: boolean;
  service: ShownService;
  onClose(): void;
}

/** Edits the catalog entry of a service. */
export function ServiceDialog({ open, service, onClose }: ServiceDialogProps) {
  const operation = useCallMutation(updateService, { onSuccess: () => toast.success('Service saved') });
  return (
    <Dialog open={open} title="Edit service" onClose={onClose}>
      <Form
        schema={ServiceInput}
        defaults={defaultsOf(service)}
        onSubmit={async (changes) => {
          const body = { ...changes, seenVersion: service.version };
          await operation.mutateAsync({ params: { id: service.id }, body }).then(onClose, () => undefined);
        }}
      >
        {operation.error && <Notice tone="danger" title={errorText(operation.error)} />}
        <TextFields />
        <Limits />
        <FormField name="packageTypes" label="Container" required empty={[]}>
          {(control) => (
            <Boxes control={control} label="Container" options={PACKAGE_TYPES} labels={PACKAGE_TYPE} />
          )}
        </FormField>
        <FormField name="deliverables" label="Deliverables" empty={[]}>
          {(control) => (
            <Boxes
              control={control}
              label="Deliverables"
              options={FILE_SUBTYPES}
              labels={FILE_SUBTYPE_LABEL}
            />
          )}
        </FormField>
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <SubmitButton>Save service</SubmitButton>
        </div>
      </Form>
    </Dialog>
  );
}
