import type { ConflictKind } from '#db/conflict-kind.ts';
import { confirmEnd } from './conflict-disposed-and-used.ts';
import { ENDED_TWICE } from './disposal-bar.ts';
import { sample as sampleEntity } from './sample.ts';

/**
 * One person disposed of a sample, another sent it to the client; A is the disposal, whichever came first.
 */
export const endedTwice: ConflictKind = {
  kind: ENDED_TWICE,
  title: 'Disposed of and sent to the client',
  labels: { KEEP_A: 'It was disposed of', KEEP_B: 'It was sent to the client' },
  async resolve(tx, context, conflict, choice) {
    const sample = await tx.get(sampleEntity, conflict.targetId);
    const selectedVersion = choice === 'KEEP_B' ? conflict.mine : conflict.theirs;
    if (sample && selectedVersion) await confirmEnd(tx, context, sample, selectedVersion);
  },
};
