import { ReceiptDiscrepancy } from '#db/specimens/accession-args.ts';
import { DISCREPANCY_TYPE } from '#db/specimens/discrepancy-type.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Field } from '#pwa/ui/form/field.tsx';
import { Select } from '#pwa/ui/form/select.tsx';

const OTHER_TYPES = ReceiptDiscrepancy.options
  .filter((type) => type !== 'UNEXPECTED' && type !== 'EMPTY')
  .map((value) => ({ value, label: DISCREPANCY_TYPE[value] }));

interface WellExceptionProps {
  wells: readonly string[];
  /** True when every selected well is on the manifest. */
  expected: boolean;
  type: ReceiptDiscrepancy | null;
  onChange(type: ReceiptDiscrepancy | null): void;
}

/** Records the problem of the selected wells: empty, not on the manifest, or anything else. */
export function WellException({ wells, expected, type, onChange }: WellExceptionProps) {
  const names = wells.length > 4 ? `${wells.slice(0, 4).join(', ')} …` : wells.join(', ');
  return (
    <fieldset className="flex flex-col gap-3 rounded-lg border border-line p-3">
      <legend className="px-1 font-semibold">
        {wells.length === 0 ? 'Choose wells' : `${wells.length === 1 ? 'Well' : 'Wells'} ${names}`}
      </legend>
      {wells.length === 0 ? (
        <p className="text-ink-soft">Tap a well that is not as the manifest says.</p>
      ) : (
        <>
          <div className="flex flex-wrap gap-2">
            <Button
              aria-pressed={type === 'EMPTY'}
              variant={type === 'EMPTY' ? 'primary' : 'secondary'}
              disabled={!expected}
              onClick={() => onChange('EMPTY')}
            >
              Empty
            </Button>
            <Button
              aria-pressed={type === 'UNEXPECTED'}
              variant={type === 'UNEXPECTED' ? 'primary' : 'secondary'}
              disabled={expected}
              onClick={() => onChange('UNEXPECTED')}
            >
              Unexpected
            </Button>
            <Button disabled={type === null} onClick={() => onChange(null)}>
              As expected
            </Button>
          </div>
          {expected && (
            <Field label="Something else">
              {(control) => (
                <Select
                  {...control}
                  placeholder="Nothing else wrong"
                  options={OTHER_TYPES}
                  value={OTHER_TYPES.find(({ value }) => value === type)?.value ?? ''}
                  onChange={(selected) => onChange(selected === '' ? null : selected)}
                />
              )}
            </Field>
          )}
        </>
      )}
    </fieldset>
  );
}
