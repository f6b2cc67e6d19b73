import { PACKAGE_TYPE } from '#db/ordering/package-type.ts';
import type { ShownService } from '#db/ordering/shown-service.ts';
import { DNA_TYPE } from '#db/specimens/dna-type.ts';
import { SOURCE_SPECIES } from '#db/specimens/source-species.ts';
import { SPECIMEN_TYPE } from '#db/specimens/specimen-type.ts';
import { KeyValues } from '#pwa/ui/key-values.tsx';
import { Section } from '#pwa/ui/page.tsx';

function labelList<Value extends string>(
  values: readonly Value[],
  labels: Record<Value, string>,
  any: string,
) {
  return values.length === 0 ? any : values.map((value) => labels[value]).join(', ');
}

const minimumText = (value: string | null, unit: string) => (value === null ? null : `${value} ${unit}`);

/** Accepted material and results of a service. */
export function ServiceFacts({ service }: { service: ShownService }) {
  const { protocol, minSpecimens, maxSpecimens } = service;
  return (
    <Section title="What you send and what you get">
      <KeyValues
        items={[
          {
            name: 'Accepted material',
            value: labelList(protocol.acceptedSpecimenTypes, SPECIMEN_TYPE, 'Any'),
          },
          { name: 'Species', value: labelList(protocol.acceptedSpecies, SOURCE_SPECIES, 'Any') },
          { name: 'Nucleic acids', value: labelList(protocol.acceptedDnaTypes, DNA_TYPE, 'Any') },
          { name: 'Least volume', value: minimumText(protocol.minVolume, 'µL') },
          { name: 'Least concentration', value: minimumText(protocol.minConcentration, 'ng/µL') },
          { name: 'Least amount', value: minimumText(protocol.minMass, 'ng') },
          { name: 'Sent as', value: labelList(service.packageTypes, PACKAGE_TYPE, '–') },
          {
            name: 'Specimens in an order',
            value: maxSpecimens === null ? `${minSpecimens} or more` : `${minSpecimens} to ${maxSpecimens}`,
          },
          {
            name: 'Turnaround',
            value: service.turnaroundText ?? `${protocol.targetTurnaroundDays} days`,
          },
        ]}
      />
    </Section>
  );
}
