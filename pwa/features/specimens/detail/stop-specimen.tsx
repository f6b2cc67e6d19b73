import { CircleStop } from 'lucide-react';
import { hasCapability } from '#db/access/capabilities.ts';
import type { Specimen } from '#db/specimens/specimen.ts';
import { useReplica } from '#pwa/replica/hooks/replica-context.tsx';
import { SpecimenActionWindow } from './specimen-action-window.tsx';

/** Stops the work on a failed specimen; for users who decide about it. */
export function StopSpecimen({ specimen }: { specimen: Specimen }) {
  const { role } = useReplica().actor;
  if (specimen.status !== 'FAILED_QC' || !hasCapability(role, 'stopSpecimens')) return null;
  return (
    <SpecimenActionWindow
      specimen={specimen}
      callWith={(reason) => ({ name: 'stop-specimen', args: { specimenId: specimen.id, reason } })}
      label="Stop work"
      icon={CircleStop}
    >
      <p>
        Its failed samples are not worked on any more. This cannot be undone. It is charged when the material
        was the cause, and not when the lab was.
      </p>
      <p>The customer is told by email that the work was stopped, and reads your reason on their page.</p>
    </SpecimenActionWindow>
  );
}
