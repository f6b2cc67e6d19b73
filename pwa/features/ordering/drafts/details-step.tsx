import { FormProvider, useController, useWatch } from 'react-hook-form';
import { z } from 'zod';
import { DraftChanges } from '#db/ordering/drafts/draft-form.ts';
import type { ShownDraft } from '#db/ordering/drafts/shown-draft.ts';
import { ORDER_CLASSIFICATION, ORDER_TYPE, type OrderType } from '#db/ordering/orders/order-terms.ts';
import { FormField } from '#pwa/ui/form/form-field.tsx';
import { Select } from '#pwa/ui/form/select.tsx';
import { TextInput } from '#pwa/ui/form/text-input.tsx';
import { KeyValues } from '#pwa/ui/key-values.tsx';
import { ChoiceCards } from './choice-cards.tsx';
import { useStepForm } from './step-form.ts';
import { type StepProps, useSaver } from './wizard-steps.ts';

const NOTE: Record<OrderType, string> = {
  ONLINE: 'Pay by card now',
  PURCHASE_ORDER: 'Upload a PO; we invoice you on completion',
  SALES_ORDER: 'Agreed with sales; we invoice you on completion',
  CAMPAIGN: 'A campaign sponsor pays',
};

/** Selects the payment method; offers only those of the organization. */
function OrderTypeChoice({
  availableTypes,
  onSelect,
}: {
  availableTypes: readonly OrderType[];
  onSelect(): void;
}) {
  const { field, fieldState } = useController({ name: 'orderType' });
  return (
    <ChoiceCards
      legend="Order type"
      name={field.name}
      value={field.value}
      error={fieldState.error?.message}
      options={availableTypes.map((type) => ({ value: type, label: ORDER_TYPE[type], note: NOTE[type] }))}
      onChange={(type) => {
        field.onChange(type);
        onSelect();
      }}
    />
  );
}

interface Entries {
  projectId: string;
  orderType: OrderType;
  campaignCode: string;
  salesOrderNumber: string;
}

const Details = z.preprocess(
  (entries: Entries) => ({ ...entries, projectId: entries.projectId || null }),
  DraftChanges,
);

const valuesOf = ({ order }: ShownDraft): Entries => ({
  projectId: order.projectId ?? '',
  orderType: order.orderType,
  campaignCode: order.campaignCode ?? '',
  salesOrderNumber: order.salesOrderNumber ?? '',
});

function Numbers() {
  const orderType: unknown = useWatch({ name: 'orderType' });
  if (orderType === 'CAMPAIGN')
    return (
      <FormField
        name="campaignCode"
        label="Campaign code"
        required
        empty=""
        hint="Shown on the sponsor’s organization page."
      >
        {(control) => <TextInput {...control} code />}
      </FormField>
    );
  if (orderType === 'SALES_ORDER')
    return (
      <FormField name="salesOrderNumber" label="Sales order number" empty="">
        {(control) => <TextInput {...control} code />}
      </FormField>
    );
  return null;
}

/** Step 2: the project and the payment method. */
export function DetailsStep(props: StepProps) {
  const { draft, saver } = props;
  const { form, savePart, saveAll } = useStepForm({ ...props, step: 'details', schema: Details, valuesOf });
  useSaver(saver, (leaving) => (leaving ? savePart() : saveAll()));
  return (
    <FormProvider {...form}>
      <form
        noValidate
        className="flex flex-col gap-5"
        onSubmit={(event) => event.preventDefault()}
        onBlur={() => void savePart()}
      >
        <KeyValues
          items={[
            { name: 'Organization', value: draft.company.name },
            { name: 'Order classification', value: ORDER_CLASSIFICATION[draft.order.orderClassification] },
          ]}
        />
        <FormField
          name="projectId"
          label="Project"
          hint={draft.projects.length === 0 ? 'No active projects' : undefined}
          empty=""
        >
          {(control) => (
            <Select
              {...control}
              disabled={draft.projects.length === 0}
              placeholder="No project"
              options={draft.projects.map(({ id, name }) => ({ value: id, label: name }))}
            />
          )}
        </FormField>
        <OrderTypeChoice availableTypes={draft.offeredOrderTypes} onSelect={() => void savePart()} />
        <Numbers />
      </form>
    </FormProvider>
  );
}
