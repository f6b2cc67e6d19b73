import { ShieldAlert } from 'lucide-react';
import { useState } from 'react';
import { hasCapability } from '#db/access/capabilities.ts';
import type { Role } from '#db/access/roles.ts';
import { overrideSample } from '#db/samples/override-sample.ts';
import { sampleOverridesFrom } from '#db/samples/override-sample-to.ts';
import type { Sample } from '#db/samples/sample.ts';
import { SAMPLE_STATUS } from '#db/samples/sample-status.ts';
import { overrideSpecimen } from '#db/specimens/override-specimen.ts';
import { specimenOverridesFrom } from '#db/specimens/override-specimen-to.ts';
import type { Specimen } from '#db/specimens/specimen.ts';
import { SPECIMEN_STATUS } from '#db/specimens/specimen-status.ts';
import { ActionsMenu } from '#pwa/ui/actions-menu.tsx';
import { OverrideDialog, type OverrideTarget } from './override-dialog.tsx';

/** How this person may force the status of a specimen; null when they may not, or when it has ended. */
export function specimenOverride(row: Specimen, role: Role): OverrideTarget | null {
  const statuses = specimenOverridesFrom(row.status);
  if (statuses.length === 0 || !hasCapability(role, 'overrideMaterial')) return null;
  return {
    id: row.id,
    name: `Specimen ${row.julianId ?? row.requisitionNumber}`,
    operation: overrideSpecimen,
    idArgument: 'specimenId',
    path: '/api/lab/specimens/override',
    statuses: statuses.map((value) => ({ value, label: SPECIMEN_STATUS[value].label })),
    fails: () => false,
  };
}

/** How this person may force the status of a sample; null when they may not, or when it has ended. */
export function sampleOverride(row: Sample, role: Role): OverrideTarget | null {
  const statuses = sampleOverridesFrom(row.status);
  if (statuses.length === 0 || !hasCapability(role, 'overrideMaterial')) return null;
  return {
    id: row.id,
    name: `Sample ${row.barcode}`,
    operation: overrideSample,
    idArgument: 'sampleId',
    path: '/api/lab/samples/override',
    statuses: statuses.map((value) => ({ value, label: SAMPLE_STATUS[value].label })),
    fails: (to) => to === 'FAILED_QC',
  };
}

/** The menu of a specimen's page with what is done rarely; nothing when there is none of it. */
export function SpecimenMenu({ specimen, role }: { specimen: Specimen; role: Role }) {
  const [open, setOpen] = useState(false);
  const target = specimenOverride(specimen, role);
  if (!target) return null;
  return (
    <>
      <ActionsMenu
        label="More"
        actions={[
          { label: 'Override status…', icon: ShieldAlert, danger: true, onSelect: () => setOpen(true) },
        ]}
      />
      {open && <OverrideDialog target={target} onClose={() => setOpen(false)} />}
    </>
  );
}
