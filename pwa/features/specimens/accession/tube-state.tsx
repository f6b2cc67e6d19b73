import { DISCREPANCY_TYPE } from '#db/specimens/discrepancy-type.ts';
import { ToneBadge } from '#pwa/ui/tone-badge.tsx';
import { awaitsIdentifier } from './session-counts.ts';
import type { TubeDraft } from './session-draft.ts';

/** State of a scanned tube, the most urgent first. */
export function TubeState({
  tube,
  mrn,
  clinical,
}: {
  tube: TubeDraft;
  /** The second identifier of the tube's specimen, if one was given. */
  mrn: string | null;
  clinical: ReadonlySet<string>;
}) {
  if (tube.specimenId === null) return <ToneBadge tone="hold" label="Unexpected" />;
  if (tube.condition !== 'NONE') return <ToneBadge tone="danger" label={DISCREPANCY_TYPE[tube.condition]} />;
  if (tube.secondIdentifier === false) return <ToneBadge tone="danger" label="Wrong label" />;
  if (awaitsIdentifier(tube, clinical))
    return mrn ? (
      <ToneBadge tone="warning" label="Compare MRN" />
    ) : (
      <ToneBadge tone="danger" label="No MRN given" />
    );
  return <ToneBadge tone="success" label="Received" />;
}

/** Label state: printed and scanned back, or still open. */
export function LabelState({ tube }: { tube: TubeDraft }) {
  if (tube.labelChecked) return <ToneBadge tone="success" label="Checked" />;
  if (tube.labelPrinted) return <ToneBadge tone="info" label="Scan it back" />;
  return <ToneBadge tone="neutral" label="Not printed" />;
}
