import type { LucideIcon } from 'lucide-react';
import { EmptyState } from './empty-state.tsx';
import { Skeleton } from './skeleton.tsx';

interface AbsentProps {
  /** The name of the record type, for instance sample. */
  noun: string;
  icon: LucideIcon;
  /** The reason that useAbsence returns. */
  absence: 'coming' | 'offline' | 'unknown';
  /** When such records leave the devices, as a sentence. */
  removalText: string;
}

/**
 * The placeholder for a record that this device does not have: says whether it may arrive, and what to do.
 */
export function Absent({ noun, icon, absence, removalText }: AbsentProps) {
  if (absence === 'coming') return <Skeleton lines={6} label={`Looking for the ${noun}`} />;
  if (absence === 'offline')
    return (
      <EmptyState icon={icon} title={`This ${noun} is not on this device`}>
        {`Connect this device to load it from the server. ${removalText}`}
      </EmptyState>
    );
  return (
    <EmptyState icon={icon} title={`This ${noun} is not known here`}>
      {`The server was asked and has none for this device. ${removalText} Check the address, or look for it in the list.`}
    </EmptyState>
  );
}
