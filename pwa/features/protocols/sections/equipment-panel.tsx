import { z } from 'zod';
import { formatDate } from '#pwa/format/dates.ts';
import { ToneBadge } from '#pwa/ui/badge.tsx';
import { Section } from '#pwa/ui/page.tsx';
import type { SectionView } from './section-view.ts';

const Scanned = z.object({ by: z.string(), occurredAt: z.string() });

/** Instruments that the section requires, and the scanned ones with user and time. */
export function EquipmentPanel({ view }: { view: SectionView }) {
  const { run, scanned, problems } = view;
  const required = run.running.section.equipmentTypeRequired;
  if (required.length === 0 && scanned.length === 0) return null;
  const missing = required.filter((type) => !scanned.some((one) => one.type === type));
  return (
    <Section title="Equipment">
      <ul className="flex flex-col divide-y divide-line">
        {missing.map((type) => (
          <li key={type} className="flex flex-wrap items-center gap-2 py-2">
            <span className="min-w-0 flex-1 font-medium">{type}</span>
            <ToneBadge tone="warning" label={`Scan a ${type}.`} />
          </li>
        ))}
        {scanned.map((one) => {
          const scan = Scanned.safeParse(run.assigned.equipmentScans[one.id]).data;
          const problem = problems.find(
            ({ code, message }) => code === 'EQUIPMENT' && message.startsWith(one.name),
          );
          return (
            <li key={one.id} className="flex flex-wrap items-center gap-2 py-2">
              <span className="min-w-0 flex-1">
                <span className="block font-medium">{one.name}</span>
                <span className="block text-ink-soft text-sm">
                  {[
                    one.type,
                    one.serialNumber,
                    scan && `${scan.by}, ${formatDate(scan.occurredAt, 'shortAtTime')}`,
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </span>
              <ToneBadge tone={problem ? 'danger' : 'success'} label={problem?.message ?? 'Scanned'} />
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
