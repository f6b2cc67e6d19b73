import { Plus } from 'lucide-react';
import { CONTROL_TYPE_LABEL, CONTROL_TYPES } from '#db/batches/control-type.ts';
import { requiredControls } from '#db/batches/plate-layout.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Section } from '#pwa/ui/page.tsx';
import { ToneBadge } from '#pwa/ui/tone-badge.tsx';
import type { BatchView } from './batch-view.ts';
import type { PlateEditing } from './use-plate-editing.ts';

/** The controls that the procedure requires, and those on the plate. */
export function ControlsPanel({ view, editing }: { view: BatchView; editing: PlateEditing }) {
  const required = requiredControls(view.procedure);
  return (
    <Section title="Controls">
      <ul className="flex flex-col divide-y divide-line">
        {CONTROL_TYPES.map((type) => {
          const wells = view.controls
            .filter((row) => row.controlType === type)
            .map((row) => row.plateLocation);
          const enough = wells.length >= required[type];
          return (
            <li key={type} className="flex flex-wrap items-center gap-2 py-1.5">
              <span className="min-w-0 flex-1">
                {CONTROL_TYPE_LABEL[type].label}
                <span className="block text-ink-soft text-sm">
                  {wells.length > 0 ? wells.join(', ') : required[type] === 0 ? 'Not required' : 'Not placed'}
                </span>
              </span>
              {required[type] > 0 && (
                <ToneBadge
                  tone={enough ? 'success' : 'warning'}
                  label={`${wells.length} of ${required[type]}`}
                />
              )}
              {!editing.locked && (
                <Button
                  icon={Plus}
                  aria-label={`Place a ${CONTROL_TYPE_LABEL[type].label.toLowerCase()}`}
                  onClick={() => editing.pick({ kind: 'control', controlType: type })}
                >
                  Place
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
