import { RotateCcw, Save } from 'lucide-react';
import { useState } from 'react';
import { FormProvider, useController } from 'react-hook-form';
import { z } from 'zod';
import { DraftChanges } from '#db/ordering/draft-form.ts';
import { PACKAGE_TYPE, type PackageType } from '#db/ordering/package-type.ts';
import type { ShownDraft } from '#db/ordering/shown-draft.ts';
import { Button } from '#pwa/ui/button.tsx';
import { FormField } from '#pwa/ui/form/form-field.tsx';
import { TextInput } from '#pwa/ui/form/text-input.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Tabs } from '#pwa/ui/tabs.tsx';
import { ChoiceCards } from './choice-cards.tsx';
import { wholeNumber } from './entries.ts';
import { FaultTable } from './fault-table.tsx';
import { ManifestUpload } from './manifest-upload.tsx';
import { PlateMap } from './plate-map.tsx';
import { filledRows } from './specimen-rows.ts';
import { SpecimenTable } from './specimen-table.tsx';
import type { SpecimenRows } from './use-specimen-rows.ts';
import { type StepProps, useSaver, useStepForm } from './use-step-form.ts';

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
      legend="You send"
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

/** How many of the specimens have a row, and whether the rows are saved. */
function Standing({
  draft,
  entered,
  onCount,
}: StepProps & { entered: SpecimenRows; onCount(n: number): void }) {
  const typed = filledRows(entered.rows).length;
  const wanted = draft.order.projectedSpecimenCount;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <p role="status" className="font-medium">
        {`${typed} of ${wanted} specimens entered.`}
        {entered.dirty && <span className="font-normal text-ink-soft"> Not saved yet.</span>}
      </p>
      {typed > 0 && typed !== wanted && (
        <Button onClick={() => onCount(typed)}>{`Order ${typed} specimens`}</Button>
      )}
      {entered.dirty && (
        <>
          <Button icon={Save} onClick={() => void entered.save()}>
            Save rows
          </Button>
          <Button variant="quiet" icon={RotateCcw} onClick={entered.takeBack}>
            Back to what is saved
          </Button>
        </>
      )}
    </div>
  );
}

function Findings({ entered }: { entered: SpecimenRows }) {
  const { faults, warnings } = entered;
  return (
    <>
      {faults.length > 0 && (
        <>
          <Notice
            tone="danger"
            title={`${faults.length === 1 ? 'One cell is' : `${faults.length} cells are`} wrong. The rows are not saved.`}
          >
            <p>Put right what is marked and save again.</p>
          </Notice>
          <FaultTable label="Faults of the rows" faults={faults} />
        </>
      )}
      {warnings.length > 0 && (
        <>
          <h3 className="font-semibold">{`Worth a look (${warnings.length})`}</h3>
          <FaultTable label="Warnings of the rows" faults={warnings} />
        </>
      )}
    </>
  );
}

/** Step 3: how many, in tubes or on plates, and each of them, typed or from a file. */
export function SpecimensStep(props: StepProps & { entered: SpecimenRows }) {
  const { draft, acts, saver, entered } = props;
  const { form, savePart, saveAll } = useStepForm({
    ...props,
    step: 'specimens',
    schema: Specimens,
    valuesOf,
  });
  const [tab, setTab] = useState('table');
  useSaver(saver, async (leaving) => {
    if (leaving) {
      await savePart();
      return entered.save();
    }
    return (await saveAll()) && (await entered.save());
  });
  const setCount = (n: number): void => {
    form.setValue('projectedSpecimenCount', String(n), { shouldDirty: true });
    void savePart();
  };
  const tabs = [
    { id: 'table', label: 'Table', content: <SpecimenTable draft={draft} entered={entered} /> },
    ...(draft.order.packageType === 'PLATE'
      ? [{ id: 'plate', label: 'Plate map', content: <PlateMap draft={draft} entered={entered} /> }]
      : []),
    {
      id: 'file',
      label: 'Upload a file',
      content: <ManifestUpload draft={draft} acts={acts} onSaved={() => setTab('table')} />,
    },
  ];
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
            <FormField
              name="projectedSpecimenCount"
              label="Number of specimens"
              required
              hint={rangeText(draft)}
              empty=""
            >
              {(control) => <TextInput {...control} inputMode="numeric" />}
            </FormField>
            <PackageChoice draft={draft} onChosen={() => void savePart()} />
          </div>
        </form>
        <Standing {...props} onCount={setCount} />
        <Findings entered={entered} />
        <Tabs tabs={tabs} value={tab} onChange={setTab} />
      </div>
    </FormProvider>
  );
}
