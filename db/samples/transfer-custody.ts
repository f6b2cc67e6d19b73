import { z } from 'zod';
import { refuse } from '#db/errors/app-error.ts';
import { person } from '#db/identity/person.ts';
import { applied, conflicted, defineOperation, warned } from '#db/operation.ts';
import { recordEvent } from '#db/records/record-event.ts';
import { Id } from '#db/values/id.ts';
import { doneBy, holderOf, isLater } from './custody-chain.ts';
import { disposalBar } from './disposal-bar.ts';
import { sampleOf } from './find-placed.ts';
import { sample as sampleEntity } from './sample.ts';
import { sightingsOf } from './sightings.ts';

/** A checked-out sample went from one person's hands into another's; the latest transfer says who has it (domain 5.4). */
export const transferCustody = defineOperation({
  name: 'transfer-custody',
  version: 1,
  kind: 'fact',
  title: 'Transfer custody',
  grant: 'lab/samples:update',
  args: z.strictObject({ sampleId: Id, toUserId: Id }),
  subjects: (args) => [args.sampleId],
  async run(tx, args, context) {
    const sample = await sampleOf(tx, args.sampleId);
    const receiver = (await tx.find(person, { userId: args.toUserId })).find((one) => !one.deactivated);
    if (!receiver) throw refuse('UNKNOWN_PERSON', 'Scan the badge of a colleague of this lab.');
    const bar = await disposalBar(tx, context, sample, {
      type: 'SAMPLE_CUSTODY_TRANSFERRED',
      label: `Handed ${sample.barcode} to ${receiver.name}`,
      value: { act: 'USED', custodianUserId: args.toUserId },
      data: { toUserId: args.toUserId, toName: receiver.name },
    });
    if (bar) return conflicted(bar.code, bar.message);
    const { held } = await sightingsOf(tx, sample);
    const changed = await context.changedSinceSeen(sampleEntity, sample.id);
    if (sample.custodianUserId === args.toUserId && !changed) {
      throw refuse('SAME_PERSON', `Sample ${sample.barcode} is already with ${receiver.name}.`);
    }
    if (sample.custodianUserId === null && !changed) {
      throw refuse('NOT_CHECKED_OUT', `Sample ${sample.barcode} is not checked out.`);
    }
    const later = isLater(context, held);
    const fromName = sample.custodianUserId === null ? null : held ? holderOf(held) : null;
    await recordEvent(tx, context, {
      type: 'SAMPLE_CUSTODY_TRANSFERRED',
      targetType: 'Sample',
      targetId: sample.id,
      data: {
        fromUserId: sample.custodianUserId,
        fromName,
        toUserId: args.toUserId,
        toName: receiver.name,
        by: context.actor.name,
        superseded: !later,
      },
    });
    if (!later && held)
      return warned('SEEN_LATER', `Sample ${sample.barcode} was later with ${doneBy(held)}.`);
    await tx.patch(sampleEntity, sample.id, {
      custodianUserId: args.toUserId,
      checkedOutAt: context.occurredAt,
      dueBackAt: null,
      checkOutPurpose: sample.checkOutPurpose ?? 'TRANSFER',
    });
    return applied;
  },
});
