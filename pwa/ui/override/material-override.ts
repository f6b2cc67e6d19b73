import { hasCapability } from '#db/access/capabilities.ts';
import type { Role } from '#db/access/roles.ts';
import * as sampleCalls from '#db/api/samples/samples.ts';
import * as specimenCalls from '#db/api/specimens/lab-specimens.ts';
import { overrideSample, sampleOverridesFrom } from '#db/samples/override-sample.ts';
import { SAMPLE_STATUS, type Sample } from '#db/samples/sample.ts';
import { overrideSpecimen, specimenOverridesFrom } from '#db/specimens/override-specimen.ts';
import type { Specimen } from '#db/specimens/specimen.ts';
import { SPECIMEN_STATUS } from '#db/specimens/specimen-status.ts';
import type { OverrideTarget } from './override-dialog.tsx';

/**
 * Return this user's status overrides of a specimen; null without the right to it, or when the specimen is
 * finished.
 */
export function specimenOverride(row: Specimen, role: Role): OverrideTarget | null {
  const statuses = specimenOverridesFrom(row.status);
  if (statuses.length === 0 || !hasCapability(role, 'overrideMaterial')) return null;
  return {
    id: row.id,
    name: `Specimen ${row.julianId ?? row.requisitionNumber}`,
    operation: overrideSpecimen,
    idArgument: 'specimenId',
    call: specimenCalls.overrideSpecimen,
    statuses: statuses.map((value) => ({ value, label: SPECIMEN_STATUS[value].label })),
    fails: () => false,
  };
}

/**
 * Return this user's status overrides of a sample; null without the right to it, or when the sample is
 * finished.
 */
export function sampleOverride(row: Sample, role: Role): OverrideTarget | null {
  const statuses = sampleOverridesFrom(row.status);
  if (statuses.length === 0 || !hasCapability(role, 'overrideMaterial')) return null;
  return {
    id: row.id,
    name: `Sample ${row.barcode}`,
    operation: overrideSample,
    idArgument: 'sampleId',
    call: sampleCalls.overrideSample,
    statuses: statuses.map((value) => ({ value, label: SAMPLE_STATUS[value].label })),
    fails: (to) => to === 'FAILED_QC',
  };
}
