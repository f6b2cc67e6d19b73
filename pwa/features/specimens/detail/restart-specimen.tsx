import { RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { hasCapability } from '#db/access/capabilities.ts';
import { sample } from '#db/samples/sample.ts';
import { RESTARTABLE, type RestartFrom, samplesInWork } from '#db/specimens/restart-specimen.ts';
import type { Specimen } from '#db/specimens/specimen.ts';
import { useReplica } from '#pwa/replica/hooks/replica-context.tsx';
import { useOfflineLetter } from '#pwa/replica/hooks/use-offline-letter.ts';
import { useRows } from '#pwa/replica/hooks/use-query.ts';
import { Segmented } from '#pwa/ui/form/segmented.tsx';
import { SpecimenActionWindow } from './specimen-action-window.tsx';

const FROM: readonly { value: RestartFrom; label: string; follows: string }[] = [
  {
    value: 'MATERIAL_ON_HAND',
    label: 'Material on hand',
    follows: 'What is left of it waits in the queue of the first stage, under a new label.',
  },
  {
    value: 'REPLACEMENT',
    label: 'Replacement',
    follows: 'The customer is asked by email to send new material, and the specimen waits until it arrives.',
  },
];

/** Restarts a specimen from its first stage; for lab and project managers while it is in work or failed. */
export function RestartSpecimen({ specimen }: { specimen: Specimen }) {
  const { role } = useReplica().actor;
  const offlineLetter = useOfflineLetter();
  const samples = useRows(sample, { specimenId: specimen.id });
  const sampleIds = samples && samplesInWork(samples).map(({ id }) => id);
  const [from, setFrom] = useState<RestartFrom>('MATERIAL_ON_HAND');
  if (!RESTARTABLE.includes(specimen.status) || !hasCapability(role, 'restartSpecimens')) return null;
  return (
    <SpecimenActionWindow
      specimen={specimen}
      callWith={(reason) => {
        const args = { specimenId: specimen.id, from, childSuffixLetter: offlineLetter, sampleIds, reason };
        return { name: 'restart-specimen', args };
      }}
      label="Restart"
      icon={RotateCcw}
      reasonHint="The customer reads “Being repeated”, not your reason."
    >
      <p>
        It is worked on anew from its first stage. Its samples in batches and queues are given up. This cannot
        be undone.
      </p>
      <Segmented<RestartFrom> label="Restart from" options={FROM} value={from} onChange={setFrom} />
      <p>{FROM.find(({ value }) => value === from)?.follows}</p>
    </SpecimenActionWindow>
  );
}
