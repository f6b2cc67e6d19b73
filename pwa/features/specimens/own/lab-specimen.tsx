import type { ReactNode } from 'react';
import type { ShownSpecimen } from '#db/specimens/shown-specimen.ts';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import type { TimelineEntry } from '#pwa/ui/history/timeline.tsx';
import { OwnSpecimenPage } from './own-specimen-page.tsx';
import { useSpecimenRefresh } from './use-own-specimens.ts';

interface LabSpecimenProps {
  id: string;
  /** Its events with its notes and files; from another feature, passed by the route. */
  activity(number: string, events: readonly TimelineEntry[]): ReactNode;
  /** Approval, release and recall of its results; from another feature, passed by the route. */
  results?: (specimen: ShownSpecimen) => ReactNode;
  /** Deletion, where the user may; from another feature, passed by the route. */
  deleting(specimen: ShownSpecimen, onDeleted: () => void): ReactNode;
  onList(): void;
}

function Deletable({ deleting, onList, ...page }: LabSpecimenProps) {
  const refreshSpecimens = useSpecimenRefresh();
  const specimenActions = (specimen: ShownSpecimen): ReactNode =>
    specimen.deletion &&
    deleting(specimen, () => {
      refreshSpecimens();
      onList();
    });
  return <OwnSpecimenPage base="/lab/specimens" actions={specimenActions} {...page} />;
}

/** A specimen that is no longer on devices, as the server shows it to staff. */
export const LabSpecimen = (props: LabSpecimenProps) => (
  <OnlineQueries>
    <Deletable {...props} />
  </OnlineQueries>
);
