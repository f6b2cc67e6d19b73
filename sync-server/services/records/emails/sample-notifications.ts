import { type BusinessEntity, ENTITY_LETTER } from '#db/values/business-entity.ts';
import type { Fact } from '#sync-server/integrations/mail/email-template.ts';
import type { StaffNotificationKind } from './staff-emails.ts';

const SAMPLE_TEXTS = {
  WBL: {
    companyName: 'Northlake Research University',
    serviceName: 'Whole genome, long reads',
    secondService: 'Plasmid sequencing',
  },
  RESONANT: {
    companyName: 'Harbor Family Clinic',
    serviceName: 'Clinical whole genome',
    secondService: 'Carrier screening',
  },
} as const satisfies Record<BusinessEntity, object>;

const STAFF_LINES: Record<StaffNotificationKind, readonly Fact[]> = {
  SYNC_CONFLICT: [
    ['Tess Ng and Ann Brook', 'Rescan Box 12: two tubes were put into A3'],
    ['Tess Ng and Omar Diaz', 'Say which label tube W26325-014 carries'],
  ],
  STOCK_LOW: [['Ligation kit V14', '3 kits left, reorder point 10 (SQK-LSK114)']],
  CERTIFICATION_DUE: [
    ['Pipette P200 no. 4', 'due Dec 1, 2026, serial number PX-20044'],
    ['Thermocycler 2', 'due Dec 14, 2026, serial number TC-88120'],
  ],
  BATCH_RETURNED: [['W26325-E04 Plasma extraction', 'by Dr. Chen: two wells have no concentration']],
  RUN_FAILED: [['W26325-S03 on PromethION 24, position 2B', 'device error']],
};

/** Build made-up data for the sample of each email, in the terms of its business entity. */
export function buildSampleNotifications(entity: BusinessEntity, site: string) {
  const entityLetter = ENTITY_LETTER[entity];
  const { companyName, serviceName, secondService } = SAMPLE_TEXTS[entity];
  const about = { companyName, url: `${site}/orders` };
  return {
    companyName,
    order: { ...about, orderNumber: `${entityLetter}-000345`, serviceName, total: 209_550 },
    second: { ...about, orderNumber: `${entityLetter}-000329`, serviceName: secondService },
    lines: [
      ['Tube 14', 'The tube arrived empty'],
      ['Tube 15', 'The label cannot be read'],
    ] as readonly Fact[],
    invoice: {
      url: `${site}/invoices`,
      invoiceNumber: `INV-${entityLetter}-26-000087`,
      orderNumber: `${entityLetter}-000345`,
      companyName,
      amount: 209_550,
      balance: 209_550,
      dueDate: '2026-12-21',
      reason: null,
    },
    licence: {
      url: `${site}/settings/licenses`,
      designation: 'MEDICAL_DOCTOR',
      licenseNumber: 'MA-204417',
      state: 'MA',
      expiresOn: '2026-12-21',
      reason: null,
    } as const,
    support: {
      subject: 'SHIPMENT',
      about: `${entityLetter}-000345`,
      message: 'The carrier says that our package was delivered yesterday.\nHas it been found?',
    } as const,
    staffLines: STAFF_LINES,
  };
}
