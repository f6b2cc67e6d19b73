import { Printer } from 'lucide-react';
import { useState } from 'react';
import { z } from 'zod';
import { describeField } from '#db/values/field-types.ts';
import type { PrintSheet } from '#pwa/printing/print-sheet.ts';
import { usePrintSheet } from '#pwa/printing/use-print-sheet.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { InlineEdit } from '#pwa/ui/form/inline-edit.tsx';
import { Activity, eventItems, Feed } from '#pwa/ui/history/activity.tsx';
import { HoverCard } from '#pwa/ui/hover-card.tsx';
import { KeyValues } from '#pwa/ui/key-values.tsx';
import { Section } from '#pwa/ui/page.tsx';
import { type RailStep, StepRail } from '#pwa/ui/step-rail.tsx';

const STEPS: readonly RailStep[] = [
  { id: 'lyse', order: 1, title: 'Add lysis buffer', missing: 0, done: true },
  { id: 'heat', order: 2, title: 'Incubate', missing: 4, done: false },
  { id: 'elute', order: 3, title: 'Elute', missing: 0, done: false },
];
const EVENTS = eventItems([
  { id: 'a', title: 'Received', person: 'Ada Lovelace', at: '2026-03-02T09:00:00.000Z', tone: 'success' },
  { id: 'b', title: 'Moved', person: 'Ada Lovelace', at: '2026-03-03T09:00:00.000Z', tone: 'progress' },
]);
const VolumeField = describeField(z.string().regex(/^\d+(\.\d+)?$/, 'Enter a number.'), {
  label: 'Volume left',
  input: 'decimal',
  unit: 'µL',
});
const SHEET: PrintSheet = {
  entity: 'WBL',
  title: 'Box map',
  number: 'BX-14',
  facts: [{ name: 'Location', value: 'Freezer 2 / Box 14' }],
  map: { rows: 9, columns: 9, cells: new Map([['A1', ['W26320', '0015-01']]]) },
};

/** Parts of the pages of records: facts edited in place, hover cards, activity, step rail, printed sheets. */
export function RecordsGallery() {
  const [volume, setVolume] = useState('42.5');
  const sheet = usePrintSheet();
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <Section title="Facts, links and sheets">
        <div className="flex flex-col gap-4">
          <KeyValues
            items={[
              {
                name: 'Volume left',
                value: (
                  <InlineEdit
                    label="Volume left"
                    value={volume}
                    field={VolumeField}
                    onSave={async (next) => setVolume(next)}
                  >
                    {`${volume} µL`}
                  </InlineEdit>
                ),
              },
              {
                name: 'Batch',
                value: (
                  <HoverCard label="About W26320-L01" content={() => <p>Ligation, in progress</p>}>
                    <a href="/dev-tools" className="inline-flex min-h-6 items-center underline">
                      W26320-L01
                    </a>
                  </HoverCard>
                ),
              },
            ]}
          />
          <Button icon={Printer} busy={sheet.busy} onClick={() => sheet.print(SHEET)}>
            Print example sheet
          </Button>
          {sheet.printed}
        </div>
      </Section>
      <Section title="Steps of a run">
        <StepRail label="Example steps" steps={STEPS} onOpen={() => undefined} />
      </Section>
      <Activity views={[]}>
        <Feed label="Example activity" items={EVENTS} />
      </Activity>
    </div>
  );
}
