import { z } from 'zod';
import { field as fieldEntity } from '#db/protocols/field.ts';
import { operandFields } from '#db/protocols/values/calculate.ts';
import { fieldDefinitionProblems } from '#db/protocols/values/field-definition.ts';
import { ref } from '#db/values/field-types.ts';
import type { DraftField, DraftSection, DraftStep, ProcedureSections } from './procedure-content.ts';

/** A problem of a draft, with the place in the designer where it is corrected. */
export const ContentProblem = z.object({
  sectionId: ref.nullable(),
  stepId: ref.nullable(),
  fieldId: ref.nullable(),
  message: z.string(),
});
export type ContentProblem = z.infer<typeof ContentProblem>;

interface FieldPosition {
  field: DraftField;
  step: DraftStep;
  section: DraftSection;
  sectionIndex: number;
}

const fieldPositions = (sections: ProcedureSections): FieldPosition[] =>
  sections.flatMap((section, sectionIndex) =>
    section.steps.flatMap((step) => step.fields.map((field) => ({ field, step, section, sectionIndex }))),
  );

const ADDED = new Set(['ADDITION', 'SUBTRACTION']);

/** Return what a quantity and its limits lack: min ≤ qcMin ≤ qcMax ≤ max. */
function limitProblems({ label, min, max, qcMin, qcMax }: DraftField): string[] {
  const limits = [
    { name: 'the minimum', value: min },
    { name: 'the lower QC limit', value: qcMin },
    { name: 'the upper QC limit', value: qcMax },
    { name: 'the maximum', value: max },
  ].filter((limit): limit is { name: string; value: string } => limit.value !== null);
  return limits.flatMap((limit, index) => {
    const next = limits[index + 1];
    return next && Number(limit.value) > Number(next.value)
      ? [`${label}: ${limit.name} is above ${next.name}.`]
      : [];
  });
}

/** Return what is wrong with the operands of a calculation: each is a number of the same or an earlier section. */
function operandProblems(position: FieldPosition, byName: ReadonlyMap<string, FieldPosition>): string[] {
  const { field, sectionIndex } = position;
  if (field.type !== 'CALCULATION') return [];
  const operands = operandFields(field.operands).map((name) => ({ name, operand: byName.get(name) }));
  const problems = operands.flatMap(({ name, operand }) => {
    if (!operand) return [`${field.label}: operand ${name} does not exist.`];
    if (operand.field.id === field.id) return [`${field.label}: a field cannot be its own operand.`];
    if (operand.field.type !== 'NUMBER' && operand.field.type !== 'CALCULATION')
      return [`${field.label}: operand ${operand.field.label} is not a number.`];
    if (operand.sectionIndex > sectionIndex)
      return [`${field.label}: operand ${operand.field.label} is in a later section.`];
    return [];
  });
  const units = new Set(operands.flatMap(({ operand }) => operand?.field.measurementUnitId ?? []));
  if (field.calculationType !== null && ADDED.has(field.calculationType)) {
    if (units.size > 1) problems.push(`${field.label}: the operands have different units.`);
    else if (units.size === 1 && field.measurementUnitId !== null && !units.has(field.measurementUnitId))
      problems.push(`${field.label}: the unit differs from that of the operands.`);
  }
  return problems;
}

/** Find the calculations that depend on themselves through other calculations. */
function circularFields(fields: readonly FieldPosition[]): Set<string> {
  const operandsOf = new Map(fields.map(({ field }) => [field.name, operandFields(field.operands)]));
  const reaches = (from: string, target: string, visited: Set<string>): boolean =>
    (operandsOf.get(from) ?? []).some((next) => {
      if (next === target) return true;
      if (visited.has(next)) return false;
      visited.add(next);
      return reaches(next, target, visited);
    });
  return new Set(
    [...operandsOf.keys()].filter((name) => {
      const direct = operandsOf.get(name) ?? [];
      return !direct.includes(name) && reaches(name, name, new Set());
    }),
  );
}

/** Return what a single field lacks as a row of the table, and in its limits. */
function definitionProblems(field: DraftField): string[] {
  const label = field.label.trim() === '' ? 'Field' : field.label;
  const problems: string[] = [];
  if (field.label.trim() === '') problems.push('Field: enter a label.');
  const { success } = fieldEntity.schema.shape.name.safeParse(field.name);
  if (!success) problems.push(`${label}: a name has letters, digits and _, and starts with a letter.`);
  return [
    ...problems,
    ...fieldDefinitionProblems({ ...field, label }),
    ...limitProblems({ ...field, label }),
  ];
}

// The designer checks at each key, and one key changes one field.
const KNOWN_PROBLEMS = new WeakMap<DraftField, readonly string[]>();

function ownProblems(field: DraftField): readonly string[] {
  const known = KNOWN_PROBLEMS.get(field);
  if (known) return known;
  const problems = definitionProblems(field);
  KNOWN_PROBLEMS.set(field, problems);
  return problems;
}

function structureProblems(sections: ProcedureSections): ContentProblem[] {
  const problems: ContentProblem[] = [];
  const add = (message: string, sectionId: string | null = null, stepId: string | null = null): void => {
    problems.push({ sectionId, stepId, fieldId: null, message });
  };
  if (!sections.some(({ steps }) => steps.length > 0)) add('Add a section with a step.');
  for (const section of sections) {
    if (section.name.trim() === '') add('Section: enter a name.', section.id);
    if (section.steps.length === 0) add(`${section.name || 'Section'}: add a step.`, section.id);
    for (const step of section.steps) {
      if (step.title.trim() === '') add(`${section.name}: enter the title of the step.`, section.id, step.id);
      for (const [at, { altText }] of step.pictures.entries())
        if (altText.trim() === '') add(`${step.title}: describe picture ${at + 1}.`, section.id, step.id);
    }
  }
  return problems;
}

/**
 * List everything that keeps a draft from being submitted (domain-lab 13.1), each with its place. The same
 * check runs in the designer, at the import and on the server.
 */
export function checkProcedure(sections: ProcedureSections): ContentProblem[] {
  const fields = fieldPositions(sections);
  const byName = new Map<string, FieldPosition>();
  const repeatedNames = new Set<string>();
  for (const position of fields) {
    if (byName.has(position.field.name)) repeatedNames.add(position.field.name);
    else byName.set(position.field.name, position);
  }
  const circular = circularFields(fields);
  return [
    ...structureProblems(sections),
    ...fields.flatMap((position) => {
      const { field, step, section } = position;
      const messages = [
        ...ownProblems(field),
        ...(repeatedNames.has(field.name) ? [`${field.label}: the name ${field.name} is used twice.`] : []),
        ...operandProblems(position, byName),
        ...(circular.has(field.name) ? [`${field.label}: the calculation depends on itself.`] : []),
      ];
      return [...new Set(messages)].map((message) => ({
        sectionId: section.id,
        stepId: step.id,
        fieldId: field.id,
        message,
      }));
    }),
  ];
}
