import type { LucideIcon } from 'lucide-react';
import { EmptyState } from './empty-state.tsx';
import { Skeleton } from './skeleton.tsx';

interface AbsentProps {
  /** What is looked for, for instance sample. */
  noun: string;
  icon: LucideIcon;
  /** As useAbsence says it. */
  absence: 'coming' | 'offline' | 'unknown';
  /** When such things leave the devices, in a sentence. */
  removalText: string;
}

/** Stands where something should be that this device does not have: says whether it may come, and what to do. */
export function Absent({ noun, icon, absence, removalText }: AbsentProps) {
  if (absence === 'coming') return <Skeleton lines={6} label={`Looking for the ${noun}`} />;
  if (absence === 'offline')
    return (
      <EmptyState icon={icon} title={`This ${noun} is not on this device`}>
        {`The server may have it: connect this device, and it comes by itself. ${removalText}`}
      </EmptyState>
    );
  return (
    <EmptyState icon={icon} title={`This ${noun} is not known here`}>
      {`The server was asked and has none for this device. ${removalText} Check the address, or look for it in the list.`}
    </EmptyState>
  );
}
