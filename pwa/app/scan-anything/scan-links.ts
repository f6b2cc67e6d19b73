/**
 * A link from a scanned thing to a page of the app. `route` is the page's own path, to check whether it
 * exists.
 */
export interface ScanLink {
  label: string;
  route: string;
  href(record: ScannedRecord): string | null;
  /** Condition on the thing. */
  when?(record: ScannedRecord): boolean;
}

/** The properties of a scanned thing that the links need. */
export interface ScannedRecord {
  kind: string;
  id: string;
  body: Readonly<Record<string, unknown>>;
  /** For a batch: the next section. */
  currentSectionId?: string | null;
}

const BOXES = new Set(['BOX', 'TUBE_RACK', 'PLATE']);
// Things that left the lab have no location and cannot be counted.
const ENDS = new Set(['DISPOSED', 'SENT_TO_CLIENT']);
const AWAITED = new Set(['ORDERED', 'SHIPPED']);
const holdsTubes = ({ body }: ScannedRecord): boolean => BOXES.has(String(body['type']));
const isEnd = ({ body }: ScannedRecord): boolean => ENDS.has(String(body['type']));
const isOut = ({ body }: ScannedRecord): boolean => typeof body['custodianUserId'] === 'string';
const move = (mode: string) => (record: ScannedRecord) =>
  `/lab/samples/move?mode=${mode}&container=${record.id}`;
const MOVE = '/lab/samples/move';
/** Path of the batch plate that contains a tube, with its well selected; null when there is none. */
const wellOf = ({ body }: ScannedRecord): string | null => {
  const { batchId, plateLocation } = body;
  if (typeof batchId !== 'string') return null;
  const well = typeof plateLocation === 'string' ? `&well=${plateLocation}` : '';
  return `/lab/batches/${batchId}?tab=plate${well}`;
};

/** The links by kind of thing; a new page is one more row here. */
export const SCAN_LINKS: Record<string, readonly ScanLink[]> = {
  Sample: [
    { label: 'Open', route: '/lab/samples/$id', href: ({ id }) => `/lab/samples/${id}` },
    {
      label: 'Check out',
      route: '/lab/samples/check-out',
      href: ({ id }) => `/lab/samples/check-out?sample=${id}`,
      when: (one) => !isOut(one),
    },
    {
      label: 'Check in',
      route: '/lab/samples/check-in',
      href: ({ id }) => `/lab/samples/check-in?sample=${id}`,
      when: isOut,
    },
    {
      label: 'Move',
      route: MOVE,
      href: ({ id }) => `${MOVE}?mode=samples&sample=${id}`,
      when: (one) => !isOut(one),
    },
    {
      label: 'Batch plate',
      route: '/lab/batches/$batchId',
      href: wellOf,
    },
  ],
  StorageManagement: [
    {
      label: 'Open',
      route: '/lab/inventory/storage-management/$id',
      href: ({ id }) => `/lab/inventory/storage-management/${id}`,
    },
    {
      label: 'Check out',
      route: '/lab/samples/check-out',
      href: ({ id }) => `/lab/samples/check-out?container=${id}`,
      when: holdsTubes,
    },
    {
      label: 'Move',
      route: MOVE,
      href: move('container'),
      when: (one) => !isEnd(one) && one.body['type'] !== 'SITE',
    },
    { label: 'Rack scan', route: MOVE, href: move('rack-scan'), when: holdsTubes },
    { label: 'Re-rack', route: MOVE, href: move('re-rack'), when: holdsTubes },
    { label: 'Stock-take', route: MOVE, href: move('stock-take'), when: (one) => !isEnd(one) },
  ],
  Specimen: [
    { label: 'Open', route: '/lab/specimens/$id', href: ({ id }) => `/lab/specimens/${id}` },
    {
      label: 'Receive',
      route: '/lab/specimens/accession',
      href: ({ body }) => `/lab/specimens/accession?order=${body['orderId']}`,
      when: ({ body }) => AWAITED.has(String(body['status'])),
    },
  ],
  CustomerPlate: [
    {
      label: 'Receive',
      route: '/lab/specimens/accession',
      href: ({ body }) => `/lab/specimens/accession?order=${body['orderId']}`,
    },
    { label: 'Open the first well', route: '/lab/specimens/$id', href: ({ id }) => `/lab/specimens/${id}` },
  ],
  Batch: [
    { label: 'Open', route: '/lab/batches/$batchId', href: ({ id }) => `/lab/batches/${id}` },
    {
      label: 'Current section',
      route: '/lab/assigned-sections/$assignedSectionId',
      href: ({ currentSectionId }) =>
        currentSectionId ? `/lab/assigned-sections/${currentSectionId}` : null,
    },
  ],
  Order: [
    {
      label: 'Receive',
      route: '/lab/specimens/accession',
      href: ({ id }) => `/lab/specimens/accession?order=${id}`,
    },
    { label: 'Open', route: '/lab/orders/$id', href: ({ id }) => `/lab/orders/${id}` },
  ],
  Equipment: [
    {
      label: 'Open',
      route: '/lab/inventory/equipment/$id',
      href: ({ id }) => `/lab/inventory/equipment/${id}`,
    },
  ],
  InventoryItem: [{ label: 'Open', route: '/lab/inventory/$id', href: ({ id }) => `/lab/inventory/${id}` }],
};

/** List the links of a thing that this user can open in this build. */
export function linksFor(
  record: ScannedRecord,
  exists: (route: string) => boolean,
  mayOpen: (path: string) => boolean,
): { label: string; href: string }[] {
  return (SCAN_LINKS[record.kind] ?? []).flatMap((link) => {
    const href = (link.when?.(record) ?? true) ? link.href(record) : null;
    const path = href?.split('?')[0] ?? '';
    return href !== null && exists(link.route) && mayOpen(path) ? [{ label: link.label, href }] : [];
  });
}
