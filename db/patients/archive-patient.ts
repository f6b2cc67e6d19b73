import { z } from 'zod';
import { applied, defineOperation } from '#db/operation.ts';
import { Id } from '#db/values/id.ts';
import { Reason } from '#db/values/reason.ts';
import { patientToChange } from './open-patient.ts';
import { patient } from './patient.ts';

/** Archive a patient: the list hides them and new orders cannot name them; past work stays. */
export const archivePatient = defineOperation({
  name: 'archive-patient',
  version: 1,
  kind: 'intent',
  title: 'Archive patient',
  grant: 'patients:delete',
  args: z.strictObject({ patientId: Id, seenVersion: z.int(), reason: Reason }),
  subjects: ({ patientId }) => [patientId],
  async run(tx, { patientId, seenVersion }, context) {
    await patientToChange(tx, context, { patientId, seenVersion });
    await tx.patch(patient, patientId, { deleted: true });
    return applied;
  },
});
