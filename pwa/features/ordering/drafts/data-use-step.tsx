import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect } from 'react';
import { FormProvider, type UseFormReturn, useController, useForm, useWatch } from 'react-hook-form';
import { z } from 'zod';
import { seesAllCompanies } from '#db/access/roles.ts';
import {
  DATA_USE_AGREEMENT,
  DATA_USE_AGREEMENTS,
  type DataUseAgreement,
  RETENTION_PERIODS,
  type RetentionPeriod,
} from '#db/ordering/drafts/data-use-info.ts';
import { AGREEMENT_VERSION, DataUseForm } from '#db/ordering/drafts/draft-form.ts';
import type { ShownDraft } from '#db/ordering/drafts/shown-draft.ts';
import type { PostSequenceOption } from '#db/ordering/orders/order-terms.ts';
import { errorText } from '#pwa/api/error-text.ts';
import { toast } from '#pwa/ui/dialog/toast.tsx';
import { Checkbox } from '#pwa/ui/form/checkbox.tsx';
import { FormField } from '#pwa/ui/form/form-field.tsx';
import { Select } from '#pwa/ui/form/select.tsx';
import { TextInput } from '#pwa/ui/form/text-input.tsx';
import { lazyComponent } from '#pwa/ui/lazy-component.tsx';
import { ChoiceCards } from './choice-cards.tsx';
import { MATERIAL, retentionText } from './data-use-words.ts';
import type { DraftOperations } from './use-order-draft.ts';
import { problemsAt, type StepProps, useSaver } from './wizard-steps.ts';

interface Entries {
  agreementTypes: DataUseAgreement[];
  otherText: string;
  retentionPeriod: RetentionPeriod | '';
}

type Accepted = z.output<typeof DataUseForm>;

/** The server's own schema, applied to the values of the form. */
const DataUse = z.preprocess(
  (entries: Entries) => ({ ...entries, agreementVersion: AGREEMENT_VERSION }),
  DataUseForm,
);
const worded = {
  error: ({ path }: { path?: PropertyKey[] | undefined }) =>
    path?.[0] === 'retentionPeriod' ? 'Choose a retention period.' : undefined,
};

const valuesOf = ({ dataUse }: ShownDraft): Entries => ({
  agreementTypes: dataUse?.agreementTypes ?? [],
  otherText: dataUse?.otherText ?? '',
  retentionPeriod: dataUse?.retentionPeriod ?? '',
});

/** Toggle one agreement; "no rights" excludes all others. */
function toggled(
  selected: readonly DataUseAgreement[],
  type: DataUseAgreement,
  on: boolean,
): DataUseAgreement[] {
  const rest = selected.filter((each) => each !== type);
  if (!on) return rest;
  return type === 'NO_RIGHTS' ? [type] : [...rest.filter((each) => each !== 'NO_RIGHTS'), type];
}

function Agreements() {
  const { field, fieldState } = useController({ name: 'agreementTypes' });
  const selected: readonly DataUseAgreement[] = field.value ?? [];
  const error = fieldState.error?.message;
  return (
    <fieldset aria-describedby={error ? 'agreement-error' : undefined}>
      <legend className="mb-1 font-medium text-sm">
        Data-use agreement{' '}
        <span data-tone="danger" aria-hidden className="text-tone-ink">
          *
        </span>
      </legend>
      <p className="text-ink-soft text-sm">
        {`What the lab may do with the data besides delivering them to you (agreement ${AGREEMENT_VERSION}).`}
      </p>
      {DATA_USE_AGREEMENTS.map((type) => (
        <Checkbox
          key={type}
          label={DATA_USE_AGREEMENT[type]}
          value={selected.includes(type)}
          onChange={(on) => field.onChange(toggled(selected, type, on))}
        />
      ))}
      {error && (
        <p id="agreement-error" data-tone="danger" className="mt-1 font-medium text-sm text-tone-ink">
          {error}
        </p>
      )}
    </fieldset>
  );
}

function OtherUse() {
  const selected: unknown = useWatch({ name: 'agreementTypes' });
  if (!Array.isArray(selected) || !selected.includes('OTHER')) return null;
  return (
    <FormField name="otherText" label="Other use" required empty="">
      {(control) => <TextInput {...control} maxLength={500} />}
    </FormField>
  );
}

/** Saves the agreement when it is complete and differs from the saved one. */
function useAgreement({ draft, operations, isVisited }: StepProps) {
  const form: UseFormReturn<Entries, unknown, Accepted> = useForm<Entries, unknown, Accepted>({
    resolver: zodResolver(DataUse, worded),
    defaultValues: valuesOf(draft),
  });
  const missing = isVisited
    ? problemsAt(draft, 'data-use').find(({ field }) => field !== 'attestation')
    : undefined;
  const gap = missing?.field === 'otherText' ? 'otherText' : missing ? 'agreementTypes' : null;
  const text = missing?.message ?? '';
  useEffect(() => {
    if (gap) form.setError(gap, { type: 'missing', message: text });
  }, [form, gap, text]);
  const save = async (leaving: boolean): Promise<boolean> => {
    const entries = form.getValues();
    const isUntouched = JSON.stringify(entries) === JSON.stringify(valuesOf(draft));
    if (isUntouched) return true;
    const read = DataUse.safeParse(entries);
    if (!read.success) {
      if (!leaving) await form.trigger(undefined, { shouldFocus: true });
      return false;
    }
    try {
      await operations.acceptDataUse(read.data);
      return true;
    } catch (error) {
      toast.error(errorText(error));
      return false;
    }
  };
  return { form, save };
}

// Few orders are clinical, and the form comes with a list of codes.
const AttestationForm = lazyComponent(() =>
  import('./attestation-form.tsx').then((loaded) => loaded.AttestationForm),
);

/** Report whether the clinic signs the order: staff enter orders that were signed on paper. */
const isSigned = ({ service, order }: ShownDraft, { role }: DraftOperations): boolean =>
  service.clinical && order.orderClassification !== 'REWORK' && !seesAllCompanies(role);

/** Step 4: leftover material, data use rights, and the retention period. */
export function DataUseStep(props: StepProps) {
  const { draft, operations, saver } = props;
  const { form, save } = useAgreement(props);
  useSaver(saver, save);
  const keepMaterial = (postSequenceOption: PostSequenceOption): void => {
    operations.save({ postSequenceOption }).catch((error: unknown) => toast.error(errorText(error)));
  };
  return (
    <FormProvider {...form}>
      <form noValidate className="flex flex-col gap-5" onSubmit={(event) => event.preventDefault()}>
        <ChoiceCards
          legend="Leftover material"
          name="postSequenceOption"
          value={draft.order.postSequenceOption}
          options={MATERIAL}
          onChange={keepMaterial}
        />
        <Agreements />
        <OtherUse />
        <FormField name="retentionPeriod" label="Data retention" required empty="">
          {(control) => (
            <Select
              {...control}
              options={RETENTION_PERIODS.map((period) => ({ value: period, label: retentionText(period) }))}
            />
          )}
        </FormField>
      </form>
      {isSigned(draft, operations) && (
        <div className="mt-6">
          <AttestationForm {...props} />
        </div>
      )}
    </FormProvider>
  );
}
