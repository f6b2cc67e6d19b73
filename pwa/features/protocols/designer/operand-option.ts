import type { DraftSection } from '#db/protocols/procedures/procedure-content.ts';
import { Operand, SAMPLE_QUANTITY_LABEL } from '#db/protocols/values/calculate.ts';
import type { Option } from '#pwa/ui/form/select.tsx';

/** The option that makes an operand a constant. */
export const CONSTANT = 'const';

/** List what a calculation may use: numbers of this section and of earlier ones with their unit, and quantities. */
export function operandOptions(
  sections: readonly DraftSection[],
  sectionId: string,
  fieldId: string,
  units: ReadonlyMap<string, string>,
): Option[] {
  const until = sections.findIndex(({ id }) => id === sectionId);
  const fields = sections
    .slice(0, until + 1)
    .flatMap(({ steps }) => steps.flatMap((step) => step.fields))
    .filter(
      ({ id, type, name }) => id !== fieldId && name !== '' && (type === 'NUMBER' || type === 'CALCULATION'),
    );
  return [
    ...fields.map(({ name, label, measurementUnitId }) => {
      const unit = measurementUnitId === null ? undefined : units.get(measurementUnitId);
      return { value: `field:${name}`, label: unit ? `${label || name} (${unit})` : label || name };
    }),
    ...Object.entries(SAMPLE_QUANTITY_LABEL).map(([quantity, label]) => ({
      value: `sample:${quantity}`,
      label: `Sample: ${label.toLowerCase()}`,
    })),
  ];
}

/** Return the option of an operand; the empty text without one. */
export const optionOf = (operand: Operand | null): string =>
  operand === null
    ? ''
    : 'field' in operand
      ? `field:${operand.field}`
      : 'sample' in operand
        ? `sample:${operand.sample}`
        : CONSTANT;

/** Return the operand of an option; null for the empty text. */
export function operandOf(option: string): Operand | null {
  if (option === CONSTANT) return { const: '1' };
  const [kind, ...rest] = option.split(':');
  const name = rest.join(':');
  const parsed = Operand.safeParse(kind === 'field' ? { field: name } : { sample: name });
  return parsed.success ? parsed.data : null;
}
