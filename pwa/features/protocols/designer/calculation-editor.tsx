import { Plus, X } from 'lucide-react';
import {
  CALCULATION_TYPE_LABEL,
  type CalculationType,
  CalculationType as Types,
} from '#db/protocols/field.ts';
import type { DraftField } from '#db/protocols/procedures/procedure-content.ts';
import { ArithmeticOperands, Operand } from '#db/protocols/values/calculate.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Field } from '#pwa/ui/form/field.tsx';
import { type Option, Select } from '#pwa/ui/form/select.tsx';
import { IconButton } from '#pwa/ui/icon-button.tsx';
import { BalancingEditor, startBalancing } from './balancing-editor.tsx';
import { CONSTANT, operandOf, optionOf } from './operand-option.ts';
import { ChoiceSetting, DecimalSetting } from './setting-inputs.tsx';

const CALCULATIONS = Types.options.map((value) => ({ value, label: CALCULATION_TYPE_LABEL[value] }));
const SIGN: Record<Exclude<CalculationType, 'BALANCING'>, string> = {
  ADDITION: '+',
  SUBTRACTION: '−',
  MULTIPLICATION: '×',
  DIVISION: '÷',
};
const MAX_TERMS = 20;

interface CalculationEditorProps {
  field: DraftField;
  options: readonly Option[];
  onChange(patch: Partial<DraftField>): void;
}

interface TermsProps {
  sign: string;
  terms: readonly (Operand | null)[];
  options: readonly Option[];
  onChange(terms: readonly (Operand | null)[]): void;
}

function Terms({ sign, terms, options, onChange }: TermsProps) {
  const choices = [...options, { value: CONSTANT, label: 'A constant' }];
  const replace = (at: number, term: Operand | null): void =>
    onChange(terms.map((one, index) => (index === at ? term : one)));
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 font-medium text-sm">Operands</legend>
      {terms.map((term, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an operand is its place
        <div key={at} className="flex items-start gap-2">
          <span aria-hidden className="mt-6 grid h-control w-6 shrink-0 place-items-center font-semibold">
            {at === 0 ? '' : sign}
          </span>
          <div className="grid min-w-0 flex-1 gap-2 sm:grid-cols-2">
            <Field label={`Operand ${at + 1}`} required>
              {(control) => (
                <Select
                  {...control}
                  options={choices}
                  value={optionOf(term)}
                  onChange={(option) => replace(at, operandOf(option))}
                />
              )}
            </Field>
            {term && 'const' in term && (
              <DecimalSetting
                label="Constant"
                required
                value={term.const}
                onChange={(value) => value !== null && replace(at, { const: value })}
              />
            )}
          </div>
          {terms.length > 2 && (
            <IconButton
              icon={X}
              label={`Remove operand ${at + 1}`}
              onClick={() => onChange(terms.filter((_, index) => index !== at))}
            />
          )}
        </div>
      ))}
      {terms.length < MAX_TERMS && (
        <Button icon={Plus} onClick={() => onChange([...terms, null])}>
          Add operand
        </Button>
      )}
    </fieldset>
  );
}

// An operand that is not chosen yet is stored as an empty object, which the check names.
const storedTerms = (terms: readonly (Operand | null)[]): DraftField['operands'] => ({
  terms: terms.map((term) => term ?? {}),
});

function readTerms(operands: DraftField['operands']): (Operand | null)[] {
  const terms = operands?.['terms'];
  const read = Array.isArray(terms) ? terms.map((term) => Operand.safeParse(term).data ?? null) : [];
  return read.length >= 2 ? read : [...read, null, null].slice(0, 2);
}

/** The calculation of a field: its type, and its operands, which are picked among the numbers that exist. */
export function CalculationEditor({ field, options, onChange }: CalculationEditorProps) {
  const { calculationType, operands } = field;
  const setType = (next: CalculationType | null): void => {
    if (next === null) return;
    const isSameKind = ArithmeticOperands.safeParse(operands).success && next !== 'BALANCING';
    onChange({
      calculationType: next,
      operands: next === 'BALANCING' ? startBalancing() : isSameKind ? operands : storedTerms([null, null]),
      ...(next === 'BALANCING' ? { scope: 'PER_SAMPLE' as const } : {}),
    });
  };
  return (
    <>
      <ChoiceSetting
        label="Calculation"
        required
        placeholder="Choose…"
        value={calculationType}
        options={CALCULATIONS}
        onChange={setType}
      />
      {calculationType === 'BALANCING' ? (
        <BalancingEditor
          operands={operands}
          options={options}
          onChange={(next) => onChange({ operands: next })}
        />
      ) : (
        calculationType !== null && (
          <Terms
            sign={SIGN[calculationType]}
            terms={readTerms(operands)}
            options={options}
            onChange={(terms) => onChange({ operands: storedTerms(terms) })}
          />
        )
      )}
    </>
  );
}
