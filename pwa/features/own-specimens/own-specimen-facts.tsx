import { DNA_TYPE } from '#db/specimens/dna-type.ts';
import type { ShownSpecimen } from '#db/specimens/shown-specimen.ts';
import { SOURCE_SPECIES } from '#db/specimens/source-species.ts';
import { SPECIMEN_TYPE } from '#db/specimens/specimen-type.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { KeyValues } from '#pwa/ui/key-values.tsx';
import { Section } from '#pwa/ui/page.tsx';

const optionalItem = (name: string, value: string | null) => (value ? [{ name, value }] : []);
const measured = (value: string | null, unit: string) => (value === null ? null : `${value} ${unit}`);

interface FactsProps {
  specimen: ShownSpecimen;
  orderPath: string;
  specimenPath(id: string): string;
}

function Link({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} className="code inline-flex min-h-6 items-center text-accent-ink underline">
      {children}
    </a>
  );
}

/** Material, order and names of the specimen. */
export function OwnSpecimenFacts({ specimen, orderPath, specimenPath }: FactsProps) {
  const { madeFrom, orderedAgain } = specimen;
  return (
    <Section title="Specimen">
      <KeyValues
        items={[
          { name: 'Order', value: <Link href={orderPath}>{specimen.orderNumber}</Link> },
          { name: 'Service', value: specimen.serviceName },
          { name: 'Organization', value: specimen.companyName },
          ...optionalItem('Project', specimen.projectName),
          { name: 'Requisition', value: <span className="code">{specimen.requisitionNumber}</span> },
          {
            name: 'Julian ID',
            value: specimen.julianId && <span className="code">{specimen.julianId}</span>,
          },
          {
            name: 'Species',
            value: specimen.otherSpeciesText ?? SOURCE_SPECIES[specimen.providedSourceSpecies],
          },
          {
            name: 'Material',
            value: specimen.otherSpecimenTypeText ?? SPECIMEN_TYPE[specimen.providedSpecimenType],
          },
          ...optionalItem('DNA type', specimen.providedDnaType && DNA_TYPE[specimen.providedDnaType]),
          ...optionalItem('Extraction kit', specimen.providedExtractionKit),
          ...optionalItem('Elution medium', specimen.providedElutionMedium),
          ...optionalItem('Concentration', measured(specimen.providedConcentration, 'ng/µL')),
          ...optionalItem('Volume', measured(specimen.providedVolume, 'µL')),
          {
            name: 'Sent in',
            value: specimen.shipmentPlateLocation
              ? `Plate ${specimen.shipmentPlateNumber ?? 1}, ${specimen.shipmentPlateLocation}`
              : 'Tube',
          },
          ...optionalItem('Patient MRN', specimen.patientMrn),
          ...optionalItem('Physician', specimen.physician),
          ...optionalItem('Collected', formatDate(specimen.collectedAt, 'monthDayAtTime')),
          ...(madeFrom
            ? [
                {
                  name: 'Made from',
                  value: (
                    <Link href={specimenPath(madeFrom.id)}>
                      {`${madeFrom.requisitionNumber} (${madeFrom.orderNumber})`}
                    </Link>
                  ),
                },
              ]
            : []),
          ...orderedAgain.map((one) => ({
            name: 'Ordered again',
            value: <Link href={specimenPath(one.id)}>{`${one.requisitionNumber} (${one.orderNumber})`}</Link>,
          })),
        ]}
      />
    </Section>
  );
}
