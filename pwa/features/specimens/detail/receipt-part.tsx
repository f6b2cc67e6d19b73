import { accessionGroup } from '#db/specimens/accession-group.ts';
import { PACKAGE_CONDITION } from '#db/specimens/package-condition.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { useRow } from '#pwa/replica/hooks/use-document.ts';
import { KeyValues } from '#pwa/ui/key-values.tsx';
import { Section } from '#pwa/ui/page.tsx';
import { ReceiptPhotos } from '../photos/receipt-photos.tsx';

/** The package in which a specimen came: its condition, notes and photos. */
export function ReceiptPart({ groupId }: { groupId: string }) {
  const group = useRow(accessionGroup, groupId);
  if (!group) return null;
  return (
    <Section title="Receipt">
      <div className="flex flex-col gap-3">
        <KeyValues
          items={[
            {
              name: 'Received',
              value: `${group.groupNumber} · ${formatDate(group.receivedAt, 'monthDayAtTime')}`,
            },
            { name: 'Package', value: PACKAGE_CONDITION[group.packageCondition] },
            { name: 'Note', value: group.notes },
          ]}
        />
        <ReceiptPhotos groupId={group.id} ids={group.photoFileIds} of="the package" />
      </div>
    </Section>
  );
}
