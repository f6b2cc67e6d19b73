import { z } from 'zod';
import { CATALOGUE } from '#db/entities.ts';
import type { AnyEntity } from '#db/entity.ts';
import { ref } from '#db/values/field-types.ts';

/** A field of one entity that holds ids of another one. */
export interface Reference {
  entity: string;
  field: string;
  target: string;
  nullable: boolean;
  many: boolean;
}

/** Targets of fields whose name does not tell the entity. */
const TARGETS: Readonly<Record<string, string>> = {
  'Analysis.authorIds': 'User',
  'AssignedSection.completionEventId': 'Event',
  'AssignedSection.waitsForId': 'AssignedSection',
  'Batch.outputPlateId': 'StorageManagement',
  'Equipment.location': 'StorageManagement',
  'Field.originId': 'Field',
  'Flow.authorIds': 'User',
  'FlowCellUse.cellId': 'FlowCell',
  'Note.authorId': 'User',
  'Note.mentions': 'User',
  'Procedure.authorId': 'User',
  'Procedure.authorIds': 'User',
  'ProcedureDraft.savedById': 'User',
  'Section.savedById': 'User',
  'Protocol.authorIds': 'User',
  'SampleResult.supersededById': 'SampleResult',
  'Section.originId': 'Section',
  'Specimen.storageLocation': 'StorageManagement',
  'Step.originId': 'Step',
  'StorageManagement.parentId': 'StorageManagement',
  'User.image': 'S3File',
};

/** Ends of field names and their entity, where it is not the entity's own name. */
const SUFFIXES: Readonly<Record<string, string>> = {
  File: 'S3File',
  StorageLocation: 'StorageManagement',
};

/** Ids of things that are no entity of the catalog, or that may be a record of any entity. */
const OUTSIDE: ReadonlySet<string> = new Set([
  'commandId',
  'deviceId',
  'otherCommandId',
  'recordId',
  'studyId',
  'targetId',
  'waitingOperationId',
]);

const NAMES = CATALOGUE.map(({ name }) => name);
const upperFirst = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

/** Remove `nullable` and `array` from a schema. */
function unwrap(schema: unknown): { inner: unknown; nullable: boolean; many: boolean } {
  if (schema instanceof z.ZodNullable) return { ...unwrap(schema.unwrap()), nullable: true };
  if (schema instanceof z.ZodArray) return { ...unwrap(schema.element), many: true };
  return { inner: schema, nullable: false, many: false };
}

/**
 * Find the entity with the longest name that ends the field's name, so that UserCompany wins over Company.
 */
function targetByName(stem: string): string | undefined {
  const stemName = upperFirst(stem);
  const ends = [...NAMES, ...Object.keys(SUFFIXES)].filter((name) => stemName.endsWith(name));
  const longest = ends.sort((a, b) => b.length - a.length)[0];
  return longest === undefined ? undefined : (SUFFIXES[longest] ?? longest);
}

/** Return the entity that a field refers to; null when it is outside of the catalog. */
function targetOf(entity: string, field: string): string | null {
  if (OUTSIDE.has(field)) return null;
  const target =
    TARGETS[`${entity}.${field}`] ??
    (/^(supersedes|aliasOf)Id$/.test(field) ? entity : undefined) ??
    (field.endsWith('ById') ? 'User' : undefined) ??
    targetByName(field.replace(/Ids?$/, ''));
  if (target !== undefined) return target;
  throw new Error(`${entity}.${field} refers to something; name it in scripts/data-model/references.ts.`);
}

/** List the references of one entity. Every row has `createdById`, which is left out. */
export function referencesOf({ name, schema }: AnyEntity): Reference[] {
  return Object.entries(schema.shape).flatMap(([field, type]) => {
    const { inner, nullable, many } = unwrap(type);
    if (inner !== ref || field === 'id' || field === 'createdById') return [];
    const target = targetOf(name, field);
    return target === null ? [] : [{ entity: name, field, target, nullable, many }];
  });
}
