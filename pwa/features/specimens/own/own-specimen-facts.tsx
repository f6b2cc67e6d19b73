import { Link } from '@tanstack/react-router';
import { Ban, Check, CircleDot, type LucideIcon } from 'lucide-react';
import { shownRequisition, specimenName } from '#db/ordering/manifest/requisition-number.ts';
import type { ShownSpecimen } from '#db/specimens/shown-specimen.ts';
import { DNA_TYPE, SOURCE_SPECIES, SPECIMEN_TYPE } from '#db/specimens/specimen-material.ts';
import { formatBases } from '#pwa/format/bases.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { orderTitle } from '#pwa/format/names.ts';
import { OrganizationLink, WithRecordCard } from '#pwa/navigation/record-link.tsx';
import type { AppLink } from '#pwa/ui/app-link.ts';
import { classNames } from '#pwa/ui/class-names.ts';
import { KeyValues } from '#pwa/ui/key-values.tsx';
import { Section } from '#pwa/ui/page.tsx';
import type { Tone } from '#pwa/ui/tone.ts';
import type { Stage } from './specimen-journey.ts';

const optionalItem = (name: string, value: string | null) => (value ? [{ name, value }] : []);
const measured = (value: string | null, unit: string) => (value === null ? null : `${value} ${unit}`);

const measuredItems = (figures: ShownSpecimen['figures']) => [
  ...optionalItem('Measured concentration', measured(figures?.concentration ?? null, 'ng/µL')),
  ...optionalItem('Sequencing yield', figures?.yieldBases ? formatBases(figures.yieldBases) : null),
  ...optionalItem('Read length N50', figures?.n50 ? formatBases(figures.n50) : null),
  ...optionalItem('Mean quality', figures?.meanQscore ? `Q${Number(figures.meanQscore).toFixed(1)}` : null),
];

interface FactsProps {
  specimen: ShownSpecimen;
  orderLink: AppLink;
  specimenLink(id: string): AppLink;
}

interface RecordLinkProps {
  kind: 'order' | 'specimen';
  id: string;
  link: AppLink;
  /** Words, not a number. */
  isText?: boolean;
  children: string;
}

function RecordLink({ kind, id, link, isText = false, children }: RecordLinkProps) {
  return (
    <WithRecordCard kind={kind} id={id} name={children}>
      <Link
        {...link}
        className={classNames(
          'inline-flex min-h-6 items-center text-accent-ink underline',
          !isText && 'code',
        )}
      >
        {children}
      </Link>
    </WithRecordCard>
  );
}

/** Material, order and names of the specimen. */
export function OwnSpecimenFacts({ specimen, orderLink, specimenLink }: FactsProps) {
  const { madeFrom, orderedAgain } = specimen;
  return (
    <Section title="Specimen">
      <KeyValues
        items={[
          {
            name: 'Order',
            value: (
              <RecordLink
                kind="order"
                id={specimen.orderId}
                link={orderLink}
                isText={specimen.orderNumber === null}
              >
                {orderTitle({ ...specimen, createdAt: specimen.orderCreatedAt })}
              </RecordLink>
            ),
          },
          { name: 'Service', value: specimen.serviceName },
          {
            name: 'Organization',
            value: (
              <OrganizationLink
                id={specimen.companyId}
                entity={specimen.entity}
                name={specimen.companyName}
              />
            ),
          },
          ...optionalItem('Project', specimen.projectName),
          {
            name: 'Requisition',
            value: <span className="code">{shownRequisition(specimen.requisitionNumber) ?? '—'}</span>,
          },
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
            name: 'Container',
            value: specimen.shipmentPlateLocation
              ? `Plate ${specimen.shipmentPlateNumber ?? 1}, ${specimen.shipmentPlateLocation}`
              : 'Tube',
          },
          ...measuredItems(specimen.figures),
          ...optionalItem('Patient MRN', specimen.patientMrn),
          ...optionalItem('Physician', specimen.physician),
          ...optionalItem('Collected', formatDate(specimen.collectedAt, 'monthDayAtTime')),
          ...(madeFrom
            ? [
                {
                  name: 'Made from',
                  value: (
                    <RecordLink kind="specimen" id={madeFrom.id} link={specimenLink(madeFrom.id)}>
                      {`${specimenName(madeFrom)} (${orderTitle(madeFrom)})`}
                    </RecordLink>
                  ),
                },
              ]
            : []),
          ...orderedAgain.map((one) => ({
            name: 'Ordered again',
            value: (
              <RecordLink
                kind="specimen"
                id={one.id}
                link={specimenLink(one.id)}
              >{`${specimenName(one)} (${orderTitle(one)})`}</RecordLink>
            ),
          })),
        ]}
      />
    </Section>
  );
}

const STAGE_DISPLAY: Record<Stage['state'], { tone: Tone; icon: LucideIcon | null; label: string }> = {
  done: { tone: 'success', icon: Check, label: 'done' },
  now: { tone: 'progress', icon: CircleDot, label: 'here now' },
  stopped: { tone: 'danger', icon: Ban, label: 'ended here' },
  ahead: { tone: 'neutral', icon: null, label: 'still ahead' },
};

function Step({ stage, last }: { stage: Stage; last: boolean }) {
  const { tone, icon: Icon, label } = STAGE_DISPLAY[stage.state];
  return (
    <li
      aria-current={stage.state === 'now' ? 'step' : undefined}
      className="flex min-w-0 flex-1 items-start gap-3 md:flex-col md:gap-2"
    >
      <span className="flex items-center self-stretch max-md:flex-col md:w-full">
        <span
          data-tone={tone}
          className="grid size-9 shrink-0 place-items-center rounded-full border border-tone-line bg-tone-soft text-tone-ink"
        >
          {Icon && <Icon aria-hidden size={18} />}
        </span>
        {!last && (
          <span
            aria-hidden
            data-tone={tone}
            className={classNames(
              'md:h-0.5 md:flex-1 max-md:min-h-4 max-md:w-0.5 max-md:flex-1',
              stage.state === 'done' ? 'bg-tone' : 'bg-line',
            )}
          />
        )}
      </span>
      <span className="min-w-0 pb-3 md:pr-3 md:pb-0">
        <span className={classNames('block', stage.state === 'ahead' ? 'text-ink-soft' : 'font-semibold')}>
          {stage.label}
          <span className="sr-only">{`, ${label}`}</span>
        </span>
        {stage.at && (
          <span className="block text-ink-soft text-sm tabular-nums">{formatDate(stage.at, 'monthDay')}</span>
        )}
      </span>
    </li>
  );
}

/** The stages from order to results, with the current one marked. */
export function JourneyPicture({ stages }: { stages: readonly Stage[] }) {
  return (
    <ol aria-label="Status" className="flex flex-col md:flex-row">
      {stages.map((stage, index) => (
        <Step key={stage.key} stage={stage} last={index === stages.length - 1} />
      ))}
    </ol>
  );
}
