import { DISCREPANCY_TYPE } from '#db/specimens/discrepancy-type.ts';
import { StatusBadge } from '#pwa/ui/status-badge.tsx';
import { awaitsIdentifier } from './session-counts.ts';
import type { TubeDraft } from './session-draft.ts';

/** How a scanned tube stands, the most urgent first. */
export function TubeState({
  tube,
  mrn,
  clinical,
}: {
  tube: TubeDraft;
  /** The second identifier that was given with its specimen, if one was. */
  mrn: string | null;
  clinical: ReadonlySet<string>;
}) {
  if (tube.specimenId === null) return <StatusBadge tone="hold" label="Unexpected" />;
  if (tube.condition !== 'NONE')
    return <StatusBadge tone="danger" label={DISCREPANCY_TYPE[tube.condition]} />;
  if (tube.secondIdentifier === false) return <StatusBadge tone="danger" label="Wrong label" />;
  if (awaitsIdentifier(tube, clinical))
    return mrn ? (
      <StatusBadge tone="warning" label="Compare MRN" />
    ) : (
      <StatusBadge tone="danger" label="No MRN given" />
    );
  return <StatusBadge tone="success" label="Received" />;
}

/** Printed, and scanned back, or still to do. */
export function LabelState({ tube }: { tube: TubeDraft }) {
  if (tube.labelChecked) return <StatusBadge tone="success" label="Checked" />;
  if (tube.labelPrinted) return <StatusBadge tone="info" label="Scan it back" />;
  return <StatusBadge tone="neutral" label="Not printed" />;
}
