import { expect, type Page } from '@playwright/test';
import { ShownDraft } from '#db/ordering/drafts/shown-draft.ts';
import { ServicePage } from '#db/ordering/services/shown-service.ts';
import { SPECIMEN_TYPE } from '#db/specimens/specimen-material.ts';
import { csvOf } from '#db/values/csv.ts';
import { WELL_NAMES } from '#db/values/plate-well.ts';
import { axeFindingsInThemes, sidewaysOverflow, smallTargets } from '#pwa/testing/browser/accessible.ts';
import { test } from '#pwa/testing/browser/bench-test.ts';
import type { Device } from '#pwa/testing/browser/device.ts';
import type { Size } from '#pwa/testing/browser/launch.ts';

test.use({ serviceWorkers: 'block' });

async function inspectPage(page: Page, size: Size, name: string): Promise<void> {
  expect.soft(await axeFindingsInThemes(page), `${name} can be used by everybody`).toEqual([]);
  expect.soft(await sidewaysOverflow(page), `${name} does not move sideways`).toEqual([]);
  expect.soft(await smallTargets(page, size === 'handheld'), `${name} has large targets`).toEqual([]);
}

const ask = async ({ context, wire }: Device, path: string): Promise<unknown> =>
  (await context.request.get(`${wire.origin}${path}`)).json();

const next = async (page: Page, heading: string): Promise<void> => {
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await expect(page.getByRole('heading', { name: heading, level: 2, exact: true })).toBeVisible();
};

/** A service that takes a whole plate. */
async function plateService(device: Device) {
  const { rows } = ServicePage.parse(await ask(device, '/api/lab/services?status=LIVE&limit=500'));
  const match = rows.find(
    ({ packageTypes, minSpecimens, maxSpecimens, clinical }) =>
      !clinical && packageTypes.includes('PLATE') && minSpecimens <= 96 && (maxSpecimens ?? 96) >= 96,
  );
  if (!match) throw new Error('No service of the demo takes a plate.');
  return match;
}

/** A column and a word of the customer's own. */
const [OWN_HEADER, OWN_WORD] = ['Our tube', 'human'];

/** A customer's spreadsheet: a plate of 96 with the materials that the service accepts, in their own words. */
function plateFile(
  { protocol }: ShownDraft,
  change: (row: string[], index: number) => string[] = (row) => row,
) {
  const type = SPECIMEN_TYPE[protocol.acceptedSpecimenTypes[0] ?? 'WHOLE_BLOOD'];
  const dna = protocol.acceptedDnaTypes.length === 0 || protocol.acceptedDnaTypes.includes('GDNA');
  const head = [
    OWN_HEADER,
    'Plate',
    'Well',
    'Organism',
    'Specimen Type',
    'DNA Type',
    'Extraction Kit',
    'Elution Medium',
  ];
  const rows = WELL_NAMES.map((well, index) =>
    change(
      [`P-${index + 1}`, '1', well, OWN_WORD, type, dna ? 'gDNA' : '', 'Kit', 'EB', '100', '100'],
      index,
    ),
  );
  return Buffer.from(csvOf([[...head, 'Concentration (ng/µL)', 'Volume (µL)'], ...rows]));
}

const upload = (page: Page, name: string, buffer: Buffer) =>
  page.getByLabel('Spreadsheet with your specimens').setInputFiles({ name, mimeType: 'text/csv', buffer });

test('a customer orders a plate with a spreadsheet, and continues on another device', async ({
  newDevice,
}) => {
  const desktop = await newDevice('desktop');
  const { page, problems } = desktop;
  await desktop.signIn('COMPANY_MANAGER');
  const service = await plateService(desktop);
  await desktop.open('/');
  await page.getByRole('link', { name: 'Order Now' }).click();
  await expect(page.getByRole('heading', { name: 'New order', level: 1 })).toBeVisible();
  await expect(page.getByRole('button', { name: `Choose ${service.name}` })).toBeVisible();
  await page.getByRole('button', { name: `Choose ${service.name}` }).click();
  await expect(page.getByRole('heading', { name: 'Details', level: 2 })).toBeVisible();
  await expect(page).toHaveURL(/\/order\/(?!create)/);
  const id = /\/order\/([^?]+)/.exec(page.url())?.[1] ?? '';
  await next(page, 'Specimens');
  await page.getByLabel(/^Number of specimens/).fill('96');
  await page.getByRole('radio', { name: /^Plates/ }).check();
  await expect(page.getByRole('tab', { name: 'Plate map' })).toBeVisible();
  await page.getByRole('tab', { name: 'Upload a file' }).click();

  const draft = ShownDraft.parse(await ask(desktop, `/api/create-order/${id}`));
  problems.allow(/create-order\/manifest/);
  const wrong = plateFile(draft, (row, index) =>
    index === 4
      ? [row[0] ?? '', '1', 'Z9', ...row.slice(3)]
      : index === 7
        ? [...row.slice(0, 3), 'Unicorn', ...row.slice(4)]
        : row,
  );
  await upload(page, 'plate.csv', wrong);
  // The organization confirms once what its own columns and words mean; the next file asks nothing.
  const mapping = page.getByRole('region', { name: 'Columns and words' });
  await mapping.getByLabel(OWN_HEADER).selectOption('Sample ID');
  await expect(mapping.getByLabel('Organism')).toHaveValue('providedSourceSpecies');
  await expect(mapping.getByLabel(`“${OWN_WORD}”`)).toHaveValue('HOMO_SAPIENS');
  await inspectPage(page, 'desktop', 'the columns and words of a file');
  await page.getByRole('button', { name: 'Confirm and read file' }).click();
  await expect(page.getByRole('alert')).toContainText('Nothing was saved.');
  const faultTable = page.getByRole('region', { name: 'File errors' });
  await expect(faultTable.getByRole('row').filter({ hasText: 'Invalid plate location' })).toContainText('6');
  await expect(faultTable.getByRole('row').filter({ hasText: 'Unknown species.' })).toContainText('9');
  await inspectPage(page, 'desktop', 'the faults of a file');
  await upload(page, 'plate.csv', plateFile(draft));
  await expect(page.getByText(/96 rows, no errors. Not saved yet./)).toBeVisible();
  await expect(page.getByText('96 new, 0 changed, 0 removed, 0 unchanged.')).toBeVisible();
  await expect(mapping).toHaveCount(0);
  await page.getByRole('button', { name: 'Save these rows' }).click();
  await expect(page.getByText('96 specimens.')).toBeVisible();
  await expect(page.getByLabel('Sample ID, row 96')).toHaveValue('P-96');
  await page.getByRole('tab', { name: 'Plate map' }).click();
  await expect(page.getByRole('gridcell', { name: /^H12: P-96/ })).toBeVisible();
  await inspectPage(page, 'desktop', 'the plate map');

  const phone = await newDevice('handheld');
  await phone.signIn('COMPANY_MANAGER');
  await phone.open('/order/create');
  await phone.page
    .getByRole('link', { name: /^Draft, / })
    .and(phone.page.locator(`[href$="${draft.order.id}"]`))
    .click();
  await expect(phone.page.getByRole('heading', { name: 'Data use', level: 2 })).toBeVisible();
  await phone.page.getByRole('checkbox', { name: 'Use deidentified data' }).check();
  await phone.page.getByLabel(/^Data retention/).selectOption('5 years');
  await next(phone.page, 'Shipping');
  await phone.page.getByLabel('Carrier').fill('FedEx');
  await next(phone.page, 'Review and submit');
  await expect(phone.page.getByText('96 of 96 entered')).toBeVisible();
  await expect(phone.page.getByText('Pay for the order to submit it.').first()).toBeVisible();
  await expect(phone.page.getByText('FedEx')).toBeVisible();
  await inspectPage(phone.page, 'handheld', 'the review');
  await phone.page.getByRole('button', { name: 'Change Specimens' }).click();
  await expect(phone.page.getByLabel('Sample ID, row 1', { exact: true })).toHaveValue('P-1');
  await phone.page.getByRole('button', { name: 'Discard draft' }).click();
  await phone.page.getByRole('dialog').getByRole('button', { name: 'Discard draft' }).click();
  await expect(phone.page.getByRole('heading', { name: 'New order', level: 1 })).toBeVisible();
});
