import { describeFailures } from '#db/samples/failing/proposed-repeats.ts';
import { useRuleRead } from '#pwa/replica/hooks/use-rule-read.ts';

/** Return what follows when these samples fail, with the stage and source of a repeat; empty while it is read. */
export function useRepeatText(sampleIds: readonly string[]): string {
  const text = useRuleRead(['samples', 'specimens', 'procedures'], `repeat of ${sampleIds.join(' ')}`, (tx) =>
    describeFailures(tx, sampleIds),
  );
  return text ?? '';
}
