import { order } from '#db/ordering/orders/order.ts';
import type { OrderAddress } from '#db/ordering/orders/order-address.ts';
import { address } from '#db/organizations/address.ts';
import { company } from '#db/organizations/company.ts';
import { clinicianLicense } from '#db/patients/clinician-license.ts';
import { patient } from '#db/patients/patient.ts';
import { event } from '#db/records/events/event.ts';
import { specimen } from '#db/specimens/specimen.ts';
import { labDayOf } from '#db/values/lab-day.ts';
import type { DemoCompanies } from './demo-people.ts';
import type { DemoWorld } from './demo-world.ts';

const PLACES = [
  { line1: '14 Innovation Way', city: 'Cambridge', state: 'MA', postalCode: '02142' },
  { line1: '200 Campus Drive', line2: 'Building 7', city: 'Evanston', state: 'IL', postalCode: '60208' },
  { line1: '3 Harbor Street', city: 'Portland', state: 'ME', postalCode: '04101' },
] as const;

/** Return the addresses of the demo customers, by index. */
export const placeOf = (customer: number): OrderAddress => ({
  attention: null,
  line2: null,
  phone: null,
  ...(PLACES[customer % PLACES.length] ?? PLACES[0]),
  country: 'US',
});

function putAddresses(demo: DemoWorld, { customers }: DemoCompanies): void {
  for (const [index, place] of PLACES.entries()) {
    const companyId = customers[index]?.id;
    if (!companyId) continue;
    for (const kind of ['BILLING', 'SHIPPING'] as const)
      demo.putRow(address, { ...place, id: demo.id(), kind, companyId, country: 'US', isDefault: true });
  }
}

/** Insert a clinic that has just registered and waits to be verified. */
function putWaitingClinic(demo: DemoWorld): void {
  const id = demo.id();
  demo.putRow(company, {
    id,
    name: 'Seaside Family Clinic',
    type: 'CLINIC',
    status: 'ACTIVE',
    verificationStatus: 'PENDING',
    billingEmails: ['office@seaside.example'],
    employerIdentificationNumber: '04-1234567',
    paymentTermsDays: 30,
    allowPurchaseOrder: false,
    orderApprovalRequired: false,
  });
  const place = { line1: '88 Ocean Avenue', city: 'Gloucester', state: 'MA', postalCode: '01930' };
  demo.putRow(address, {
    ...place,
    id: demo.id(),
    kind: 'BILLING',
    companyId: id,
    country: 'US',
    isDefault: true,
  });
  demo.putRow(event, {
    id: demo.id(),
    type: 'COMPANY_VERIFICATION_REQUESTED',
    targetType: 'Company',
    targetId: id,
    occurredAt: demo.ago(1),
    data: { by: 'Seaside Family Clinic' },
    customerVisible: true,
  });
}

/** Insert one license that soon expires and one that waits to be verified. */
function putLicenses(demo: DemoWorld): void {
  const { userId } = demo.actor('CLINICIAN');
  const dayIn = (days: number) => labDayOf(demo.ago(-days), demo.settings.labTimezone);
  const license = { userId, designation: 'MEDICAL_DOCTOR', npi: '1234567893' } as const;
  demo.putRow(clinicianLicense, {
    ...license,
    id: demo.id(),
    licenseNumber: 'ME-204518',
    state: 'ME',
    issuedOn: dayIn(-680),
    expiresOn: dayIn(45),
    status: 'VERIFIED',
    verifiedAt: demo.ago(50),
    verifiedById: demo.actor('CS_MANAGER').userId,
    remindedDays: 60,
  });
  demo.putRow(clinicianLicense, {
    ...license,
    id: demo.id(),
    licenseNumber: 'NH-31177',
    state: 'NH',
    expiresOn: dayIn(500),
    status: 'PENDING_VERIFICATION',
  });
}

/** Insert customer addresses and, for the clinical entity, rows that wait for a reviewer. */
export function putOrganizations(demo: DemoWorld, companies: DemoCompanies): void {
  putAddresses(demo, companies);
  if (demo.entity !== 'RESONANT') return;
  putWaitingClinic(demo);
  putLicenses(demo);
}

const FIRST = [
  'Amara',
  'Bela',
  'Chen',
  'Dora',
  'Emil',
  'Farah',
  'Goran',
  'Hana',
  'Igor',
  'Jana',
  'Kofi',
] as const;
const LAST = ['Abbott', 'Brandt', 'Costa', 'Duval', 'Eriksen', 'Fontaine', 'Garza'] as const;

/** Insert the clinic's patients: one for each record number on its specimens, and link the specimens. */
export function putPatients(demo: DemoWorld, { customers }: DemoCompanies): void {
  const clinic = customers.find(({ letter }) => letter === 'H');
  if (demo.entity !== 'RESONANT' || !clinic) return;
  const { name: physician } = demo.actor('CLINICIAN');
  let number = 0;
  for (const { id: orderId } of demo.select(order, { companyId: clinic.id })) {
    for (const each of demo.select(specimen, { orderId })) {
      if (each.patientMrn === null) continue;
      const patientId = demo.id();
      demo.putRow(patient, {
        id: patientId,
        firstName: FIRST[number % FIRST.length] ?? 'Amara',
        lastName: LAST[number % LAST.length] ?? 'Abbott',
        dob: `${1940 + ((number * 7) % 60)}-${twoDigits(1 + (number % 12))}-${twoDigits(1 + (number % 28))}`,
        medicalRecordNumber: each.patientMrn,
        originalCompanyId: clinic.id,
        sexAtBirth: number % 2 === 0 ? 'FEMALE' : 'MALE',
      });
      demo.world.putRow(specimen, { ...each, patientId, physician });
      number += 1;
    }
  }
}

const twoDigits = (value: number): string => String(value).padStart(2, '0');
