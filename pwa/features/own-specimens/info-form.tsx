import { useMemo } from 'react';
import { z } from 'zod';
import type { ShownSpecimen } from '#db/specimens/shown-specimen.ts';
import { INFO_FIELD, type InfoField } from '#db/specimens/specimen-info.ts';
import { Form } from '#pwa/ui/form/form.tsx';
import { FormField } from '#pwa/ui/form/form-field.tsx';
import { SubmitButton } from '#pwa/ui/form/submit-button.tsx';
import { TextInput } from '#pwa/ui/form/text-input.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { errorText, useSpecimenOperation } from './use-own-specimens.ts';

const titled = (field: InfoField): string =>
  INFO_FIELD[field].charAt(0).toUpperCase() + INFO_FIELD[field].slice(1);

/** The input; the server validates it with its own schema. */
const schemaOf = (missing: readonly InfoField[]) =>
  z.object(
    Object.fromEntries(
      missing.map((field) => [field, z.string().trim().min(1, `Enter the ${INFO_FIELD[field]}.`).max(120)]),
    ),
  );

/** Convert a typed time in this device's zone to the server's format. */
const sentValue = (field: string, value: string): string =>
  field === 'collectedAt' ? new Date(value).toISOString() : value;

/** Asks for the data without which work on a received specimen cannot start. */
export function InfoForm({ specimen }: { specimen: Pick<ShownSpecimen, 'id' | 'missing'> }) {
  const operation = useSpecimenOperation(specimen.id);
  const { missing } = specimen;
  const schema = useMemo(() => schemaOf(missing), [missing]);
  return (
    <Form
      schema={schema}
      defaults={Object.fromEntries(missing.map((field) => [field, '']))}
      onSubmit={async (typed) => {
        const info = Object.fromEntries(
          Object.entries(typed).map(([field, value]) => [field, sentValue(field, value)]),
        );
        await operation
          .mutateAsync({ action: 'info', data: { info }, done: 'Thank you, the lab has it now' })
          .catch(() => undefined);
      }}
    >
      {operation.error && <Notice tone="danger" title={errorText(operation.error)} />}
      <div className="grid gap-4 md:grid-cols-2">
        {missing.map((field) => (
          <FormField key={field} name={field} label={titled(field)} required empty="">
            {(control) => (
              <TextInput {...control} type={field === 'collectedAt' ? 'datetime-local' : 'text'} />
            )}
          </FormField>
        ))}
      </div>
      <div>
        <SubmitButton>Send to the lab</SubmitButton>
      </div>
    </Form>
  );
}
