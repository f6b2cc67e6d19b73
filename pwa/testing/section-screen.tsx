import { screen } from '@testing-library/react';
import { useState } from 'react';
import { CATALOGUE } from '#db/entities.ts';
import { ANN } from '#db/factories/benches/build-batch-world.ts';
import { ELUTION, lysed } from '#db/factories/benches/section-operations.ts';
import { buildInventoryItem, buildInventoryType } from '#db/factories/build-inventory.ts';
import { buildField } from '#db/factories/build-protocols.ts';
import { inventoryItem } from '#db/inventory/inventory-item.ts';
import { inventoryType } from '#db/inventory/inventory-type.ts';
import { operationNamed } from '#db/operations.ts';
import type { Field } from '#db/protocols/field.ts';
import { fieldValue } from '#db/protocols/values/field-value.ts';
import { SectionPage } from '#pwa/features/protocols/sections/section-page.tsx';
import type { CellOf, GridEntry, GridLine } from '#pwa/features/protocols/values/entered-value.ts';
import { ReplicaProvider } from '#pwa/replica/hooks/replica-context.tsx';
import { childRows } from '#pwa/replica/store/document.ts';
import type { Replica } from '#pwa/replica/sync/replica.ts';
import type { ScanBus } from '#pwa/scanning/scan-bus.ts';
import { ScanBusContext, useHandScanner } from '#pwa/scanning/use-scan.ts';
import { renderInRouter } from '#pwa/testing/router-wrapper.tsx';
import { ModelServer } from './model-server.ts';
import { openDevice, readShown, syncOnce } from './simulated-device.ts';

const own = (id: string, label: string, more: Partial<Field>): Field =>
  buildField({ id, name: id, label, stepId: 'step-elution', min: null, max: null, decimals: null, ...more });

/** A DNA barcode and a lot for each well, a kit for the batch, and a remark that accepts no scan. */
const SCANNED_FIELDS = [
  own('index', 'Index', { type: 'BARCODE', barcodeType: 'DNA_BARCODE' }),
  own('kit', 'Kit', { type: 'BARCODE', barcodeType: 'DNA_BARCODE', scope: 'PER_BATCH' }),
  own('enzyme', 'Enzyme', { type: 'LOT_NUMBER', inventoryTypeId: 'type-enzyme' }),
  own('remark', 'Remark', { type: 'TEXT', required: false }),
];

let deviceCount = 0;

/**
 * A server and one device with a section in progress whose values are scanned: wells A1 and B1, lots E1 and
 * E2.
 */
export async function openScannedSection(): Promise<{ server: ModelServer; bench: Replica }> {
  const world = await lysed({ fields: SCANNED_FIELDS });
  world.putRow(inventoryType, buildInventoryType({ id: 'type-enzyme', name: 'Enzyme' }));
  for (const lotNumber of ['E1', 'E2'])
    world.putRow(
      inventoryItem,
      buildInventoryItem({
        id: `lot-${lotNumber}`,
        lotNumber,
        barcode: `LOT-${lotNumber}`,
        inventoryTypeId: 'type-enzyme',
      }),
    );
  const server = new ModelServer(operationNamed);
  for (const entity of CATALOGUE) for (const row of world.all(entity)) server.world.putRow(entity, row);
  server.commit();
  const bench = await openDevice({
    name: `section-screen-${deviceCount++}`,
    actor: ANN,
    send: server.sendAs(ANN),
  });
  await syncOnce(bench);
  return { server, bench };
}

function HandScanner() {
  useHandScanner();
  return null;
}

/** The section's page with a hand scanner. */
export function renderSection(bench: Replica, bus: ScanBus): void {
  renderInRouter(
    <ReplicaProvider replica={bench}>
      <ScanBusContext value={bus}>
        <HandScanner />
        <SectionPage assignedSectionId={ELUTION} failing={() => null} />
      </ScanBusContext>
    </ReplicaProvider>,
  );
}

export async function showSection(bench: Replica, bus: ScanBus): Promise<void> {
  renderSection(bench, bus);
  await screen.findByRole('grid');
}

/** Return the current value of a field and sample on this device; empty without one. */
export async function currentValue(
  bench: Replica,
  fieldId: string,
  sampleId: string | null,
): Promise<string> {
  const body = (await readShown(bench, 'assigned-sections', ELUTION))?.body ?? {};
  const rows = childRows(fieldValue, body, 'values').filter(
    (one) => one.fieldId === fieldId && one.sampleId === sampleId,
  );
  const replaced = new Set(rows.map((one) => one.supersedesId));
  return rows.find((one) => !replaced.has(one.id))?.value ?? '';
}

/** List every value of a field and sample in recording order, as this device shows it. */
export async function recordedValues(
  bench: Replica,
  fieldId: string,
  sampleId: string | null,
): Promise<string[]> {
  const body = (await readShown(bench, 'assigned-sections', ELUTION))?.body ?? {};
  return childRows(fieldValue, body, 'values')
    .filter((one) => one.fieldId === fieldId && one.sampleId === sampleId)
    .sort((a, b) => (a.occurredAt < b.occurredAt ? -1 : 1))
    .map(({ value }) => value);
}

/** The wells of a plate on which a test records values. */
export const WELLS: readonly GridLine[] = ['A1', 'B1', 'C1'].map((well, at) => ({
  id: well,
  well,
  name: `W26325-000${at + 1}-01`,
  dead: false,
}));

/** Build an entry of a paste or a fill; with `seen`, one that was typed over the displayed value. */
export const entry = (lineId: string, columnId: string, text: string, baseline?: string): GridEntry => ({
  lineId,
  columnId,
  text,
  ...(baseline === undefined ? {} : { baseline: baseline }),
});

/** Create cells that show committed values, as those of a section do; `start` by `well column`. */
export function useCells(
  onCommit: (...commitArgs: [readonly GridEntry[], ...done: string[]]) => void,
  { start = {}, calculated = [] }: { start?: Record<string, string>; calculated?: readonly string[] } = {},
) {
  const [values, setValues] = useState<ReadonlyMap<string, string>>(new Map(Object.entries(start)));
  const cellOf: CellOf = (line, column) => ({
    value: values.get(`${line} ${column}`) ?? '',
    tone: 'none',
    note: null,
    proposes: false,
    readOnly: calculated.includes(column),
  });
  const commit = (entries: readonly GridEntry[], ...done: string[]): void => {
    onCommit(entries, ...done);
    const changed = entries.map(({ lineId, columnId, text }) => [`${lineId} ${columnId}`, text] as const);
    setValues(new Map([...values, ...changed]));
  };
  return { cellOf, commit };
}
