import {
  type ClinicalAttestation,
  clinicalAttestation,
  STATEMENT_VERSION,
} from '#db/ordering/drafts/clinical-attestation.ts';
import { type DataUseInfo, dataUseInfo } from '#db/ordering/drafts/data-use-info.ts';
import { type Project, project } from '#db/research/project.ts';
import { buildRow, nextNumber } from './build-row.ts';

/** Build a project in progress. */
export function buildProject(overrides: Partial<Project> = {}): Project {
  const number = nextNumber('project');
  return buildRow(
    project,
    {
      id: `project-${number}`,
      name: `Cohort ${number}`,
      companyId: 'company-1',
      status: 'ACTIVE',
    },
    overrides,
  );
}

/** Build a data use of five years of retention and deidentified use. */
export const buildDataUseInfo = (overrides: Partial<DataUseInfo> = {}): DataUseInfo =>
  buildRow(
    dataUseInfo,
    {
      id: `data-use-info-${nextNumber('data-use-info')}`,
      orderId: 'order-1',
      agreementTypes: ['DEIDENTIFIED_DATA'],
      retentionPeriod: 'YEARS_5',
      acceptedByUserId: 'user-customer',
      acceptedAt: '2026-11-10T15:00:00.000Z',
      agreementVersion: '2026-01',
    },
    overrides,
  );

/** Build a signed attestation of a patient with Marfan syndrome. */
export const buildClinicalAttestation = (overrides: Partial<ClinicalAttestation> = {}): ClinicalAttestation =>
  buildRow(
    clinicalAttestation,
    {
      id: `clinical-attestation-${nextNumber('clinical-attestation')}`,
      orderId: 'order-1',
      indications: { 'patient-1': { code: 'Q87.40', text: 'Marfan syndrome, unspecified' } },
      statementVersion: STATEMENT_VERSION,
      signedName: 'Clara Novak',
      signedByUserId: 'user-customer',
      signedAt: '2026-11-10T15:00:00.000Z',
    },
    overrides,
  );
