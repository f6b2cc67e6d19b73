import type { ConflictKind } from '#db/records/conflicts/conflict-kind.ts';
import type { ConflictVersion } from '#db/records/conflicts/sync-conflict.ts';
import { sample as sampleEntity } from '#db/samples/sample.ts';
import type { ChainEvent } from './custody-chain.ts';
import { CHECKED_OUT_TWICE, recordCustody, settleCustody } from './record-custody.ts';
import { sightingsOf } from './sightings.ts';

/** Two people checked out a sample, and the later one typed its code: only one of them has it in hand. */
export const checkedOutTwice: ConflictKind = {
  kind: CHECKED_OUT_TWICE,
  title: 'Checked out twice',
  labels: { KEEP_A: 'The first has it', KEEP_B: 'The second has it' },
  async resolve(tx, context, conflict, choice) {
    const sample = await tx.get(sampleEntity, conflict.targetId);
    const [selectedVersion, other] =
      choice === 'KEEP_B' ? [conflict.mine, conflict.theirs] : [conflict.theirs, conflict.mine];
    if (!sample || !selectedVersion) return;
    const sightings = await sightingsOf(tx, sample);
    const { held: currentHold } = sightings.custody;
    const confirmed = checkOutOf(sightings.events, selectedVersion);
    if (!confirmed || currentHold?.event.id === confirmed.id) return;
    const event = await recordCustody(tx, context, sample.id, sightings, {
      type: 'SAMPLE_CUSTODY_TRANSFERRED',
      data: {
        fromUserId: other?.userId ?? null,
        fromName: other?.name ?? null,
        toUserId: selectedVersion.userId,
        toName: selectedVersion.name,
        by: context.actor.name,
        decided: true,
        confirms: confirmed.id,
      },
    });
    await settleCustody(tx, context, sample, sightings, event);
  },
};

const checkOutOf = (
  events: readonly ChainEvent[],
  selectedVersion: ConflictVersion,
): ChainEvent | undefined =>
  events.find(
    (one) =>
      one.type === 'SAMPLE_CHECKED_OUT' &&
      one.userId === selectedVersion.userId &&
      one.occurredAt === selectedVersion.occurredAt,
  );
