import { inventoryType } from '#db/inventory/inventory-type.ts';
import { measurementUnit } from '#db/inventory/measurement-unit.ts';
import type { Procedure } from '#db/protocols/procedure.ts';
import { section as sectionEntity } from '#db/protocols/section.ts';
import { s3File } from '#db/records/files/s3-file.ts';
import type { Transaction } from '#db/transaction.ts';
import { type ContentProblem, checkProcedure } from './check-procedure.ts';
import type { ProcedureSections } from './procedure-content.ts';

/** List references to records that this lab does not have, as the file of another lab may have them. */
async function referenceProblems(
  tx: Transaction,
  { documentFileId }: Pick<Procedure, 'documentFileId'>,
  sections: ProcedureSections,
): Promise<ContentProblem[]> {
  const problems: ContentProblem[] = [];
  const fileOf = async (id: string) => {
    const file = await tx.get(s3File, id);
    return file?.status === 'STORED' && !file.deleted ? file : undefined;
  };
  if (documentFileId !== null && !(await fileOf(documentFileId)))
    problems.push({ sectionId: null, stepId: null, fieldId: null, message: 'Choose the SOP file again.' });
  for (const section of sections) {
    const place = { sectionId: section.id, stepId: null, fieldId: null };
    const source = section.sourceSectionId && (await tx.get(sectionEntity, section.sourceSectionId));
    if (section.sourceSectionId !== null && (!source || source.procedureId !== null))
      problems.push({ ...place, message: `${section.name}: the library section does not exist here.` });
    for (const step of section.steps) {
      for (const [at, { fileId, sha256 }] of step.pictures.entries())
        if ((await fileOf(fileId))?.sha256 !== sha256)
          problems.push({
            ...place,
            stepId: step.id,
            message: `${step.title}: choose picture ${at + 1} again.`,
          });
      for (const field of step.fields) {
        const add = (text: string): void => {
          problems.push({ ...place, stepId: step.id, fieldId: field.id, message: `${field.label}: ${text}` });
        };
        const { measurementUnitId: unitId, inventoryTypeId: typeId } = field;
        if (unitId !== null && !(await tx.get(measurementUnit, unitId))) add('choose the unit again.');
        if (typeId !== null && !(await tx.get(inventoryType, typeId)))
          add('choose the inventory type again.');
      }
    }
  }
  return problems;
}

/** Return a training setting that no training could meet. */
const trainingProblems = ({
  procedureVersion,
  trainingFromVersion,
}: Pick<Procedure, 'procedureVersion' | 'trainingFromVersion'>): ContentProblem[] =>
  trainingFromVersion === null || trainingFromVersion <= procedureVersion
    ? []
    : [
        {
          sectionId: null,
          stepId: null,
          fieldId: null,
          message: `Training counts from version ${trainingFromVersion}, but this is version ${procedureVersion}.`,
        },
      ];

/** List everything that keeps a version from being submitted: its structure, and what it refers to in this lab. */
export const procedureProblems = async (
  tx: Transaction,
  row: Pick<Procedure, 'documentFileId' | 'procedureVersion' | 'trainingFromVersion'>,
  sections: ProcedureSections,
): Promise<ContentProblem[]> => [
  ...trainingProblems(row),
  ...checkProcedure(sections),
  ...(await referenceProblems(tx, row, sections)),
];
