import { Check } from 'lucide-react';
import { useState } from 'react';
import type { ShownDraft } from '#db/ordering/drafts/shown-draft.ts';
import { columnOf, MANIFEST_COLUMNS, type ManifestField } from '#db/ordering/manifest/manifest-columns.ts';
import { MANIFEST_TARGET } from '#db/ordering/manifest/manifest-target.ts';
import {
  columnsLacking,
  decisionsOf,
  type MappingQuestion,
  sameForAll,
  wordsOf,
} from '#db/ordering/manifest/mapping-question.ts';
import type { Mapping } from '#db/records/imports/import-mapping.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Field } from '#pwa/ui/form/field.tsx';
import { Select } from '#pwa/ui/form/select.tsx';
import { TextInput } from '#pwa/ui/form/text-input.tsx';
import { Notice } from '#pwa/ui/notice.tsx';

const WORD_FIELDS = ['providedSourceSpecies', 'providedSpecimenType', 'providedDnaType'] as const;

interface MappingFormProps {
  draft: ShownDraft;
  question: MappingQuestion;
  busy: boolean;
  onConfirm(mapping: Mapping): void;
  onCancel(): void;
}

/** The columns that an order of this kind may have. */
const fieldsFor = (draft: ShownDraft) =>
  MANIFEST_COLUMNS.filter(
    ({ needed }) =>
      (needed !== 'clinical' || draft.service.clinical || draft.protocol.clinical) &&
      (needed !== 'plate' || draft.order.packageType === 'PLATE'),
  ).map(({ field, header }) => ({ value: field, label: header }));

const examplesOf = (values: MappingQuestion['columns'][number]['values']): string =>
  values.length === 0
    ? 'Empty column'
    : values
        .slice(0, 3)
        .map(({ text }) => text)
        .join(', ');

const rowsText = (count: number): string => (count === 1 ? '1 row' : `${count} rows`);

/** Confirms what the columns and words of a file mean; the organization is not asked again. */
export function MappingForm({ draft, question: initial, busy, onConfirm, onCancel }: MappingFormProps) {
  const [columns, setColumns] = useState(initial.columns);
  const [chosenWords, setChosenWords] = useState<Readonly<Record<string, string>>>({});
  const [typed, setTyped] = useState<Readonly<Partial<Record<ManifestField, string>>>>({});
  const needs = {
    protocol: draft.protocol,
    packageType: draft.order.packageType,
    clinical: draft.service.clinical || draft.protocol.clinical,
  };
  const question = { ...initial, columns };
  const termsByField = Object.fromEntries(
    WORD_FIELDS.map((field) => [
      field,
      wordsOf(question, field).map((term) => {
        const selectedValue = chosenWords[`${field} ${term.key}`];
        return selectedValue === undefined ? term : { ...term, value: selectedValue || null };
      }),
    ]),
  );
  const same = sameForAll(question, needs).map((one) => ({ ...one, value: typed[one.field] ?? one.value }));
  const lacking = columnsLacking(question, needs);
  const assign = (place: number, field: ManifestField | ''): void =>
    setColumns(
      columns.map((column) =>
        column.place === place
          ? { ...column, field: field || null }
          : { ...column, field: column.field === (field || undefined) ? null : column.field },
      ),
    );
  const confirm = (): void =>
    onConfirm(
      decisionsOf(question, termsByField, Object.fromEntries(same.map(({ field, value }) => [field, value]))),
    );
  const openWords = WORD_FIELDS.flatMap((field) =>
    (termsByField[field] ?? []).flatMap((term) => (term.certainty === 'known' ? [] : [{ field, term }])),
  );
  return (
    <section aria-label="Columns and words" className="flex flex-col gap-5">
      <Notice tone="info" title="Confirm how we read your file.">
        <p>Your organization is asked once. Later files are read the same way.</p>
      </Notice>
      <fieldset className="flex flex-col gap-3">
        <legend className="mb-2 font-semibold">Columns</legend>
        <div className="grid gap-x-4 gap-y-3 sm:grid-cols-2 xl:grid-cols-3">
          {columns.map(({ place, header, field, values }) => (
            <Field key={place} label={header} filter hint={examplesOf(values)}>
              {(control) => (
                <Select
                  {...control}
                  value={field ?? ''}
                  placeholder="Do not read"
                  options={fieldsFor(draft)}
                  onChange={(next) => assign(place, next)}
                />
              )}
            </Field>
          ))}
        </div>
      </fieldset>
      {lacking.length > 0 && (
        <Notice
          tone="warning"
          title={`Choose the column for ${lacking.map((field) => columnOf(field).header).join(', ')}.`}
        />
      )}
      {openWords.length > 0 && (
        <fieldset className="flex flex-col gap-3">
          <legend className="mb-2 font-semibold">Words</legend>
          <div className="grid gap-x-4 gap-y-3 sm:grid-cols-2 xl:grid-cols-3">
            {openWords.map(({ field, term }) => (
              <Field
                key={`${field} ${term.key}`}
                label={`“${term.word}”`}
                filter
                hint={`${columnOf(field).header}, ${rowsText(term.count)}`}
              >
                {(control) => (
                  <Select
                    {...control}
                    value={term.value ?? ''}
                    placeholder="Unknown"
                    options={Object.entries(MANIFEST_TARGET.words[field]?.labels ?? {}).map(
                      ([value, label]) => ({ value, label }),
                    )}
                    onChange={(value) => setChosenWords({ ...chosenWords, [`${field} ${term.key}`]: value })}
                  />
                )}
              </Field>
            ))}
          </div>
        </fieldset>
      )}
      {same.length > 0 && (
        <fieldset className="flex flex-col gap-3">
          <legend className="mb-2 font-semibold">Same for all rows</legend>
          <div className="grid gap-x-4 gap-y-3 sm:grid-cols-2 xl:grid-cols-3">
            {same.map(({ field, value, choices }) => (
              <Field key={field} label={columnOf(field).header} filter>
                {(control) =>
                  choices.length > 0 ? (
                    <Select
                      {...control}
                      value={value}
                      options={choices.map((choice) => ({ value: choice, label: choice }))}
                      onChange={(text) => setTyped({ ...typed, [field]: text })}
                    />
                  ) : (
                    <TextInput
                      {...control}
                      value={value}
                      maxLength={100}
                      onChange={(text) => setTyped({ ...typed, [field]: text })}
                    />
                  )
                }
              </Field>
            ))}
          </div>
        </fieldset>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button disabled={busy} onClick={onCancel}>
          Cancel
        </Button>
        <Button variant="primary" icon={Check} busy={busy} onClick={confirm}>
          Confirm and read file
        </Button>
      </div>
    </section>
  );
}
