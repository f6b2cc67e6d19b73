import { type ReactNode, useCallback, useRef, useState } from 'react';
import { FormProvider, useController } from 'react-hook-form';
import { z } from 'zod';
import { DraftChanges } from '#db/ordering/drafts/draft-form.ts';
import type { ShownDraft } from '#db/ordering/drafts/shown-draft.ts';
import { PACKAGE_TYPE, type PackageType } from '#db/ordering/orders/order-terms.ts';
import { ChoiceCards } from '#pwa/features/ordering/drafts/choice-cards.tsx';
import { wholeNumber } from '#pwa/features/ordering/drafts/draft-entries.ts';
import { useStepForm } from '#pwa/features/ordering/drafts/step-form.ts';
import { type StepProps, useSaver } from '#pwa/features/ordering/drafts/wizard-steps.ts';
import { ConfirmDialog } from '#pwa/ui/dialog/confirm-dialog.tsx';
import { FormField } from '#pwa/ui/form/form-field.tsx';
import { TextInput } from '#pwa/ui/form/text-input.tsx';
import { filledRows } from './draft-specimen-rows.ts';
import { SpecimenRowsPart } from './specimen-rows-part.tsx';
import type { WaitingFile } from './use-manifest.ts';
import type { SpecimenRows } from './use-specimen-rows.ts';

interface WaitingFileGuard {
  onWaiting(file: WaitingFile | null): void;
  /** Asks about a checked file that is not saved yet; false keeps the user at the step. */
  beforeGoing(): Promise<boolean>;
  question: ReactNode;
}

/** Blocks leaving with a checked but unsaved file: its rows would be lost silently. */
function useWaitingFile(): WaitingFileGuard {
  const waiting = useRef<WaitingFile | null>(null);
  const [pending, setPending] = useState<{ file: WaitingFile; answer(go: boolean): void } | null>(null);
  const onWaiting = useCallback((file: WaitingFile | null) => {
    waiting.current = file;
  }, []);
  const beforeGoing = (): Promise<boolean> => {
    const file = waiting.current;
    if (!file) return Promise.resolve(true);
    return new Promise((resolve) => {
      const answer = (go: boolean): void => {
        setPending(null);
        resolve(go && file.save());
      };
      setPending({ file, answer });
    });
  };
  const question = pending && (
    <ConfirmDialog
      open
      title={`Save the rows of ${pending.file.name}?`}
      confirmLabel={`Save ${pending.file.rows === 1 ? '1 row' : `${pending.file.rows} rows`} and continue`}
      onConfirm={() => pending.answer(true)}
      onClose={() => pending.answer(false)}
    >
      <p>The file has no errors, but its rows are not in the order yet.</p>
      <p>To continue without it, discard the file first.</p>
    </ConfirmDialog>
  );
  return { onWaiting, beforeGoing, question };
}

interface Entries {
  projectedSpecimenCount: string;
  packageType: PackageType;
}

const Specimens = z.preprocess(
  (entries: Entries) => ({ ...entries, projectedSpecimenCount: wholeNumber(entries.projectedSpecimenCount) }),
  DraftChanges,
);

const valuesOf = ({ order }: ShownDraft): Entries => ({
  projectedSpecimenCount: String(order.projectedSpecimenCount),
  packageType: order.packageType,
});

const NOTE: Record<PackageType, string> = {
  TUBE: 'One specimen in each tube',
  PLATE: '96 wells, up to 10 plates',
};

function PackageChoice({ draft, onChosen }: { draft: ShownDraft; onChosen(): void }) {
  const { field, fieldState } = useController({ name: 'packageType' });
  return (
    <ChoiceCards
      legend="Container"
      name={field.name}
      value={field.value}
      error={fieldState.error?.message}
      options={draft.service.packageTypes.map((type) => ({
        value: type,
        label: PACKAGE_TYPE[type],
        note: NOTE[type],
      }))}
      onChange={(type) => {
        field.onChange(type);
        onChosen();
      }}
    />
  );
}

const rangeText = ({ service }: ShownDraft): string =>
  service.maxSpecimens === null
    ? `At least ${service.minSpecimens}.`
    : `From ${service.minSpecimens} to ${service.maxSpecimens}.`;

/** Step 3: number and format of the specimens, in tubes or on plates, typed or from a file. */
export function SpecimensStep(props: StepProps & { specimenRows: SpecimenRows }) {
  const { draft, operations, saver, specimenRows } = props;
  const { form, savePart, saveAll } = useStepForm({
    ...props,
    step: 'specimens',
    schema: Specimens,
    valuesOf,
  });
  const file = useWaitingFile();
  useSaver(saver, async (leaving) => {
    if (leaving) {
      await savePart();
      return specimenRows.save();
    }
    if (!(await file.beforeGoing())) return 'stay';
    const form = await saveAll();
    return form === true ? specimenRows.save() : form;
  });
  const { orderType } = draft.order;
  // The number of specimens follows the rows, unless they are named later.
  const isTyped =
    orderType === 'SALES_ORDER' || orderType === 'CAMPAIGN' || filledRows(specimenRows.rows).length === 0;
  return (
    <FormProvider {...form}>
      <div className="flex flex-col gap-4">
        <form
          noValidate
          className="flex flex-col gap-5"
          onSubmit={(event) => event.preventDefault()}
          onBlur={() => void savePart()}
        >
          <div className="grid gap-4 sm:grid-cols-[minmax(10rem,1fr)_3fr]">
            {isTyped && (
              <FormField
                name="projectedSpecimenCount"
                label="Number of specimens"
                required
                hint={rangeText(draft)}
                empty=""
              >
                {(control) => <TextInput {...control} inputMode="numeric" />}
              </FormField>
            )}
            <PackageChoice draft={draft} onChosen={() => void savePart()} />
          </div>
        </form>
        <SpecimenRowsPart {...{ draft, operations, specimenRows }} onWaiting={file.onWaiting} />
        {file.question}
      </div>
    </FormProvider>
  );
}
