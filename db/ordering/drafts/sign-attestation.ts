import { z } from 'zod';
import { isOneOf, STAFF_ROLES } from '#db/access/roles.ts';
import { refuse } from '#db/errors/app-error.ts';
import { applied, defineOperation } from '#db/operation.ts';
import { openDraft } from '#db/ordering/orders/order-access-scope.ts';
import { activeSpecimens } from '#db/ordering/orders/specimens-of-order.ts';
import { service } from '#db/ordering/services/service.ts';
import { Id } from '#db/values/id.ts';
import { AttestationForm, clinicalAttestation, isSignatureOf } from './clinical-attestation.ts';

/** Sign consent and medical necessity of a clinical order, with the indication of each of its patients. */
export const signAttestation = defineOperation({
  name: 'sign-attestation',
  version: 1,
  kind: 'intent',
  title: 'Sign consent and medical necessity',
  grant: 'create-order:read',
  args: z.strictObject({ orderId: Id, form: AttestationForm }),
  subjects: ({ orderId }) => [orderId],
  async run(tx, { orderId, form }, context) {
    const { row } = await openDraft(tx, context, orderId);
    const { actor, occurredAt } = context;
    if (isOneOf(actor.role, STAFF_ROLES)) throw refuse('FORBIDDEN', 'The clinic signs its own orders.');
    const [[sold], specimens, [before]] = await Promise.all([
      tx.find(service, { protocolId: row.protocolId }),
      activeSpecimens(tx, orderId),
      tx.find(clinicalAttestation, { orderId }),
    ]);
    if (!sold?.clinical) throw refuse('VALIDATION', 'Only clinical orders are signed.');
    if (!isSignatureOf(form.signedName, actor.name))
      throw refuse('VALIDATION', `Type your name as it is in your account: ${actor.name}.`);
    const patientIds = new Set(specimens.flatMap(({ patientId }) => patientId ?? []));
    if (patientIds.size === 0) throw refuse('VALIDATION', 'Enter the patients of the specimens first.');
    const indications = Object.fromEntries(
      Object.entries(form.indications).filter(([patientId]) => patientIds.has(patientId)),
    );
    if (Object.keys(indications).length < patientIds.size)
      throw refuse('VALIDATION', 'Enter the indication of each patient.');
    const signed = {
      indications,
      statementVersion: form.statementVersion,
      signedName: form.signedName,
      signedByUserId: actor.userId,
      signedAt: occurredAt,
    };
    if (before) await tx.patch(clinicalAttestation, before.id, signed);
    else await tx.insert(clinicalAttestation, { id: context.newId(), orderId, ...signed });
    return applied;
  },
});
