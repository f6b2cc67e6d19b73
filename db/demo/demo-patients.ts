import { order } from '../ordering/order.ts';
import { patient } from '../patients/patient.ts';
import { specimen } from '../specimens/specimen.ts';
import type { DemoCompanies } from './demo-people.ts';
import type { DemoWorld } from './demo-world.ts';

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
  for (const { id: orderId } of demo.world.select(order, { companyId: clinic.id })) {
    for (const each of demo.world.select(specimen, { orderId })) {
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
