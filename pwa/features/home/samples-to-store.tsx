import { findSamplesToStore } from '#db/samples/samples-to-store.ts';
import { countOf } from '#pwa/format/counts.ts';
import { useRuleRead } from '#pwa/replica/hooks/use-rule-read.ts';
import { Notice } from '#pwa/ui/notice.tsx';

/** Links to samples of closed orders that are not stored yet; renders nothing when there are none. */
export function SamplesToStore() {
  const count = useRuleRead(
    ['specimens', 'samples', 'orders', 'storage'],
    'to-be-stored',
    findSamplesToStore,
  )?.length;
  if (!count) return null;
  return (
    <Notice
      tone="info"
      title={`${countOf(count, 'finished sample')} ${count === 1 ? 'is' : 'are'} to be stored`}
      action={
        <a
          href="/lab/samples?waits=STORING"
          className="inline-flex min-h-11 items-center font-semibold underline underline-offset-2"
        >
          Show in the list
        </a>
      }
    >
      <p>Put each into its box, or scan the box in which it lies.</p>
    </Notice>
  );
}
