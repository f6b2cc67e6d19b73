import { expect, test } from 'vitest';
import { PROCEDURE_RECIPES } from '#db/demo/demo-procedures.ts';
import { BalancingOperands } from '#db/protocols/values/calculate.ts';

const MEASURED = {
  EXTRACTED_CONCENTRATION: 'extractedConcentration',
  EXTRACTED_VOLUME: 'extractedVolume',
  FRAGMENT_LENGTH: 'fragmentLength',
} as const;

test('a balancing takes the value just measured in its method, before the completed batch gives it to the sample', () => {
  const lateOperands: string[] = [];
  for (const recipe of PROCEDURE_RECIPES) {
    const measured = new Set<string>();
    for (const field of recipe.sections.flatMap(({ steps }) => steps).flatMap(({ fields }) => fields ?? [])) {
      const target = field.with?.mapsTo;
      if (target && target in MEASURED) measured.add(MEASURED[target as keyof typeof MEASURED]);
      const operands = BalancingOperands.safeParse(field.with?.operands).data;
      for (const operand of operands ? [operands.concentration, operands.length] : [])
        if ('sample' in operand && measured.has(operand.sample))
          lateOperands.push(`${recipe.code} ${field.label}`);
    }
  }
  expect(lateOperands).toEqual([]);
});
