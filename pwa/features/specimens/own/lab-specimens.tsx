import { Smartphone } from 'lucide-react';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { OwnSpecimensPage } from './own-specimens-page.tsx';

interface LabSpecimensProps {
  onOpen(id: string): void;
  /** Link back to the list of specimens on this device; null where it stores none. */
  onDevice: (() => void) | null;
}

/** Every specimen of every organization for staff, including those that have left the devices. */
export const LabSpecimens = ({ onOpen, onDevice }: LabSpecimensProps) => (
  <OnlineQueries>
    <OwnSpecimensPage
      title="All specimens"
      base="/lab/specimens"
      onOpen={onOpen}
      actions={onDevice ? [{ label: 'On this device', icon: Smartphone, onSelect: onDevice }] : []}
    />
  </OnlineQueries>
);
