import { useState } from 'react';
import { DISCREPANCY_TYPE } from '#db/specimens/discrepancy-type.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { inspectedWell, uninspected, uninspectedWells } from './neighbors.ts';
import { NeighborsDialog } from './neighbors-dialog.tsx';
import type { PlateDraft, SessionDraft } from './session-draft.ts';
import type { ReceivingSession } from './use-receiving-session.ts';

interface TubeNeighborsProps {
  draft: SessionDraft;
  session: ReceivingSession;
}

/** Prompts for the neighbors of every leaking or broken tube until somebody records their state. */
export function TubeNeighbors({ draft, session }: TubeNeighborsProps) {
  const [openId, setOpenId] = useState<string | null>(null);
  const open = draft.tubes.find(({ sampleId }) => sampleId === openId);
  return (
    <>
      {uninspected(draft).map((tube) => (
        <Notice
          key={tube.sampleId}
          tone="warning"
          title={`${tube.julianId}: ${tube.condition === 'NONE' ? '' : DISCREPANCY_TYPE[tube.condition].toLowerCase()}. Inspect the tubes beside it.`}
          action={<Button onClick={() => setOpenId(tube.sampleId)}>Say what you found</Button>}
        >
          <p>What ran out may be on them; those affected go to quarantine as well.</p>
        </Notice>
      ))}
      {open && (
        <NeighborsDialog tube={open} draft={draft} session={session} onClose={() => setOpenId(null)} />
      )}
    </>
  );
}

interface WellNeighborsProps {
  plate: PlateDraft;
  /** List the filled wells. */
  filled: ReadonlySet<string>;
  onChange(changes: Partial<PlateDraft>): void;
}

/** Prompts for the filled wells that touch a leaking one until somebody records whether they are affected. */
export function WellNeighbors({ plate, filled, onChange }: WellNeighborsProps) {
  return uninspectedWells(plate, filled).map(({ well, type, neighbors }) => (
    <Notice
      key={well}
      tone="warning"
      title={`${well}: ${DISCREPANCY_TYPE[type].toLowerCase()}. Inspect ${neighbors.join(', ')}.`}
      action={
        <span className="flex flex-wrap gap-2">
          <Button onClick={() => onChange(inspectedWell(plate, well, []))}>None is affected</Button>
          <Button onClick={() => onChange(inspectedWell(plate, well, neighbors))}>
            {`All ${neighbors.length} are contaminated`}
          </Button>
        </span>
      }
    >
      <p>If only some are affected, choose them on the plate and say what is wrong with each.</p>
    </Notice>
  ));
}
