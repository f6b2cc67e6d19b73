import type { ReactNode } from 'react';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { OwnSpecimenPage } from './own-specimen-page.tsx';

/** A specimen that no device carries any more, as the server shows it to staff. */
export const LabSpecimen = ({ id, beside }: { id: string; beside: ReactNode }) => (
  <OnlineQueries>
    <OwnSpecimenPage id={id} base="/lab/specimens" beside={beside} />
  </OnlineQueries>
);
