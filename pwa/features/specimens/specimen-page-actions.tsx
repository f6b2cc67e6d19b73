import { ShieldAlert, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { mayDeleteSpecimen } from '#db/ordering/orders/delete-specimen.ts';
import type { Sample } from '#db/samples/sample.ts';
import type { Specimen } from '#db/specimens/specimen.ts';
import { useReplica } from '#pwa/replica/hooks/replica-context.tsx';
import { specimenOverride } from '#pwa/ui/override/material-override.ts';
import { OverrideDialog } from '#pwa/ui/override/override-dialog.tsx';
import { DeleteSpecimenDialog } from './delete-specimen.tsx';
import { SpecimenActions } from './specimen-actions.tsx';

interface SpecimenPageActionsProps {
  specimen: Specimen;
  /** Undefined while they are read. */
  samples: readonly Sample[] | undefined;
  onDeleted(): void;
}

/** All actions of a specimen's page; deletion and override are the last of the menu. */
export function SpecimenPageActions({ specimen, samples, onDeleted }: SpecimenPageActionsProps) {
  const { role } = useReplica().actor;
  const [asking, setAsking] = useState<'delete' | 'override' | null>(null);
  const override = specimenOverride(specimen, role);
  const canDelete = samples !== undefined && mayDeleteSpecimen(role, specimen, samples);
  const close = () => setAsking(null);
  return (
    <>
      <SpecimenActions
        specimen={specimen}
        moreActions={[
          ...(canDelete
            ? [{ label: 'Delete', icon: Trash2, danger: true, onSelect: () => setAsking('delete') }]
            : []),
          ...(override
            ? [
                {
                  label: 'Override status…',
                  icon: ShieldAlert,
                  danger: true,
                  onSelect: () => setAsking('override'),
                },
              ]
            : []),
        ]}
      />
      <DeleteSpecimenDialog
        specimen={specimen}
        material={(samples ?? []).length > 0}
        open={asking === 'delete'}
        onDeleted={onDeleted}
        onClose={close}
      />
      {asking === 'override' && override && <OverrideDialog target={override} onClose={close} />}
    </>
  );
}
