import { z } from 'zod';
import { applied, defineOperation } from '#db/operation.ts';
import { Id } from '#db/values/id.ts';
import { Reason } from '#db/values/reason.ts';
import { archivedPatient, requireFreeNumber } from './open-patient.ts';
import { patient } from './patient.ts';

/** Restore an archived patient, so that orders can name them again. */
export const restorePatient = defineOperation({
  name: 'restore-patient',
  version: 1,
  kind: 'intent',
  title: 'Restore patient',
  grant: 'patients:delete',
  args: z.strictObject({ patientId: Id, seenVersion: z.int(), reason: Reason }),
  subjects: ({ patientId }) => [patientId],
  async run(tx, { patientId, seenVersion }, context) {
    const row = await archivedPatient(tx, context, { patientId, seenVersion });
    await requireFreeNumber(tx, {
      medicalRecordNumber: row.medicalRecordNumber,
      group: row.medicalGroupCompanyId ?? row.originalCompanyId,
      exceptId: patientId,
    });
    await tx.patch(patient, patientId, { deleted: false });
    return applied;
  },
});
