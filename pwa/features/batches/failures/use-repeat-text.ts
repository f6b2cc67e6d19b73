import { describeRepeats, type ProposedRepeat } from '#db/samples/failing/proposed-repeats.ts';
import { materialFor } from '#db/samples/requeue-one.ts';
import { sample } from '#db/samples/sample.ts';
import { useRuleRead } from '#pwa/replica/hooks/use-rule-read.ts';

/** Return what a repeat of these samples would do now, with stage and source; empty while it is read. */
export function useRepeatText(sampleIds: readonly string[]): string {
  const text = useRuleRead(['samples', 'procedures'], `repeat of ${sampleIds.join(' ')}`, async (tx) => {
    const repeats: ProposedRepeat[] = [];
    for (const id of sampleIds) {
      const failed = await tx.get(sample, id);
      if (failed) repeats.push({ failed, material: await materialFor(tx, failed) });
    }
    return repeats.length === 0 ? '' : describeRepeats(repeats);
  });
  return text ?? '';
}
