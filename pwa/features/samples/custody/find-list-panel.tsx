import { ListChecks } from 'lucide-react';
import { type ChangeEvent, useId, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { z } from 'zod';
import { barcodeOf, isBarcode } from '#db/values/barcode-value.ts';
import { describeField } from '#db/values/field-types.ts';
import { ToneBadge } from '#pwa/ui/badge.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { FormDialog } from '#pwa/ui/form/form.tsx';
import { fieldOf } from '#pwa/ui/form/schema-field.tsx';
import { Section } from '#pwa/ui/page.tsx';

/** Result of reading a pasted list or file: unique codes, and entries that are no codes. */
export interface FindList {
  codes: string[];
  invalidCodes: string[];
}

const HEADING = /^(bar)?codes?$|^samples?$|^sample id$/i;

/**
 * Read barcodes from a pasted list or file: one per line or the first column. Skips blanks, headings and
 * repeats.
 */
export function readFindList(text: string): FindList {
  const codes = new Set<string>();
  const invalidCodes = new Set<string>();
  const cells = text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\r|\n/)
    .flatMap((line) => (/[\t;,]/.test(line) ? [line.split(/[\t;,]/)[0] ?? ''] : [line]));
  for (const [at, cell] of cells.entries()) {
    const code = barcodeOf(cell.replaceAll('"', ''));
    if (code === '' || (at === 0 && HEADING.test(code))) continue;
    if (isBarcode(code)) codes.add(code);
    else invalidCodes.add(cell.trim());
  }
  return { codes: [...codes], invalidCodes: [...invalidCodes] };
}

/** Format how many of the list were found: `37/40`. */
export const findCount = (list: readonly string[], foundCodes: ReadonlySet<string>): string =>
  `${list.filter((code) => foundCodes.has(code)).length}/${list.length}`;

interface FindListPanelProps {
  list: readonly string[] | null;
  foundCodes: ReadonlySet<string>;
  onLoad(codes: string[]): void;
  onRemove(): void;
}

/** A list of samples to find: each scan checks one off; a scan that is not on the list is an error. */
export function FindListPanel({ list, foundCodes, onLoad, onRemove }: FindListPanelProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      {list === null ? (
        <Button icon={ListChecks} onClick={() => setOpen(true)}>
          Load a find list
        </Button>
      ) : (
        <Section
          title={`${findCount(list, foundCodes)} found`}
          actions={
            <Button variant="quiet" onClick={onRemove}>
              Remove the list
            </Button>
          }
        >
          <ul aria-label="Find list" className="grid gap-x-4 gap-y-1 sm:grid-cols-2">
            {[...list]
              .sort((a, b) => Number(foundCodes.has(a)) - Number(foundCodes.has(b)))
              .map((code) => (
                <li key={code} className="flex items-center justify-between gap-2">
                  <span className="code">{code}</span>
                  <ToneBadge
                    tone={foundCodes.has(code) ? 'success' : 'neutral'}
                    label={foundCodes.has(code) ? 'Found' : 'Wanted'}
                  />
                </li>
              ))}
          </ul>
        </Section>
      )}
      <LoadDialog open={open} onClose={() => setOpen(false)} onLoad={onLoad} />
    </>
  );
}

interface LoadDialogProps {
  open: boolean;
  onClose(): void;
  onLoad(codes: string[]): void;
}

const FindListForm = z.object({
  codes: describeField(
    z
      .string()
      .max(100_000)
      .transform((text, context) => {
        const { codes, invalidCodes } = readFindList(text);
        if (invalidCodes.length === 0 && codes.length > 0) return codes;
        const message =
          invalidCodes.length > 0
            ? `Not barcodes: ${invalidCodes.slice(0, 5).join(', ')}. Correct or remove them.`
            : 'Paste at least one barcode, or choose a file.';
        context.addIssue({ code: 'custom', message });
        return z.NEVER;
      }),
    { label: 'Barcodes', hint: 'One a line, or the first column of a table.', input: 'area' },
  ),
});
const FindListField = fieldOf<typeof FindListForm>();

/** Fills the list from a file. */
function FileInput() {
  const id = useId();
  const { setValue } = useFormContext<z.input<typeof FindListForm>>();
  const read = async (event: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const [file] = event.target.files ?? [];
    if (file) setValue('codes', await file.text(), { shouldDirty: true });
    event.target.value = '';
  };
  return (
    <div>
      <label htmlFor={id} className="mb-1 block font-medium text-sm">
        Or a file
      </label>
      <input
        id={id}
        type="file"
        accept=".csv,.txt,.tsv,text/csv,text/plain"
        onChange={(event) => void read(event)}
        className="min-h-11 max-w-full"
      />
    </div>
  );
}

function LoadDialog({ open, onClose, onLoad }: LoadDialogProps) {
  return (
    <FormDialog
      open={open}
      title="Load a find list"
      submitLabel="Use this list"
      backLabel={null}
      schema={FindListForm}
      onSubmit={({ codes }) => {
        onLoad(codes);
        onClose();
      }}
      onClose={onClose}
    >
      <FindListField name="codes" />
      <FileInput />
    </FormDialog>
  );
}
