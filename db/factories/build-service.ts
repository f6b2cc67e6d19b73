import { type Service, service } from '#db/ordering/service.ts';
import { buildRow, nextNumber } from './build-row.ts';

/** Build a service on sale. */
export function buildService(overrides: Partial<Service> = {}): Service {
  const number = nextNumber('service');
  return buildRow(
    service,
    {
      id: `service-${number}`,
      protocolId: `protocol-${number}`,
      name: 'Human whole genome',
      slug: `human-whole-genome-${number}`,
      summary: 'A human genome at 30x.',
      status: 'LIVE',
      packageTypes: ['TUBE', 'PLATE'],
      minSpecimens: 1,
      deliverables: ['ALIGNED_BAM', 'REPORT'],
      clinical: false,
    },
    overrides,
  );
}
